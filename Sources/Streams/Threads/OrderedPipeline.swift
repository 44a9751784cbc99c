import Foundation

/// Processes pieces in parallel and delivers the results in the order of the pieces.
///
/// One thread, the caller's, produces the pieces; `threads` others process them; whichever completes the piece that is
/// next in order delivers it. No more than `capacity` pieces exist at a time, so a slow consumer slows down the
/// producer.
///
/// A result may come in parts: all but the last block their thread until the piece is next in order, so that no more
/// than one part per thread of large results is in memory.
package final class OrderedPipeline<Piece: Sendable, Result: Sendable>: @unchecked Sendable {
  // Unchecked because the compiler cannot verify that every stored variable is accessed under `condition` only.
  private let condition = NSCondition()
  private let capacity: Int
  /// Nil once all threads have ended: the last of them may keep this object for a moment, but not what the work holds,
  /// such as an open file.
  private var work: (@Sendable (Piece, _ handOn: (Result) -> Bool) -> Result)?
  private let sink: @Sendable (Result) throws -> Void

  private var waiting: [(index: Int, piece: Piece)] = []
  private var completed: [Int: Result] = [:]
  private var pieces = 0
  private var handedOn = 0
  private var isHandingOn = false
  private var isFinished = false
  private var runningThreads = 0
  private var failure: (any Error)?

  /// - Parameter work: processes a piece; passes all parts of the result but the last to `handOn`, which returns false
  ///   when no more are wanted, and returns the last part.
  package init(
    capacity: Int, work: @escaping @Sendable (Piece, _ handOn: (Result) -> Bool) -> Result,
    sink: @escaping @Sendable (Result) throws -> Void
  ) {
    self.capacity = capacity
    self.work = work
    self.sink = sink
  }

  /// Whether the sink has thrown; no further piece is processed then.
  package var hasFailed: Bool { condition.withLock { failure != nil } }

  /// Runs until `next` returns nil and every result is delivered, or the sink throws.
  package func run(threads: Int, next: () throws -> Piece?) throws {
    start(threads: max(1, threads))
    let outcome = Swift.Result { while !hasFailed, let piece = try next() { add(piece) } }
    finish()
    try outcome.get()
    if let failure { throw failure }
  }

  private func start(threads: Int) {
    runningThreads = threads
    for number in 1...threads {
      Thread.start(named: "batch \(number)") { self.workUntilFinished() }
    }
  }

  private func add(_ piece: Piece) {
    condition.withLock {
      while pieces - handedOn >= capacity, failure == nil { condition.wait() }
      waiting.append((pieces, piece))
      pieces += 1
      condition.broadcast()
    }
  }

  private func finish() {
    condition.withLock {
      isFinished = true
      condition.broadcast()
      while runningThreads > 0 { condition.wait() }
      work = nil
    }
  }

  private func workUntilFinished() {
    while let (index, piece, work) = take() { complete(index, work(piece) { handOn($0, of: index) }) }
    condition.withLock {
      runningThreads -= 1
      condition.broadcast()
    }
  }

  private func take() -> (index: Int, piece: Piece, work: @Sendable (Piece, (Result) -> Bool) -> Result)? {
    condition.withLock {
      while waiting.isEmpty, !isFinished, failure == nil { condition.wait() }
      guard let work, !waiting.isEmpty, failure == nil else { return nil }
      let (index, piece) = waiting.removeFirst()
      return (index, piece, work)
    }
  }

  private func complete(_ index: Int, _ result: Result) {
    condition.lock()
    defer { condition.unlock() }
    completed[index] = result
    guard !isHandingOn else { return }
    isHandingOn = true
    while failure == nil, let due = completed.removeValue(forKey: handedOn) {
      write(due)
      handedOn += 1
      condition.broadcast()
    }
    isHandingOn = false
    condition.broadcast()
  }

  /// Delivers a part of a result that is not the last, as soon as the piece is next in order; false when the sink has
  /// thrown.
  private func handOn(_ part: Result, of index: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, handedOn != index || isHandingOn { condition.wait() }
    guard failure == nil else { return false }
    isHandingOn = true
    write(part)
    isHandingOn = false
    condition.broadcast()
    return failure == nil
  }

  /// Calls the sink without the lock, which is held on entry and on return.
  private func write(_ result: Result) {
    condition.unlock()
    let outcome = Swift.Result { try sink(result) }
    condition.lock()
    if case .failure(let error) = outcome { failure = error }
  }
}
