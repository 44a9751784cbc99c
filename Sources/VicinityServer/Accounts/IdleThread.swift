import Foundation
import Streams

#if canImport(Glibc)
  import Glibc
#endif

/// A thread that gets the processor when nothing else wants it.
enum IdleThread {
  /// Runs `body` on a thread of its own, and waits for it.
  ///
  /// Threads inherit how they are scheduled from the one that starts them, and only the superuser may raise it again.
  /// So nothing but `body` runs on this thread: a task that it resumed could start a thread of the pool that all tasks
  /// share, which would stay behind everything for good.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let work = Work(body)
    Thread.start(named: "idle") {
      stepBack()
      work.run()
    }
    return try work.wait()
  }

  /// Unchecked because the compiler cannot see that `result` is written before `done` is signalled, and read after it.
  private final class Work<Value: Sendable>: @unchecked Sendable {
    private let body: @Sendable () throws -> Value
    private let done = DispatchSemaphore(value: 0)
    private var result: Result<Value, any Error>?

    init(_ body: @escaping @Sendable () throws -> Value) { self.body = body }

    func run() {
      result = Result { try body() }
      done.signal()
    }

    func wait() throws -> Value {
      done.wait()
      guard let result else { preconditionFailure("the work has ended without a result") }
      return try result.get()
    }
  }

  #if canImport(Glibc)
    /// SCHED_IDLE, which Swift does not see (sched(7)): such a thread gives way at once.
    static let policy: Int32 = 5
  #endif

  private static func stepBack() {
    #if canImport(Glibc)
      // On Linux this is about the calling thread alone. The least priority, for where idle threads are not allowed.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
      var parameters = sched_param()
      sched_setscheduler(0, policy, &parameters)
    #endif
  }
}
