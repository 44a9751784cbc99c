/// A worker as a thread borrows it.
///
/// For one thread at a time, lent by `WorkerPool`.
final class LentWorker {
  let worker: SearchWorker
  /// What one search has prepared for the next ones. It may refer to the worker, so the worker cannot own it.
  var prepared: AnyObject?

  init(_ worker: SearchWorker) { self.worker = worker }
}
