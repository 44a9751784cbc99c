import Geography
import Streams
import Vicinity

/// Reads Inside Airbnb listings as couches, with the nights of a calendar.
///
/// Columns are found by name, because the number of columns has varied between 16 and 79 over the years.
final class AirbnbReader: ListingReader {
  private let table: CSVReader
  private let path: String
  private let columns: [String: Int]
  private let width: Int
  private let currency: String?
  private var calendar: AirbnbCalendar?
  private var left: ReaderRemarks
  private var withoutPrice = 0
  private var hasAssumedCurrency = false
  private var anonymous: AnonymousIds
  private var spoiltIds = SpoiltIds()

  /// Reads the header, and the whole calendar: about 16 bytes per range of nights.
  init(_ buffer: InputBuffer, options: ImportOptions) throws {
    path = buffer.source.path
    table = CSVReader(buffer)
    let header = try table.next() ? table.record : []
    width = header.count
    let columns = Dictionary(header.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    self.columns = columns
    let missing = ["id", "latitude", "longitude"].filter { columns[$0] == nil }
    guard missing.isEmpty else { throw ImportError.missingColumns(missing, path: path, found: header) }
    currency = options.currency
    anonymous = AnonymousIds(source: options.source ?? ImportOptions.sourceName(of: path))
    left = ReaderRemarks(isStrict: options.isStrict)
    if let path = options.calendar { calendar = try AirbnbCalendar(path: path) }
  }

  func next() throws(InputError) -> ImportedRow? {
    guard try table.next() else { return nil }
    return ImportedRow(line: table.recordLine) { () throws(RowRejection) in .listing(try listing()) }
  }

  var rowText: String { table.rawRecord }

  var remarks: ReaderRemarks {
    var remarks = left
    remarks.noteForeignText(firstLine: table.firstForeignLine)
    if withoutPrice > 0 {
      remarks.notes.append("\(withoutPrice.counted("couch has", "couches have")) no price.")
    }
    if hasAssumedCurrency {
      remarks.notes.append(
        "the file writes $ before prices, as Inside Airbnb does for every currency; they were read as USD.")
      remarks.remedies.append(.giveCurrency)
    }
    spoiltIds.note(&remarks)
    remarks.notes += calendar?.notes ?? []
    return remarks
  }

  private func text(_ name: String) -> String? { columns[name].flatMap { table.field($0)?.nonEmpty } }

  private func listing() throws(RowRejection) -> Listing {
    guard table.fieldCount == width else { throw .raggedRow(found: table.fieldCount, expected: width) }
    guard let id = text("id") else { throw .missing(key: "id", suggestion: nil) }
    var listing = Listing(id: id, kind: .couch, coordinate: try coordinate())
    listing.name = text("name")
    if spoiltIds.take(id) { listing.id = anonymous.id(listing.name, listing.coordinate) }
    listing.tags = tags()
    listing.price = price()
    if currency == nil, listing.price?.currency == "USD" { hasAssumedCurrency = true }
    if listing.price == nil { withoutPrice += 1 }
    try setNumbers(&listing)
    listing.unavailable = calendar?.takeNights(of: id) ?? []
    listing.nightlyRates = calendar?.takeRates(of: listing, currency: currency) ?? []
    listing.host = text("host_id")
    listing.address = text("neighbourhood_cleansed")
    listing.url = text("listing_url")
    listing.image = text("picture_url")
    listing.description = text("description").flatMap(HTMLText.plain)
    return listing
  }

  private func coordinate() throws(RowRejection) -> Coordinate {
    guard let latitude = text("latitude"), let longitude = text("longitude") else { throw .coordinateMissing }
    return Coordinate(
      latitude: try MappedListing.number(latitude, .lat), longitude: try MappedListing.number(longitude, .lon))
  }

  private func setNumbers(_ listing: inout Listing) throws(RowRejection) {
    listing.guests = try value(of: "accommodates", .guests, MappedListing.integer)
    listing.minNights = try value(of: "minimum_nights", .minNights, MappedListing.integer)
    let most = try value(of: "maximum_nights", .maxNights, MappedListing.integer)
    listing.maxNights = most.flatMap { $0 >= Self.noLimit ? nil : $0 }
    listing.ratingCount = try value(of: "number_of_reviews", .ratingCount, MappedListing.integer)
    // Until 2021 the exports counted to 100.
    let score = try value(of: "review_scores_rating", .rating, MappedListing.number)
    listing.rating = score.map { $0 > 5 ? $0 / 20 : $0 }
  }

  /// The value of a column; nil without one, and for a wrong one that the couch can do without.
  private func value<Value>(
    of column: String, _ field: Field, _ read: (String, Field) throws(RowRejection) -> Value
  ) throws(RowRejection) -> Value? {
    guard let text = text(column) else { return nil }
    do { return try read(text, field) } catch {
      try left.leaveOut(field, error)
      return nil
    }
  }

  /// The price of a night; the exports print a dollar sign for any currency, so the option takes precedence.
  private func price() -> Price? {
    guard let text = text("price"), let amount = PriceText.firstAmount(in: text) else { return nil }
    return Price(amount: amount, currency: Self.currency(of: text, currency))
  }

  static func currency(of price: String, _ chosen: String?) -> String? { chosen ?? (price.contains("$") ? "USD" : nil) }

  /// Airbnb's default of 1125 nights, three years and a month, means no limit, and hosts enter larger numbers for the
  /// same.
  static let noLimit = 1125

  private func tags() -> [String] {
    var words = TagWords()
    for name in ["property_type", "room_type"] {
      if let type = text(name) { words.add(type.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")) }
    }
    for amenity in amenities() {
      words.add(amenity.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-"))
    }
    return words.sorted
  }

  /// A JSON array inside the field; until 2018 `{TV,"Wireless Internet"}`.
  private func amenities() -> [String] {
    guard let text = text("amenities") else { return [] }
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(text.utf8).array?.compactMap(\.string) ?? []
    } catch {
      return text.split { "{}\",".contains($0) }.map(String.init)
    }
  }
}
