import CivilTime
import Foundation
import Streams
import Vicinity

/// The time without emails: every day between two times in the member's zone.
struct QuietHours: Hashable, Sendable {
  /// Minutes from midnight, 0..<1440.
  var from: Int
  /// Minutes from midnight; before `from` it is that of the next day.
  var to: Int
  var zone: Zone

  /// Reads `from` and `to`, both `HH:MM`.
  init(json: JSONValue, zone: Zone) throws {
    let members = try QueryMembers(
      json, path: "quietHours", keys: ["from", "to"], example: #"{"from":"22:00","to":"07:00"}"#)
    func minute(_ key: String) throws -> Int {
      let text = try members.required(key).queryString(
        at: "quietHours.\(key)", expected: "a time", example: #""22:00""#)
      guard let parts = text.wholeMatch(of: /([01][0-9]|2[0-3]):([0-5][0-9])/)?.output, let hour = Int(parts.1),
        let minute = Int(parts.2)
      else {
        throw QueryError.outOfRange(path: "quietHours.\(key)", found: text.shortened, allowed: "00:00 to 23:59")
      }
      return hour * 60 + minute
    }
    self.init(from: try minute("from"), to: try minute("to"), zone: zone)
  }

  private init(from: Int, to: Int, zone: Zone) { (self.from, self.to, self.zone) = (from, to, zone) }

  init(from: Int, to: Int, zoneName: String?) {
    self.init(from: from, to: to, zone: zoneName.flatMap(Zone.init(identifier:)) ?? .utc)
  }

  var json: JSONValue {
    func text(_ minute: Int) -> JSONValue { .string(String(format: "%02d:%02d", minute / 60, minute % 60)) }
    return .object(JSONObject([("from", text(from)), ("to", text(to))]))
  }

  /// The end of the quiet hours in which an instant lies; nil outside of them.
  func end(of now: Instant) -> Instant? {
    guard from != to else { return nil }
    let local = zone.localDateTime(at: now)
    let minute = local.secondOfDay / 60
    let isInside = from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    guard isInside else { return nil }
    let date = minute < to ? local.date : local.date + 1
    return zone.instant(of: LocalDateTime(date: date, secondOfDay: to * 60))
  }
}
