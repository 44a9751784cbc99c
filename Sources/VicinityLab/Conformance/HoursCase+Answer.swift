import CivilTime
import Hours
import Streams

extension HoursCase {
  /// The line that answers a case, and whether the case was well-formed.
  static func answer(to line: UnsafeBufferPointer<UInt8>) -> (line: JSONValue, isReadable: Bool) {
    var id = JSONValue.null
    do {
      let json = try JSONParser.parse(line)
      guard let object = json.object else { throw CaseError("expected an object, found \(json.typeName)") }
      id = object["id"] ?? .null
      return (try HoursCase(object).answer(id: id), true)
    } catch {
      return (refusal(id: id, "\(error)"), false)
    }
  }

  private static func refusal(id: JSONValue, _ message: String) -> JSONValue {
    .object(JSONObject([("id", id), ("error", .bool(true)), ("intervals", .array([])), ("message", .string(message))]))
  }

  private func answer(id: JSONValue) -> JSONValue {
    do throws(OpeningHoursError) {
      let hours = try hours
      let schedule = Schedule(hours, in: context)
      let intervals = window.map { schedule.intervals(in: $0).map(json) } ?? []
      return .object(JSONObject([("id", id), ("error", .bool(false)), ("intervals", .array(intervals))]))
    } catch {
      return Self.refusal(id: id, "\(error)")
    }
  }

  private func json(_ interval: HoursInterval) -> JSONValue {
    .array([
      .string(text(interval.range.lowerBound)), .string(text(interval.range.upperBound)),
      .string(interval.state.rawValue), comment(interval.comment),
    ])
  }

  /// Null also for the empty name of an unnamed holiday.
  private func comment(_ text: String?) -> JSONValue {
    guard let text, !text.isEmpty else { return .null }
    return .string(text)
  }

  /// The local time, without seconds if zero, and with the offset unless the case is floating.
  private func text(_ instant: Instant) -> String {
    let local = zone.localDateTime(at: instant)
    let time = local.second == 0 ? String(local.description.dropLast(3)) : local.description
    guard !isFloating else { return time }
    let offset = instant.iso8601(in: zone).dropFirst(local.description.count)
    return time + (offset == "Z" ? "+00:00" : offset)
  }
}
