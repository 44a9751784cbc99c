import CivilTime
import Geography

/// The bytes in which a bulk load keeps a listing until its place in the file is known.
///
/// They live as long as one transaction and never longer, so the form may change at will: the id, a mask of what is present, the kind,
/// the coordinate, then numbers, texts, tags, blocked nights and rates. Numbers are little-endian, texts have a length before them.
enum StagedListing {
  /// Optional texts, in their order in the mask and in the bytes.
  enum Text: Int, CaseIterable {
    case name, timeZone, openingHours, recurrence, venue, host, address, phone, url, image, description, currency
    case exactAddress
  }

  /// Optional numbers, in their order behind the texts in the mask; ratings and degrees are the bits of their doubles, a status its
  /// position in `statuses`.
  enum Number: Int, CaseIterable {
    case price, priceLevel, rating, ratingCount, starts, ends, capacity, guests, minNights, maxNights, allDay, status
    case exactLatitude, exactLongitude, exactRadius, advanceNotice
  }

  static let kinds = Kind.allCases
  static let statuses = EventStatus.allCases

  static func encode(_ listing: Listing, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    put(listing.id, to: &bytes)
    let maskStart = bytes.count
    var mask: UInt32 = 0
    put(mask, to: &bytes)
    bytes.append(UInt8(kinds.firstIndex(of: listing.kind) ?? 0))
    put(listing.coordinate.latitude.bitPattern, to: &bytes)
    put(listing.coordinate.longitude.bitPattern, to: &bytes)
    putNumbers(of: listing, &mask, to: &bytes)
    putTexts(of: listing, &mask, to: &bytes)
    put(UInt32(listing.tags.count), to: &bytes)
    for tag in listing.tags { put(tag, to: &bytes) }
    put(UInt32(listing.unavailable.count), to: &bytes)
    for nights in listing.unavailable {
      put(Int64(nights.from.dayNumber), to: &bytes)
      put(Int64(nights.to.dayNumber), to: &bytes)
    }
    put(UInt32(listing.nightlyRates.count), to: &bytes)
    for rate in listing.nightlyRates { put(rate, to: &bytes) }
    for index in 0..<4 { bytes[maskStart + index] = UInt8(truncatingIfNeeded: mask >> (8 * UInt32(index))) }
  }

  /// Whether two listings agree to the last byte; `==` takes texts for equal that are only written differently.
  static func isSame(_ left: Listing, _ right: Listing) -> Bool {
    var (leftBytes, rightBytes): ([UInt8], [UInt8]) = ([], [])
    encode(left, into: &leftBytes)
    encode(right, into: &rightBytes)
    return leftBytes == rightBytes
  }

  private static func putNumbers(of listing: Listing, _ mask: inout UInt32, to bytes: inout [UInt8]) {
    func put(_ number: Int64?, _ name: Number) {
      guard let number else { return }
      mask |= bit(name)
      self.put(number, to: &bytes)
    }
    put(listing.price.map { Int64($0.minorUnits) }, .price)
    put(listing.priceLevel.map(Int64.init), .priceLevel)
    put(listing.rating.map { Int64(bitPattern: $0.bitPattern) }, .rating)
    put(listing.ratingCount.map(Int64.init), .ratingCount)
    put(listing.starts?.secondsSince1970, .starts)
    put(listing.ends?.secondsSince1970, .ends)
    put(listing.capacity.map(Int64.init), .capacity)
    put(listing.guests.map(Int64.init), .guests)
    put(listing.minNights.map(Int64.init), .minNights)
    put(listing.maxNights.map(Int64.init), .maxNights)
    put(listing.allDay ? 1 : nil, .allDay)
    put(listing.status.flatMap(statuses.firstIndex).map(Int64.init), .status)
    put(listing.exact.map { Int64(bitPattern: $0.coordinate.latitude.bitPattern) }, .exactLatitude)
    put(listing.exact.map { Int64(bitPattern: $0.coordinate.longitude.bitPattern) }, .exactLongitude)
    put(listing.exact.map { Int64(bitPattern: $0.radius.bitPattern) }, .exactRadius)
    put(listing.advanceNotice.map(Int64.init), .advanceNotice)
  }

  private static func putTexts(of listing: Listing, _ mask: inout UInt32, to bytes: inout [UInt8]) {
    func put(_ text: String?, _ name: Text) {
      guard let text else { return }
      mask |= bit(name)
      self.put(text, to: &bytes)
    }
    put(listing.name, .name)
    put(listing.timeZone, .timeZone)
    put(listing.openingHours, .openingHours)
    put(listing.recurrence, .recurrence)
    put(listing.venue, .venue)
    put(listing.host, .host)
    put(listing.address, .address)
    put(listing.phone, .phone)
    put(listing.url, .url)
    put(listing.image, .image)
    put(listing.description, .description)
    put(listing.rateCurrency, .currency)
    put(listing.exact?.address, .exactAddress)
  }

  static func bit(_ text: Text) -> UInt32 { 1 << UInt32(text.rawValue) }
  static func bit(_ number: Number) -> UInt32 { 1 << UInt32(Text.allCases.count + number.rawValue) }

  /// Nights, then price, fewest and most nights; -1 for what is as usual.
  private static func put(_ rate: NightlyRate, to bytes: inout [UInt8]) {
    for day in [rate.nights.from, rate.nights.to] { put(Int64(day.dayNumber), to: &bytes) }
    for number in [rate.price?.minorUnits, rate.minNights, rate.maxNights] { put(Int64(number ?? -1), to: &bytes) }
  }

  private static func put(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func put(_ text: String, to bytes: inout [UInt8]) {
    put(UInt32(text.utf8.count), to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }
}
