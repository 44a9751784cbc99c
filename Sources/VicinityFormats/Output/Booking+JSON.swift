import CivilTime
import Streams
import Vicinity

extension Booking {
  /// The booking as one JSON object: `id`, `listing`, `name` where the couch has one, `member`, `from`, `to`, `status`,
  /// `guests`, `price` and `currency` where known, `made`, `changed`, and `absence` of a couch that is not in the
  /// catalog.
  public var json: JSONValue {
    var object = JSONObject([("id", .string(id)), ("listing", .string(listing))])
    object["name"] = name.map { .string($0) }
    let texts = [
      ("member", member), ("from", "\(nights.from)"), ("to", "\(nights.to)"), ("status", status.rawValue),
    ]
    for (key, text) in texts { object[key] = .string(text) }
    object["guests"] = .int(Int64(guests))
    object["price"] = price.map { .double($0.amount) }
    object["currency"] = price?.currency.map { .string($0) }
    object["made"] = .string(made.description)
    object["changed"] = .string(changed.description)
    object["absence"] = absence.map { .string($0.rawValue) }
    return .object(object)
  }

  /// The status, with the absence of the couch.
  var statusText: String { status.rawValue + (absence.map { " (couch \($0.rawValue))" } ?? "") }

  /// The booking as one sentence.
  public var text: String {
    let length = nights.count.counted("night")
    let cost = price.map { ", \($0.text)" } ?? ""
    return "\(id): \(listing) from \(nights.from) to \(nights.to), \(length), "
      + "\(guests.counted("guest")), for \(member), \(statusText)\(cost)".printable
  }
}
