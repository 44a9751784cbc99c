import CivilTime
import Foundation
import Synchronization
import Vicinity

extension Bench {
  /// All answers that differ from the expected ones, for queries with an expectation.
  ///
  /// Every answer is checked twice: the one from the cold round, and a new one from the warm index. All cores share the
  /// work.
  /// - Parameter first: answers of the cold round, by position.
  /// - Throws: `WorkloadError` for a query that cannot be answered.
  func wrongAnswers(to workload: Workload, first: [Int: Answer] = [:]) throws -> [WrongAnswer] {
    let due = workload.items.indices.filter { workload.items[$0].expectation != nil }
    let next = Atomic(0)
    let wrong = Mutex<[WrongAnswer]>([])
    let starts = KnownStarts(catalog)
    try ThreadTeam.run(min(due.count, ProcessInfo.processInfo.activeProcessorCount)) {
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < due.count else { return }
        let answers = try [first[due[number]], answer(due[number], of: workload)].compactMap(\.self)
        guard let mismatch = try mismatch(of: answers, at: due[number], of: workload, starts) else { continue }
        wrong.withLock {
          $0.append(WrongAnswer(file: workload.name, line: workload.items[due[number]].line, mismatch: mismatch))
        }
      }
    }
    return wrong.withLock { $0.sorted { $0.line < $1.line } }
  }

  private func mismatch(
    of answers: [Answer], at position: Int, of workload: Workload, _ starts: KnownStarts
  ) throws -> String? {
    let item = workload.items[position]
    for answer in answers {
      if let mismatch = try item.expectation?.mismatch(of: answer, to: item.query, start: starts.start(of:)) {
        return mismatch
      }
    }
    return nil
  }

  /// The starts of listings that answers without them name: each listing is read once.
  private final class KnownStarts: Sendable {
    private let catalog: Catalog
    private let known = Mutex<[String: Instant?]>([:])

    init(_ catalog: Catalog) { self.catalog = catalog }

    func start(of id: String) throws -> Instant? {
      if let start = known.withLock({ $0[id] }) { return start }
      let start = try catalog.listing(id)?.starts
      known.withLock { $0[id] = .some(start) }
      return start
    }
  }
}
