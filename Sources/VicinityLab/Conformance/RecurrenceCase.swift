import CivilTime
import Recurrence
import Streams
import Vicinity

/// One case of a conformance file for recurrences.
struct RecurrenceCase {
  /// The rules, dates and exceptions.
  let recurrence: RecurrenceSet
  /// The maximum number of occurrences.
  let limit: Int
  private let notation: Notation

  /// The notation of times in the answer.
  private struct Notation {
    let hasTime: Bool
    let hasZ: Bool
  }

  /// The maximum number of occurrences if the case does not give one.
  private static let longestAnswer = 10_000

  init(_ object: JSONObject) throws {
    recurrence = try Self.set(object)
    let expected = object["expected"]?.array?.compactMap(\.string) ?? []
    limit = object["complete"]?.bool == false ? expected.count : Self.longestAnswer
    let first = expected.first ?? recurrence.start.description
    notation = Notation(hasTime: first.contains("T"), hasZ: first.hasSuffix("Z"))
  }

  /// From `ical`, the whole text; from `set`, lists; or from `dtstart` and `rrule`.
  private static func set(_ object: JSONObject) throws -> RecurrenceSet {
    let zone = try zone(object["tzid"])
    if let text = object["ical"]?.string { return try RecurrenceSet(parsing: text) }
    var lines: [String] = []
    var start = object["dtstart"]?.string
    if let lists = object["set"]?.object {
      for (key, name) in [("rrule", "RRULE"), ("exrule", "EXRULE"), ("rdate", "RDATE"), ("exdate", "EXDATE")] {
        for item in lists[key]?.array ?? [] {
          start = start ?? item.object?["dtstart"]?.string
          lines.append("\(name):\(try text(item, key))")
        }
      }
    } else {
      lines = [try text(object["rrule"], "rrule")]
    }
    return try RecurrenceSet(
      parsing: lines.joined(separator: "\n"), start: try start.map { try ICalendarTime(parsing: $0, in: zone) })
  }

  private static func text(_ value: JSONValue?, _ key: String) throws(CaseError) -> String {
    if let text = value?.string ?? value?.object?["rrule"]?.string { return text }
    throw CaseError("\"\(key)\" must be text such as FREQ=WEEKLY;BYDAY=FR")
  }

  private static func zone(_ value: JSONValue?) throws(CaseError) -> Zone? {
    guard let value, !value.isNull else { return nil }
    if let zone = value.string.flatMap(Zone.init(identifier:)) { return zone }
    throw CaseError("\"tzid\": \(value.text.shortened) is not a zone; write an IANA name such as Europe/Berlin")
  }

  /// The local time of each occurrence, in the notation of the expectation.
  var occurrences: [String] {
    recurrence.occurrences().prefix(limit).map { text($0.start.local) }
  }

  private func text(_ local: LocalDateTime) -> String {
    guard notation.hasTime else { return ICalendarTime(local.date).description }
    return ICalendarTime(local, notation.hasZ ? .utc : .floating).description
  }
}

extension RecurrenceCase {
  /// The line that answers a case, and whether it was well-formed: a case with an invalid rule is.
  static func answer(to line: UnsafeBufferPointer<UInt8>) -> (line: JSONValue, isReadable: Bool) {
    var id = JSONValue.null
    do {
      let json = try JSONParser.parse(line)
      guard let object = json.object else { throw CaseError("expected an object, found \(json.typeName)") }
      id = object["id"] ?? .null
      let occurrences = try RecurrenceCase(object).occurrences
      return (Self.line(id, occurrences, error: nil), true)
    } catch {
      return (Self.line(id, [], error: "\(error)"), error is RecurrenceError)
    }
  }

  private static func line(_ id: JSONValue, _ occurrences: [String], error: String?) -> JSONValue {
    let answer: [(String, JSONValue)] = [
      ("id", id), ("error", .bool(error != nil)), ("occurrences", .array(occurrences.map { .string($0) })),
    ]
    return .object(JSONObject(answer + (error.map { [("message", .string($0))] } ?? [])))
  }
}
