import CivilTime
import Streams
import Vicinity

extension Understood {
  /// `{"open": {"from": …, "to": …}, "during": {…}, "stay": {…}, "near": {"name": …, "lat": …, "lon": …}}`,
  /// in local time.
  var json: JSONValue {
    var object = JSONObject()
    object["open"] = open?.json
    object["during"] = during?.json
    object["stay"] = stay.map { nights in
      .object(JSONObject([("from", .string(nights.from.description)), ("to", .string(nights.to.description))]))
    }
    object["near"] = near.map { place in
      .object(
        JSONObject([
          ("name", .string(place.name)), ("lat", .double(place.coordinate.latitude)),
          ("lon", .double(place.coordinate.longitude)),
        ]))
    }
    return .object(object)
  }
}

extension Understood.Span {
  fileprivate var json: JSONValue {
    var object = JSONObject([("from", .string(from.description))])
    object["to"] = to.map { .string($0.description) }
    return .object(object)
  }
}
