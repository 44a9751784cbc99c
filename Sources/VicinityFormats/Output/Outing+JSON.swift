import CivilTime
import Geography
import Streams
import Vicinity

extension Outing {
  /// The outing as one JSON object: `score` with its `parts`, `walk`, `price`, `evening`, then `couch`, `event` and
  /// `bar` with the `walk` to each, and `wayBack`. Distances are in meters, prices in major units, times in the local
  /// time of the event.
  public var json: JSONValue {
    var object = JSONObject([
      ("score", .double(score.total)), ("parts", score.parts), ("walk", Self.meters(walkMeters)),
    ])
    Self.write(price, into: &object)
    object["evening"] = .string("\(evening)")
    object["couch"] = .object(couch.jsonObject)
    object["event"] = .object(eventObject)
    object["bar"] = .object(barObject)
    object["wayBack"] = Self.meters(wayBackMeters)
    return .object(object)
  }

  private var eventObject: JSONObject {
    var object = event.jsonObject
    object["starts"] = .string(starts.iso8601(in: zone))
    object[isEndKnown ? "ends" : "countsAsOver"] = .string(over.iso8601(in: zone))
    return object
  }

  private var barObject: JSONObject {
    var object = bar.jsonObject
    object["arrival"] = .string(arrival.iso8601(in: zone))
    object["closes"] = closes.map { .string($0.iso8601(in: zone)) }
    return object
  }

  static func meters(_ meters: Double) -> JSONValue { .double((meters * 1000).rounded() / 1000) }

  static func write(_ price: Price?, into object: inout JSONObject) {
    object["price"] = price.map { .double($0.amount) }
    object["currency"] = price?.currency.map { .string($0) }
  }
}

extension OutingScore {
  var parts: JSONValue {
    .object(JSONObject([("walk", .double(walk)), ("price", .double(price)), ("rating", .double(rating))]))
  }
}

extension Outing.Stop {
  var jsonObject: JSONObject {
    var object = JSONObject([("id", .string(listing.id))])
    object["name"] = listing.name.map { .string($0) }
    object["lat"] = .double(listing.coordinate.latitude)
    object["lon"] = .double(listing.coordinate.longitude)
    object["walk"] = Outing.meters(walkMeters)
    Outing.write(listing.price, into: &object)
    object["rating"] = listing.rating.map { .double($0) }
    object["ratingCount"] = listing.ratingCount.map { .int(Int64($0)) }
    return object
  }
}
