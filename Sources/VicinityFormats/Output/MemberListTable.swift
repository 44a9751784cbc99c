import CivilTime
import Geography
import Streams
import Vicinity

/// A member's list as a table.
public struct MemberListTable: Sendable {
  private let headings: [String]
  private let rows: [[String]]
  private let alignedRight: Set<Int>

  private init(_ headings: [String], _ rows: [[String]], alignedRight: Set<Int> = []) {
    self.headings = headings
    self.rows = rows
    self.alignedRight = alignedRight
  }

  /// The lines; empty without rows.
  public var text: String {
    guard !rows.isEmpty else { return "" }
    let lines = [headings] + rows.map { $0.map(\.printable) }
    let widths = headings.indices.map { column in lines.map { $0[column].displayWidth }.max() ?? 0 }
    return lines.map { line in
      let cells = line.enumerated().map {
        $1.padded(to: widths[$0], alignedRight: alignedRight.contains($0))
      }
      return cells.joined(separator: "  ").trimmedAtEnd
    }.joined(separator: "\n")
  }

  /// Favorites, with the distance where known.
  public init(_ rows: [MemberList.Favorite], at now: Instant, units: DistanceUnits = .metric) {
    self.init(
      ["DISTANCE", "NAME", "KIND", "WHEN", "ID"],
      rows.map { row in
        let clock = LocalTimeText(row.listing, now)
        return [
          Self.distance(row.distanceMeters, units), row.listing.title, row.listing.kind.rawValue,
          [row.listing.statusText, row.starts.map { clock.span(from: $0, to: row.ends) }]
            .compactMap { $0 }.joined(separator: ", "), row.listing.id,
        ]
      }, alignedRight: [0])
  }

  /// Favorites that are on today.
  public init(_ rows: [MemberList.Today], at now: Instant, units: DistanceUnits = .metric) {
    self.init(
      ["DISTANCE", "NAME", "KIND", "WHEN", "ID"],
      rows.map { row in
        [
          Self.distance(row.distanceMeters, units), row.listing.title, row.listing.kind.rawValue,
          LocalTimeText(row.listing, now).span(from: row.from, to: row.to), row.listing.id,
        ]
      }, alignedRight: [0])
  }

  /// Events joined.
  public init(_ rows: [MemberList.Joined], at now: Instant) {
    self.init(
      ["NAME", "WHEN", "PLACE", "COST", "JOINED", "ID"],
      rows.map { row in
        [
          row.listing.title, LocalTimeText(row.listing, now).span(from: row.attendance.starts, to: row.ends),
          row.placeText,
          row.attendance.cost?.text ?? "",
          row.attendance.capacity.map { "\(row.attendance.joined) of \($0)" } ?? "\(row.attendance.joined)",
          row.listing.id,
        ]
      })
  }

  /// The attendees of an event.
  public init(_ list: MemberList.Attendees, at now: Instant) {
    let clock = LocalTimeText(list.listing, now)
    self.init(
      ["MEMBER", "PLACE", "SINCE", "STARTS"],
      list.attendees.map { row in
        [
          row.member, row.place.map { "waits, \($0)" } ?? "joined", clock.span(from: row.since, to: nil),
          clock.span(from: list.starts, to: nil),
        ]
      })
  }

  /// Listings hosted.
  public init(_ rows: [MemberList.Hosted]) {
    self.init(
      ["NAME", "KIND", "RATING", "FAVORITES", "JOINED", "WAITING", "REQUESTS", "ID"],
      rows.map { row in
        let counts = [row.favorites, row.joined, row.waiting, row.requests].map(String.init)
        return [row.listing.title, row.listing.kind.rawValue, row.listing.ratingText] + counts
          + [row.listing.id]
      }, alignedRight: [3, 4, 5, 6])
  }

