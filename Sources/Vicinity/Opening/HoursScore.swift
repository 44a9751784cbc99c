/// How our answers to a conformance file compare with what it expects, by the kind and the features of the cases.
///
/// Cases count apart where the file says that implementations agree (`"consensus": true`).
public struct HoursScore: Sendable {
  /// Cases with the expected answer, of all.
  public struct Count: Hashable, Sendable {
    /// Cases whose answer is the expected one.
    public var passed = 0
    /// All cases.
    public var total = 0
  }

  /// A case with another answer than expected.
  public struct Miss: Hashable, Sendable {
    /// The case's `id`.
    public var id: String
    /// Whether implementations agree on the expected answer.
    public var isConsensus: Bool
    /// Why we decide otherwise, where that is known.
    public var reason: Reason?
    /// The opening hours.
    public var value: String
    /// Our answer against the expected one.
    public var difference: String
  }

  /// A decision that explains a miss as a whole.
  public enum Reason: String, Sendable {
    /// A later rule ends last night's span there; here it belongs to the day it begins on.
    case tail
    /// The hours are refused there because nobody says whose holidays count; here the state is unknown then.
    case calendar
  }

  /// Counts by group, `all`, `kind …` or a feature; `agreed` where implementations agree.
  public private(set) var agreed: [String: Count] = [:]
  /// The same where they do not.
  public private(set) var disputed: [String: Count] = [:]
  /// The cases missed, in the order of the file.
  public private(set) var misses: [Miss] = []
  /// Lines that are no cases.
  public private(set) var unreadable = 0

  /// Nothing is scored yet.
  init() {}
}

extension HoursScore {
  /// Scores a line.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    do {
      guard let object = try JSONParser.parse(line).object else { throw HoursCaseFault("no object") }
      try add(object)
    } catch {
      unreadable += 1
    }
  }

  private mutating func add(_ object: JSONObject) throws(HoursCaseFault) {
    let asked = try HoursCase(object)
    let expectation = HoursExpectation(object, zone: asked.zone)
    let difference = try expectation.fault(of: asked)
    let features = (object["features"]?.array ?? []).compactMap(\.string)
    let isConsensus = object["consensus"]?.bool ?? true
    for group in ["all", "kind \(expectation.kind)"] + features {
      count(difference == nil, in: group, isConsensus)
    }
    guard let difference else { return }
    misses.append(
      Miss(
        id: object["id"]?.string ?? object["id"]?.text ?? "-", isConsensus: isConsensus,
        reason: try reason(asked, expectation), value: asked.value, difference: difference))
  }

  private mutating func count(_ isRight: Bool, in group: String, _ isConsensus: Bool) {
    var count = (isConsensus ? agreed : disputed)[group] ?? Count()
    count.total += 1
    count.passed += isRight ? 1 : 0
    if isConsensus { agreed[group] = count } else { disputed[group] = count }
  }

  private func reason(_ asked: HoursCase, _ expectation: HoursExpectation) throws(HoursCaseFault) -> Reason? {
    if expectation.isError { return asked.lacksCalendar ? .calendar : nil }
    var other = asked
    other.context.tails = .endWithLaterRules
    return try expectation.fault(of: other) == nil ? .tail : nil
  }
}

extension HoursScore {
  /// A table of the counts, and a line for each miss, tabs between its parts.
  public var text: String {
    let groups = Set(agreed.keys).union(disputed.keys).sorted()
    let rows = [["", "agreed", "disputed"]] + groups.map { [$0, cell(agreed[$0]), cell(disputed[$0])] }
    let first = rows.map(\.[0].count).max() ?? 0
    let table = rows.map { row in
      row[0].padded(to: first, alignedRight: false) + row[1].padded(to: 14, alignedRight: true)
        + row[2].padded(to: 14, alignedRight: true)
    }
    return (table + reasons + misses.map(line)).joined(separator: "\n")
  }

  private func cell(_ count: Count?) -> String { count.map { "\($0.passed) of \($0.total)" } ?? "" }

  /// How many of the misses are explained.
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
