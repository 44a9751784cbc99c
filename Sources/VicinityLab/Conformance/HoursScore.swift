import Hours
import Streams

/// Our answers to a conformance file against its expectations, by kind and features of the cases.
///
/// Cases for which the file marks that implementations agree (`"consensus": true`) are counted separately.
public struct HoursScore: Sendable {
  /// A case with an unexpected answer.
  public struct Miss: Hashable, Sendable {
    /// The case's `id`.
    public var id: String
    /// Whether implementations agree on the expected answer.
    public var isConsensus: Bool
    /// The known reason for the difference, if any.
    public var reason: Reason?
    /// The opening hours.
    public var value: String
    /// Our answer and the expected one.
    public var difference: String
  }

  /// A design decision that fully explains a miss.
  public enum Reason: String, Sendable {
    /// In the reference a later rule ends last night's span; here a span belongs to the day it begins on.
    case tail
    /// The reference rejects hours with holidays but without a calendar; here the state is unknown.
    case calendar
  }

  /// Counts by group: `all`, `kind …` or a feature.
  public private(set) var tally = CaseTally()
  /// The missed cases, in the order of the file.
  public private(set) var misses: [Miss] = []
  /// Malformed lines.
  public private(set) var unreadable = 0

  /// Makes an empty score.
  init() {}
}

extension HoursScore {
  /// Scores a line.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    do {
      guard let object = try JSONParser.parse(line).object else { throw CaseError("no object") }
      try add(object)
    } catch {
      unreadable += 1
    }
  }

  private mutating func add(_ object: JSONObject) throws(CaseError) {
    let asked = try HoursCase(object)
    let expectation = HoursExpectation(object, zone: asked.zone)
    let difference = try expectation.mismatch(of: asked)
    let features = (object["features"]?.array ?? []).compactMap(\.string)
    let isConsensus = object["consensus"]?.bool ?? true
    for group in ["all", "kind \(expectation.kind)"] + features {
      tally.add(difference == nil, in: group, agreed: isConsensus)
    }
    guard let difference else { return }
    misses.append(
      Miss(
        id: object["id"]?.string ?? object["id"]?.text ?? "-", isConsensus: isConsensus,
        reason: try reason(asked, expectation), value: asked.value, difference: difference))
  }

  private func reason(_ asked: HoursCase, _ expectation: HoursExpectation) throws(CaseError) -> Reason? {
    if expectation.isError { return asked.lacksCalendar ? .calendar : nil }
    var other = asked
    other.context.tails = .endWithLaterRules
    return try expectation.mismatch(of: other) == nil ? .tail : nil
  }
}

extension HoursScore {
  /// A table of the counts, and a tab-separated line for each miss.
  public var text: String {
    (tally.lines + reasons + misses.map(line)).joined(separator: "\n")
  }

  /// The numbers of explained misses.
  private var reasons: [String] {
    let explained = [Reason.tail, .calendar].map { reason in
      let cases = misses.filter { $0.reason == reason }
      return "missed for \(reason.rawValue): \(cases.count { $0.isConsensus }) agreed, "
        + "\(cases.count { !$0.isConsensus }) disputed"
    }
    return explained + (unreadable == 0 ? [] : ["no cases: \(unreadable)"])
  }

  private func line(_ miss: Miss) -> String {
    let parts = [
      miss.id, miss.isConsensus ? "agreed" : "disputed", miss.reason?.rawValue ?? "-", miss.value, miss.difference,
    ]
    return parts.map(\.printable).joined(separator: "\t")
  }
}
