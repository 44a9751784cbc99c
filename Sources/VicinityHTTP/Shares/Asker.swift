/// On whose account the present task works: a request's client by the names under which its shares are counted.
package enum Asker {
  /// Of an anonymous client its address, of IPv6 the network; of a member the name and the address; of a key its id.
  /// Empty for what the server does by itself.
  @TaskLocal package static var names: [String] = []
}
