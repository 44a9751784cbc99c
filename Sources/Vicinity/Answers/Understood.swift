import CivilTime
import Geography

/// The times of a query that depend on its `now`, such as "tonight", and the name of its place, as interpreted.
///
/// Times are local to the first match. Other listings have the same local times in their own zones.
public struct Understood: Hashable, Sendable {
  /// The time at which, the time span throughout which, or the window in which listings must be open.
  public var open: Span?
  /// The window in which events take place.
  public var during: Span?
  /// The nights of the stay.
  public var stay: Nights?
  /// The named place.
  public var near: NamedPlace?

  /// A place with its full name, such as "Paris, Île-de-France, FR".
  public struct NamedPlace: Hashable, Sendable {
    /// Name, region and country.
    public var name: String
    /// The center.
    public var coordinate: Coordinate
  }

  /// A time span in local time; `to` is exclusive, and nil for a single moment, or without an end.
  public struct Span: Hashable, Sendable {
    /// The start.
    public var from: LocalDateTime
    /// The end.
    public var to: LocalDateTime?
  }

  /// Nil if nothing of the kind can be resolved.
  init?(_ query: Query, at now: Instant, in zone: Zone) {
    func local(_ seconds: Int64) -> LocalDateTime { zone.localDateTime(at: Instant(secondsSince1970: seconds)) }
    if let opening = query.open, opening.isRelative, let visit = opening.visit(in: zone, now: now) {
      let from = visit.arrival.secondsSince1970
      let length = opening.sometime != nil ? visit.wait + 1 : opening.until != nil ? visit.stay : 0
      open = Span(from: local(from), to: length > 0 ? local(from + length) : nil)
    }
    if let window = query.during, window.isRelative, let extent = window.extent(in: zone, now: now) {
      during = Span(from: local(extent.from), to: extent.to == .max ? nil : local(extent.to))
    }
    if let stay = query.stay, stay.word != nil { self.stay = stay.nights }
    near = query.near.flatMap { near in query.foundPlace.map { NamedPlace(name: $0, coordinate: near) } }
    if open == nil, during == nil, stay == nil, near == nil { return nil }
  }
}

extension Understood {
  /// The place and the times as text, one line each: `open: Fr 2026-11-27 18:00 to Sa 2026-11-28 06:00`.
  package var lines: [String] {
    var lines: [String] = []
    if let near { lines.append("near: \(near.name)") }
    if let open { lines.append("open: \(open.text)") }
    if let during { lines.append("during: \(during.text)") }
    if let stay {
      lines.append("stay: \(stay.from.weekday.abbreviation) \(stay.from) to \(stay.to.weekday.abbreviation) \(stay.to)")
    }
    return lines
  }
}

extension Understood.Span {
  fileprivate var text: String {
    guard let to else { return Self.text(of: from) }
    return "\(Self.text(of: from)) to \(Self.text(of: to))"
  }

  private static func text(of time: LocalDateTime) -> String {
    "\(time.date.weekday.abbreviation) \(time.date) \(time.description.dropFirst("2026-11-27T".count).prefix(5))"
  }
}
