import CivilTime
import Streams
import Vicinity

/// A listing as text: one line per member, absent ones left out.
public struct ListingSheet: Sendable {
  private let listing: Listing
  private let now: Instant

  /// Makes a sheet with times relative to `now`.
  public init(_ listing: Listing, at now: Instant) {
    self.listing = listing
    self.now = now
  }

  /// The lines, label and value in two columns.
  public var text: String {
    let rows = rows.compactMap { label, value in value.flatMap { $0.isEmpty ? nil : (label, $0.printable) } }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "\($0.0.padded(to: width, alignedRight: false))  \($0.1)" }.joined(separator: "\n")
  }

  private var rows: [(String, String?)] {
    [
      ("id", listing.id), ("kind", listing.kind.rawValue), ("name", listing.name),
      ("also", listing.names.byKey.map { "\($0.key): \($0.value)" }.joined(separator: ", ")),
      ("position", TableColumn.positionText(listing.coordinate)), ("time zone", listing.timeZone),
      ("tags", listing.tags.joined(separator: " ")), ("price", priceText), ("rating", listing.ratingText),
    ] + timeRows + termRows + otherRows + ownRows
  }

  private var timeRows: [(String, String?)] {
    let clock = LocalTimeText(zone: listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc, now: now)
    let shown = listing.occurrence(at: now)
    return [
      ("hours", listing.openingHours), ("when", shown.map { clock.span(from: $0.starts, to: $0.ends) }),
      ("first", shown?.starts == listing.starts ? nil : listing.starts.map { clock.span(from: $0, to: listing.ends) }),
      ("status", listing.status?.rawValue),
      ("repeats", listing.recurrence?.split(whereSeparator: \.isNewline).joined(separator: " ")),
      ("capacity", listing.capacity.map(String.init)), ("venue", listing.venue),
    ]
  }

  private var termRows: [(String, String?)] {
    [
      ("guests", listing.guests.map { "up to \($0)" }), ("nights", nightsText),
      ("notice", listing.advanceNoticeDays.map { $0.counted("day") }),
      ("cancel until", listing.cancellationNoticeDays.map { "\($0.counted("day")) before arrival" }),
      ("on nights", listing.nightlyRates.map(\.text).joined(separator: "; ")),
      ("not free", listing.unavailable.map { "\($0.from)..\($0.to)" }.joined(separator: ", ")),
    ]
  }

  /// The remaining fields, in the order of the table of fields.
  private var otherRows: [(String, String?)] {
    Field.ofListing.filter { !Self.fieldsAbove.contains($0) }.map { field in
      (field.definition?.label ?? field.rawValue, listing.fieldValue(of: field)?.plainText)
    }
  }

  private var ownRows: [(String, String?)] {
    listing.own.byKey.map { ($0.key.printable, $0.value.fieldValue.plainText) }
  }

  private static let fieldsAbove: Set<Field> = [
    .id, .kind, .name, .names, .lat, .lon, .timezone, .tags, .price, .currency, .priceLevel, .rating, .ratingCount,
    .openingHours, .starts, .ends, .allDay, .status, .recurrence, .capacity, .venue,
    .guests, .minNights, .maxNights, .advanceNotice, .nightlyRates, .unavailable, .publicRadius,
  ]

  private var priceText: String? {
    let level = listing.priceLevel.map { "level \($0) of 4" }
    return [listing.price?.text, level].compactMap { $0 }.joined(separator: ", ")
  }

  private var nightsText: String? {
    switch (listing.minNights, listing.maxNights) {
    case (let least?, let most?): "\(least) to \(most)"
    case (let least?, nil): "\(least) or more"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): nil
    }
  }
}
