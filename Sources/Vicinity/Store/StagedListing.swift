/// The bytes in which a bulk load keeps a listing until its place in the file is known.
///
/// Lives in a temporary table for the length of one transaction and never longer, so the form may change at will: a sequence of
/// fields, each a presence byte and its value; numbers little-endian, texts with a length before them.
enum StagedListing {
  static func encode(_ listing: Listing, into bytes: inout [UInt8]) {
    var writer = FieldWriter(bytes: bytes)
    writer.bytes.removeAll(keepingCapacity: true)
    writer.put(listing.id)
    writer.put(listing.kind.rawValue)
    writer.put(listing.coordinate.latitude.bitPattern)
    writer.put(listing.coordinate.longitude.bitPattern)
    for text in texts { writer.put(listing[keyPath: text]) }
    for number in numbers { writer.put(listing[keyPath: number]) }
    writer.put(listing.price?.minorUnits)
    writer.put(listing.price?.currency)
    writer.put(listing.rating?.bitPattern)
    writer.put(listing.starts?.secondsSince1970)
    writer.put(listing.ends?.secondsSince1970)
    writer.put(listing.tags.count)
    for tag in listing.tags { writer.put(tag) }
    writer.put(listing.unavailable.count)
    for nights in listing.unavailable {
      writer.put(nights.from.dayNumber)
      writer.put(nights.to.dayNumber)
    }
    bytes = writer.bytes
  }

  /// - Returns: nil when the bytes were not made by `encode`.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> Listing? {
    var reader = FieldReader(bytes: bytes)
    guard let id = reader.text(), let kind = reader.text().flatMap(Kind.init(rawValue:)),
      let latitude = reader.number(as: UInt64.self), let longitude = reader.number(as: UInt64.self)
    else { return nil }
    let coordinate = Coordinate(latitude: Double(bitPattern: latitude), longitude: Double(bitPattern: longitude))
    var listing = Listing(id: id, kind: kind, coordinate: coordinate)
    for text in texts { listing[keyPath: text] = reader.text() }
    for number in numbers { listing[keyPath: number] = reader.number() }
    let minorUnits = reader.number(as: Int.self)
    let currency = reader.text()
    listing.price = minorUnits.map { Price(minorUnits: $0, currency: currency) }
    listing.rating = reader.number(as: UInt64.self).map(Double.init(bitPattern:))
    listing.starts = reader.number(as: Int64.self).map(Instant.init(secondsSince1970:))
    listing.ends = reader.number(as: Int64.self).map(Instant.init(secondsSince1970:))
    listing.tags = (0..<(reader.number() ?? 0)).compactMap { _ in reader.text() }
    listing.unavailable = (0..<(reader.number() ?? 0)).compactMap { _ in
      guard let from = reader.number(as: Int.self), let to = reader.number(as: Int.self) else { return nil }
      return Nights(from: LocalDate(dayNumber: from), to: LocalDate(dayNumber: to))
    }
    return listing
  }

  private static var texts: [WritableKeyPath<Listing, String?>] {
    [
      \.name, \.timeZone, \.openingHours, \.recurrence, \.venue, \.host, \.address, \.phone, \.url, \.image,
      \.description,
    ]
  }
  private static var numbers: [WritableKeyPath<Listing, Int?>] {
    [\.priceLevel, \.ratingCount, \.capacity, \.guests, \.minNights, \.maxNights]
  }
}

private struct FieldWriter {
  var bytes: [UInt8]

  mutating func put<T: FixedWidthInteger>(_ number: T?) {
    bytes.append(number == nil ? 0 : 1)
    if let number { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
  }

  mutating func put(_ text: String?) {
    put(text?.utf8.count)
    if let text { bytes.append(contentsOf: text.utf8) }
  }
}

private struct FieldReader {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  mutating func number<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
    guard position < bytes.count else { return nil }
    position += 1
    guard bytes[position - 1] == 1, position + MemoryLayout<T>.size <= bytes.count else { return nil }
    defer { position += MemoryLayout<T>.size }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
  }

  mutating func text() -> String? {
    guard let count = number(as: Int.self), position + count <= bytes.count else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }
}
