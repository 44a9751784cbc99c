/// The client of the current task: the names under which its shares are counted.
package enum Asker {
  /// For an anonymous client its address, or its IPv6 network; for a member the name and the address; for a key its id.
  /// Empty for the server's own work.
  @TaskLocal package static var names: [String] = []
}
