/// Lets events pass that overlap a window; other kinds are not its business.
///
/// An event without a known end counts as the one moment of its start.
struct DuringTest {
  let window: Query.Window
  let clock: OpeningClock

  func passes(_ candidate: Candidate) throws -> Bool {
    let facts = candidate.facts
    guard facts.kind == .event else { return true }
    guard facts.starts != .max, let window = try clock.range(from: window.from, to: window.to, zone: facts.zone) else {
      return false
    }
    let ends = max(facts.ends, facts.starts + 1)
    return facts.starts < window.upperBound.secondsSince1970 && window.lowerBound.secondsSince1970 < ends
  }
}
