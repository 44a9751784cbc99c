/// Lets couches pass that are free for the stay; other kinds are not its business.
struct StayTest {
  private let stay: Query.Stay
  private let from: Int32
  private let to: Int32

  init(_ stay: Query.Stay) {
    self.stay = stay
    from = Int32(clamping: stay.nights.from.dayNumber)
    to = Int32(clamping: stay.nights.to.dayNumber)
  }

  func passes(_ candidate: Candidate) -> Bool {
    let facts = candidate.facts
    guard facts.kind == .couch else { return true }
    guard facts.guests >= stay.guests, facts.minNights <= to - from, to - from <= facts.maxNights else { return false }
    return !candidate.nights.contains { $0.from < to && from < $0.to }
  }

  /// The free nights around the stay; of a candidate that passed.
  func freeWindow(around candidate: Candidate) -> FreeWindow {
    FreeWindow(
      from: candidate.nights.last { $0.to <= from }.map { LocalDate(dayNumber: Int($0.to)) },
      until: candidate.nights.first { $0.from >= to }.map { LocalDate(dayNumber: Int($0.from)) })
  }
}
