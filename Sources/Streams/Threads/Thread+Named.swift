import Foundation

extension Thread {
  /// Bytes of the stack: half of what the first thread of a process has.
  private static let stackBytes = 4 << 20

  /// Starts a thread that the tools of the system show by its name, cut to 15 bytes on Linux.
  ///
  /// It sets the name itself: one that it is given before its start is lost there.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      Thread.current.name = name
      body()
    }
    thread.stackSize = stackBytes
    thread.start()
  }
}
