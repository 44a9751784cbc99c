import CivilTime
import Geography
import Hours
import Streams
import Vicinity

extension TableColumn {
  /// The text of the column for a match; empty without a value.
  package func text(of match: Match, now: Instant, units: DistanceUnits) -> String {
    func text(_ meters: Double?) -> String { meters.map { Distance.meters($0).text(in: units) } ?? "" }
    return switch self {
    case .distance: text(match.distanceMeters)
    case .bearing: match.bearingDegrees.map { Self.bearingText($0) } ?? ""
    case .position: Self.positionText(match.coordinate)
    case .price: match.listing?.price?.text ?? ""
    case .rating: match.listing?.ratingText ?? ""
    case .opening, .openingBriefly: match.listing?.statusText ?? openingText(match, now)
    case .when: Self.whenText(match, now)
    case .field(.stayPrice): match.stayPrice?.price.text ?? ""
    case .field(.nightPrice): match.nightPrice?.text ?? ""
    case .field(.tags): match.listing.map { Self.tagsText($0.tags) } ?? ""
    case .field(.routePosition): text(match.place?.positionMeters)
    case .field(.offset): text(match.place?.offsetMeters)
    // The way is not known, only the straight line.
    case .field(.detour): match.place.map { "about \(text($0.detourMeters))" } ?? ""
    case .field(.distances): (match.distancesMeters ?? []).map(text).joined(separator: ", ")
    case .field(.spread): text(match.spreadMeters)
    case .field(.counterfactual): match.score?.counterfactual(in: units)?.printable ?? ""
    case .own(let name): match.ownValue(of: name)?.plainText.printable ?? ""
    case .field(let field): match.fieldValue(of: field)?.plainText.printable ?? ""
    }
  }

  /// The emphasis of the cell.
  func emphasis(of match: Match) -> TableStyle.Emphasis? {
    guard self == .opening || self == .openingBriefly, let opening = match.opening else {
      return self == .field(.id) ? .faint : nil
    }
    if match.listing?.statusText != nil { return .faint }
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

  private func openingText(_ match: Match, _ now: Instant) -> String {
    guard let opening = match.opening else { return "" }
    let clock = Self.clock(match, now)
    return self == .opening
      ? opening.text(kind: match.kind, clock: clock) : opening.briefText(kind: match.kind, clock: clock)
  }

  private static func whenText(_ match: Match, _ now: Instant) -> String {
    guard let starts = match.starts else { return "" }
    return clock(match, now).span(from: starts, to: match.ends)
  }

  private static func clock(_ match: Match, _ now: Instant) -> LocalTimeText {
    LocalTimeText(zone: match.zone ?? .utc, now: now)
  }
}

extension Listing {
  /// What is said instead of the opening: that an event is off, or a place not in business; nil for others.
  var statusText: String? { status?.rawValue ?? operatingStatus?.rawValue }
}
