import NIOCore

/// Runs the tasks of a connection on its event loop: between reading a request and writing its response no other thread
/// has to be woken. Long work is sent to the catalog's threads.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
