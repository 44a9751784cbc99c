import CivilTime
import Geography
import Hours
import Streams
import Vicinity

extension TableColumn {
  /// The text of the column for a match; empty without a value.
  func text(of match: Match, now: Instant) -> String {
    switch self {
    case .distance: match.distanceMeters.map { Distance.meters($0).description } ?? ""
    case .bearing: match.bearingDegrees.map { Self.bearingText($0) } ?? ""
    case .position: Self.positionText(match.coordinate)
    case .price: match.listing?.price?.text ?? ""
    case .rating: match.listing?.ratingText ?? ""
    case .opening: match.opening?.text(kind: match.kind, clock: Self.clock(match, now)) ?? ""
    case .openingBriefly: match.opening?.briefText(kind: match.kind, clock: Self.clock(match, now)) ?? ""
    case .when: Self.whenText(match, now)
    case .field(.stayPrice): match.stayPrice?.price.text ?? ""
    case .field(.tags): match.listing.map { Self.tagsText($0.tags) } ?? ""
    case .field(.routePosition): match.place.map { Distance.meters($0.positionMeters).description } ?? ""
    case .field(.offset): match.place.map { Distance.meters($0.offsetMeters).description } ?? ""
    case .field(.detour): match.place.map { Distance.meters(2 * $0.offsetMeters).description } ?? ""
    case .field(.distances): Self.distancesText(match)
    case .own(let name): match.ownValue(of: name)?.plainText.printable ?? ""
    case .field(let field): match.fieldValue(of: field)?.plainText.printable ?? ""
    }
  }

  private static func distancesText(_ match: Match) -> String {
    (match.distancesMeters ?? []).map { Distance.meters($0).description }.joined(separator: ", ")
  }

  /// The emphasis of the cell.
  func emphasis(of match: Match) -> TableStyle.Emphasis? {
    guard self == .opening || self == .openingBriefly, let opening = match.opening else {
      return self == .field(.id) ? .faint : nil
    }
    return switch opening.state {
    case .open: .good
    case .closed: .faint
    case .unknown: .doubtful
    }
  }

  /// The first few tags: some listings have fifty, and a row should fit on one line.
  private static func tagsText(_ tags: [String]) -> String {
    let shown = tags.prefix(5).joined(separator: " ").printable
    return tags.count > 5 ? "\(shown) +\(tags.count - 5)" : shown
  }

  private static func bearingText(_ degrees: Double) -> String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let index = Int((degrees / 45).rounded()) % 8
    return "\(Int(degrees.rounded()) % 360)° \(names[index])"
  }

  static func positionText(_ coordinate: Coordinate) -> String {
    let latitude = FieldValue.decimal(coordinate.latitude, places: 5).plainText
    return "\(latitude), \(FieldValue.decimal(coordinate.longitude, places: 5).plainText)"
  }

  private static func whenText(_ match: Match, _ now: Instant) -> String {
    guard let starts = match.starts else { return "" }
    return clock(match, now).span(from: starts, to: match.ends)
  }

  private static func clock(_ match: Match, _ now: Instant) -> LocalTimeText {
    LocalTimeText(zone: match.zone ?? .utc, now: now)
  }
}
