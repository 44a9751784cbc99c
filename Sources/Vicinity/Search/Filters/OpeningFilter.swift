/// Keeps bars that are open and events that are on at the requested time; passes all other kinds.
final class OpeningFilter {
  private let opening: Query.Opening
  private let clock: OpeningClock
  /// The verdicts that pass, one bit each.
  private let admitted: UInt8

  init(_ opening: Query.Opening, clock: OpeningClock) {
    self.opening = opening
    self.clock = clock
    let verdicts: [OpeningVerdict] =
      switch opening.unknown {
      case .drop: [.open, .openEnd]
      case .keep: [.open, .openEnd, .unknown]
      case .only: [.openEnd, .unknown]
      }
    admitted = verdicts.reduce(0) { $0 | 1 << $1.rawValue }
  }

  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    let firstCouch = leaf.shape.firstCouch
    let recurring = leaf.recurring
    try entries.keep { position in
      // The occurrences of events are filtered later, one by one.
      if position >= firstCouch || recurring.contains(position) { return true }
      return try passes(Entry(leaf: leaf, index: position), distance: 0)
    }
  }

  /// - Parameter distance: the travel distance in meters; used only if the query has an arrival.
  @inline(__always)
  func passes(_ entry: Entry, distance: Double) throws -> Bool {
    switch entry.kind {
    case .couch: true
    case .bar: admits(try clock.verdict(of: entry, during: opening, distance: distance))
    case .event: admits(try clock.isRunning(entry, during: opening, distance: distance))
    }
  }

  /// Whether bars with these hours pass; nil where that depends on more than the minute of the week.
  func admits(schedule: Int32) throws -> Bool? {
    // Without hours the state is unknown.
    schedule == 0 ? admits(.unknown) : try clock.weeklyVerdict(schedule, opening).map(admits)
  }

  /// Whether a bar or an event passes; nil where that is unknown.
  func verdict(of entry: Entry) throws -> Bool? {
    let verdict =
      entry.kind == .bar
      ? try clock.verdict(of: entry, during: opening, distance: 0)
      : try clock.isRunning(entry, during: opening, distance: 0)
    if admits(verdict) { return true }
    return verdict == .unknown ? nil : false
  }

  @inline(__always)
  private func admits(_ verdict: OpeningVerdict) -> Bool { admitted >> verdict.rawValue & 1 == 1 }
}