  /// Events to rate.
  public init(_ rows: [MemberList.ToRate], at now: Instant) {
    self.init(
      ["NAME", "WHEN", "ID"],
      rows.map { row in
        [row.listing.title, LocalTimeText(row.listing, now).span(from: row.starts, to: nil), row.listing.id]
      })
  }

  /// Listings that a member has rated.
  public init(_ rows: [MemberList.Rated]) {
    self.init(
      ["STARS", "NAME", "AT", "TEXT", "ID"],
      rows.map { row in
        let review = row.review
        return [
          "\(review.stars)", row.listing.title, String("\(review.at)".prefix(10)), review.text ?? "", row.listing.id,
        ]
      })
  }

  /// The places a member has been to.
  public init(_ rows: [MemberList.Past], at now: Instant) {
    self.init(
      ["WHEN", "NAME", "KIND", "WHAT", "ID"],
      rows.map { row in
        let clock = LocalTimeText(row.listing, now)
        let nights = row.booking.map { "\($0.nights.from) to \($0.nights.to)" }
        return [
          nights ?? clock.span(from: row.from, to: row.to), row.listing.title, row.listing.kind.rawValue,
          row.what.rawValue, row.listing.id,
        ]
      })
  }

  /// Bookings.
  public init(_ rows: [Booking]) {
    self.init(
      ["COUCH", "GUEST", "FROM", "TO", "GUESTS", "STATUS", "PRICE", "LISTING", "BOOKING"],
      rows.map { row in
        [
          row.name ?? row.listing, row.member, "\(row.nights.from)", "\(row.nights.to)",
          "\(row.guests)", row.statusText, row.price?.text ?? "", row.listing, row.id,
        ]
      }, alignedRight: [4])
  }

  /// Reviews.
  public init(_ rows: [MemberList.Review]) {
    self.init(
      ["STARS", "MEMBER", "AT", "TEXT"],
      rows.map { ["\($0.stars)", $0.member, String("\($0.at)".prefix(10)), $0.text ?? ""] })
  }

  private static func distance(_ meters: Double?, _ units: DistanceUnits) -> String {
    meters.map { Distance.meters($0).text(in: units) } ?? ""
  }
}

extension RatingSummary {
  /// Mean and votes on one line, and a line for each number of stars given by members.
  public var text: String {
    guard let mean else { return "\(listing.printable): no ratings" }
    let number = { (value: Double) in FieldValue.decimal(value, places: 2).plainText }
    let source = sourceMean.map { "; its source: \(number($0)) from \(sourceVotes)" } ?? ""
    let bars = (2...10).reversed().compactMap(Stars.init(halves:)).filter { count(of: $0) > 0 }.map { stars in
      let width = max(1, 20 * count(of: stars) / max(1, memberVotes))
      return "\(stars)".padded(to: 5, alignedRight: true) + "  " + String(repeating: "█", count: width)
        + " \(count(of: stars))"
    }
    return (["\(listing.printable): \(number(mean)) from \(votes.counted("rating"))\(source)"] + bars).joined(
      separator: "\n")
  }
}

extension HostRating {
  /// The rating on one line.
  public var text: String {
    let own = listings.counted("listing")
    guard let mean, let voteAwareMean else { return "\(member.printable): \(own), no ratings" }
    let number = { (value: Double) in FieldValue.decimal(value, places: 2).plainText }
    return "\(member.printable): \(own), mean \(number(mean)) from \(votes.counted("rating")), "
      + "\(number(voteAwareMean)) weighted by votes"
  }
}

extension MemberList.Joined {
  fileprivate var placeText: String {
    if isCancelled { return "cancelled" }
    return attendance.place.map { "waits at \($0)" } ?? (isOver ? "over" : "yes")
  }
}

extension Listing {
  fileprivate var title: String { name ?? "" }
}

extension LocalTimeText {
  fileprivate init(_ listing: Listing, _ now: Instant) {
    self.init(zone: listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc, now: now)
  }
}

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
