import Foundation
import Streams

#if canImport(Glibc)
  import Glibc
#endif

/// A thread that yields the processor to others.
enum BackgroundThread {
  /// Its niceness. It gets a tenth of a busy processor (sched(7)): responses are hardly slower, and its work ends. An
  /// idle thread would wait for minutes.
  static let niceness: Int32 = 10

  /// Runs `body` on a thread of its own, and waits for it.
  ///
  /// Threads inherit how they are scheduled from the one that starts them, and only the superuser may raise it again.
  /// So nothing but `body` runs on this thread: a task that it resumed could start a thread of the pool that all tasks
  /// share, which would step back for good.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let work = Work(body)
    Thread.start(named: "background") {
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

  private static func stepBack() {
    #if canImport(Glibc)
      // On Linux this affects only the calling thread. The kernel treats values above 19 as 19.
      let process = __priority_which_t(PRIO_PROCESS.rawValue)
      setpriority(process, 0, getpriority(process, 0) + niceness)
    #endif
  }
}
