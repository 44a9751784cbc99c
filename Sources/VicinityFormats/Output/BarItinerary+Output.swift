import CivilTime
import Geography
import Streams
import Vicinity

extension BarItinerary {
  /// The itinerary as one JSON object: `score` with its `parts`, `walk`, `price`, then `stops`, each with the `walk` to
  /// it, `arrival`, `departure` and `closes`. Distances are in meters, prices in major units, times in the local time
  /// of the bar.
  public var json: JSONValue {
    var object = JSONObject([
      ("score", .double(score.total)), ("parts", score.parts), ("walk", Outing.meters(walkMeters)),
    ])
    Outing.write(price, into: &object)
    object["stops"] = .array(
      stops.map { stop in
        var form = stop.place.jsonObject
        form["arrival"] = .string(stop.arrival.iso8601(in: stop.zone))
        form["departure"] = .string(stop.departure.iso8601(in: stop.zone))
        form["closes"] = stop.closes.map { .string($0.iso8601(in: stop.zone)) }
        return .object(form)
      })
    return .object(object)
  }

  /// A table with a row for each stop, below the score and its parts.
  public func text(
    at now: Instant, style: TableStyle = TableStyle(), units: DistanceUnits = .metric
  ) -> String {
    var table = TextTable(
      headings: ["STOP", "WALK", "NAME", "WHEN", "CLOSES", "PRICE", "RATING", "ID"], alignedRight: [0, 1])
    table.rows = stops.enumerated().map { number, stop in
      let clock = LocalTimeText(zone: stop.zone, now: now)
      let listing = stop.place.listing
      return [
        "\(number + 1)", WalkText.about(WalkText.minutes(stop.place.walkMeters)), listing.name ?? "",
        clock.span(from: stop.arrival, to: stop.departure), stop.closes.map(clock.short) ?? "",
        listing.price?.text ?? "", listing.ratingText, listing.id,
      ]
    }
    let minutes = stops.reduce(0) { $0 + WalkText.minutes($1.place.walkMeters) }
    let straight = Distance.meters(walkMeters).text(in: units)
    let walk = "\(WalkText.about(minutes)) on foot (\(straight) in a straight line)"
    let sum = "\(walk), \(price?.text ?? "price not known")"
    return "score \(score.text); \(sum)\n" + table.text(style)
  }
}
