import CivilTime
import Geography
import Streams
import Vicinity

/// Outings as tables: a line for each place, and one for the sum, below the score and its parts.
public struct OutingTable: Sendable {
  private let outings: [Outing]
  private let request: OutingRequest
  private let now: Instant
  private let units: DistanceUnits

  /// Makes the tables of some outings.
  /// - Parameters:
  ///   - outings: the best first.
  ///   - request: the request that was answered.
  ///   - now: times are formatted relative to it.
  ///   - units: of distances.
  public init(
    _ outings: [Outing], for request: OutingRequest, at now: Instant, units: DistanceUnits = .metric
  ) {
    (self.outings, self.request, self.now, self.units) = (outings, request, now, units)
  }

  /// The lines; empty without outings.
  public var text: String {
    let rows = outings.enumerated().map { number, outing in
      (title: "\(number + 1). score \(outing.score.text)", lines: lines(of: outing))
    }
    let widths = Self.headings.indices.map { column in
      ([Self.headings] + rows.flatMap(\.lines)).map { $0[column].displayWidth }.max() ?? 0
    }
    return rows.map { row in
      ([row.title] + ([Self.headings] + row.lines).map { Self.line($0, widths) }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static let headings = ["", "WALK", "NAME", "WHEN", "PRICE", "RATING", "ID"]
  private static let alignedRight: Set<Int> = [1]

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map {
      $1.padded(to: widths[$0], alignedRight: alignedRight.contains($0))
    }
    let line = "  " + padded.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func lines(of outing: Outing) -> [[String]] {
    let clock = LocalTimeText(zone: outing.zone, now: now)
    let end = outing.isEndKnown ? "" : " (end not known)"
    return [
      stop("couch", outing.couch, "\(request.nights.from)..\(request.nights.to)"),
      stop("event", outing.event, clock.span(from: outing.starts, to: outing.over) + end),
      stop("bar", outing.bar, clock.span(from: outing.arrival, to: outing.closes)),
      [
        "in all", WalkText.about(outing.walkMinutes), "\(distance(outing.walkMeters)) in a straight line",
        "\(WalkText.about(WalkText.minutes(outing.wayBackMeters))) back to the couch",
        outing.price?.text ?? "not known", "", "",
      ],
    ]
  }

  private func stop(_ word: String, _ stop: Outing.Stop, _ when: String) -> [String] {
    [
      word, WalkText.about(WalkText.minutes(stop.walkMeters)), stop.listing.name ?? "", when,
      stop.listing.price?.text ?? "",
      stop.listing.ratingText, stop.listing.id,
    ].map(\.printable)
  }

  private func distance(_ meters: Double) -> String { Distance.meters(meters).text(in: units) }
}

extension Outing {
  /// On foot from the origin to the couch, the event and the bar.
  fileprivate var walkMinutes: Int64 {
    [couch, event, bar].reduce(0) { $0 + WalkText.minutes($1.walkMeters) }
  }
}

extension OutingScore {
  /// The score with its parts: `0.8123 = walk 0.3512 + price 0.2 + rating 0.2611`.
  var text: String { "\(total) = walk \(walk) + price \(price) + rating \(rating)" }
}

extension OutingWork {
  /// The step of a search for outings that found nothing, where the whole search found nothing.
  /// - Parameters:
  ///   - request: the request that was answered.
  ///   - units: of distances.
  package func shortage(for request: OutingRequest, units: DistanceUnits = .metric) -> String {
    let walk = Distance.meters(request.walkMeters).text(in: units)
    if couches == 0 { return "no couch within \(walk) is free for \(request.nights.from)..\(request.nights.to)" }
    if events == 0 {
      let free = couches == 1 ? "the 1 free couch" : "the \(couches) free couches"
      return "no event within \(walk) of \(free) ends between 18:00 and 06:00 on one of the nights"
    }
    if bars == 0 { return "no bar within \(walk) of the events is open for an hour after them" }
    return "every combination costs more than allowed, or has prices in two currencies"
  }
}
