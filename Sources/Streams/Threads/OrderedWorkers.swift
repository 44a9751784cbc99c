import Foundation

/// Worker threads that process pieces for their owner, who receives the results in the order of the pieces.
///
/// The owner submits pieces and takes results at its own pace, all on one thread; so it decides how many exist at a
/// time. Releasing the object ends the threads.
package final class OrderedWorkers<Piece: Sendable, Result: Sendable> {
  private let queue: Queue
  private var handedOver = 0
  private var taken = 0

  /// The number of results not yet taken.
  package var outstanding: Int { handedOver - taken }

  package init(threads: Int, work: @escaping @Sendable (Piece) -> Result) {
    queue = Queue()
    for number in 1...max(1, threads) {
      Thread.start(named: "worker \(number)") { [queue] in queue.workUntilClosed(work) }
    }
  }

  deinit { queue.close() }

  /// Submits a piece and returns at once.
  package func submit(_ piece: Piece) {
    queue.put(piece, handedOver)
    handedOver += 1
  }

  /// Waits for the result of the oldest piece not yet taken; at least one must be outstanding.
  package func take() -> Result {
    precondition(outstanding > 0, "there are \(handedOver) pieces and \(taken) results taken")
    defer { taken += 1 }
    return queue.take(taken)
  }

  /// The state shared by the threads. Unchecked because the compiler cannot verify that every variable is accessed
  /// under `condition` only.
  private final class Queue: @unchecked Sendable {
    private let condition = NSCondition()
    private var waiting: [(index: Int, piece: Piece)] = []
    private var completed: [Int: Result] = [:]
    private var isClosed = false

    func put(_ piece: Piece, _ index: Int) {
      condition.withLock {
        waiting.append((index, piece))
        condition.broadcast()
      }
    }

    func take(_ index: Int) -> Result {
      condition.withLock {
        while true {
          if let result = completed.removeValue(forKey: index) { return result }
          condition.wait()
        }
      }
    }

    func close() {
      condition.withLock {
        isClosed = true
        waiting = []
        condition.broadcast()
      }
    }

    func workUntilClosed(_ work: (Piece) -> Result) {
      while let (index, piece) = next() {
        let result = work(piece)
        condition.withLock {
          completed[index] = result
          condition.broadcast()
        }
      }
    }

    private func next() -> (index: Int, piece: Piece)? {
      condition.withLock {
        while waiting.isEmpty, !isClosed { condition.wait() }
        return isClosed ? nil : waiting.removeFirst()
      }
    }
  }
}
