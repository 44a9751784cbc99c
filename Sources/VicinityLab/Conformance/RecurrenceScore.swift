import Streams

/// Our answers to a conformance file of recurrences against its expectations, by origin and frequency.
///
/// The references agree on a case if a second one gives the same result (`dateutil` is `agrees`), or if only one was
/// used (`is-oracle`).
public struct RecurrenceScore: Sendable {
  /// A case with an unexpected answer.
  public struct Miss: Hashable, Sendable {
    /// The case's `id`.
    public var id: String
    /// Whether the references agree on the expected answer.
    public var isAgreed: Bool
    /// The rule or text.
    public var rule: String
    /// Our answer and the expected one.
    public var difference: String
  }

  /// Counts by group: `all`, `source …` or `freq …`.
  public private(set) var tally = CaseTally()
  /// The missed cases, in the order of the file.
  public private(set) var misses: [Miss] = []
  /// Malformed lines.
  public private(set) var unreadable = 0

  /// Makes an empty score.
  init() {}
}

extension RecurrenceScore {
  /// Scores a line.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    do {
      guard let object = try JSONParser.parse(line).object else { throw CaseError("no object") }
      add(object)
    } catch {
      unreadable += 1
    }
  }

  private mutating func add(_ object: JSONObject) {
    let rule = object["rrule"]?.string ?? (object["ical"] ?? object["set"])?.text ?? ""
    let agreement = object["dateutil"]?.string ?? "agrees"
    let isAgreed = ["agrees", "is-oracle"].contains(agreement)
    let difference = Self.difference(object)
    let frequency = Self.frequency(rule.uppercased())
    for group in ["all", "source \(object["source"]?.string ?? "-")", "freq \(frequency)"] {
      tally.add(difference == nil, in: group, agreed: isAgreed)
    }
    guard let difference else { return }
    let id = object["id"]?.string ?? object["id"]?.text ?? "-"
    misses.append(Miss(id: id, isAgreed: isAgreed, rule: rule, difference: difference))
  }

  private static func frequency(_ rule: String) -> Substring {
    guard let range = rule.firstRange(of: "FREQ=") else { return "-" }
    return rule[range.upperBound...].prefix { $0.isLetter }
  }

  /// Nil when our answer is the expected one, else the first difference.
  private static func difference(_ object: JSONObject) -> String? {
    let mustFail = object["invalid"]?.bool == true
    do {
      let found = try RecurrenceCase(object).occurrences
      if mustFail { return "understood" }
      let expected = object["expected"]?.array?.compactMap(\.string) ?? []
      guard found != expected else { return nil }
      let index = zip(found, expected).prefix { $0 == $1 }.count
      let (ours, theirs) = (found.dropFirst(index).first ?? "the end", expected.dropFirst(index).first ?? "the end")
      return "occurrence \(index + 1): \(ours), expected \(theirs)"
    } catch {
      return mustFail ? nil : "refused: \(error)"
    }
  }

  /// A table of the counts, and a tab-separated line for each miss.
  public var text: String {
    let refused = unreadable == 0 ? [] : ["no cases: \(unreadable)"]
    let lines = misses.map { miss in
      [miss.id, miss.isAgreed ? "agreed" : "disputed", miss.rule, miss.difference].map(\.printable).joined(
        separator: "\t")
    }
    return (tally.lines + refused + lines).joined(separator: "\n")
  }
}
