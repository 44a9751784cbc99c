import Foundation

extension Thread {
  /// Bytes of the stack: half of what the first thread of a process has.
  private static let stackBytes = 4 << 20

  /// Starts a thread that the tools of the system show by its name, cut to 15 bytes on Linux.
  ///
  /// The thread sets its name itself: a name assigned before its start is lost.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      Thread.current.name = name
      body()
    }
    thread.stackSize = stackBytes
    thread.start()
  }
}
