import CivilTime
import Geography
import Streams

extension Listing {
  /// The listing as one canonical JSON object, without a line break: the form that `import` reads.
  ///
  /// The keys are in a fixed order, absent values are left out, coordinates have at most 7 decimals (11 mm), and
  /// instants have the offset of the listing's zone. Equal listings give equal text.
  public var jsonText: String {
    var writer = JSONWriter(reservingCapacity: 512)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The same with all digits of the coordinates, so that importing it changes nothing.
  package var exactJSONText: String { String(decoding: exactJSON, as: UTF8.self) }

  /// The bytes of `exactJSONText`.
  package var exactJSON: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 512)
    write(to: &writer, degreeDecimals: nil)
    return writer.bytes
  }

  /// Writes the canonical JSON object.
  ///
  /// - Parameter degreeDecimals: the most decimals of the coordinates; nil for all.
  func write(to writer: inout JSONWriter, degreeDecimals: Int? = 7) {
    writer.object { writer in
      for row in Field.table {
        switch row.field {
        case .lat: write("lat", coordinate.latitude, decimals: degreeDecimals, to: &writer)
        case .lon: write("lon", coordinate.longitude, decimals: degreeDecimals, to: &writer)
        default: write(row, to: &writer)
        }
      }
    }
  }

  private func write(_ row: FieldDefinition, to writer: inout JSONWriter) {
    let key = row.field.rawValue
    switch row.value {
    case .text(let access, _): writer.member(key, access.get(self))
    case .whole(let access, _, _): writer.member(key, access.get(self))
    case .number(let access, _, _, _):
      guard let number = access.get(self) else { return }
      writer.key(key)
      writer.double(number)
    case .word(let word): writer.member(key, word.text(of: self))
    case .composite: writeComposite(row.field, to: &writer)
    }
  }

  private func writeComposite(_ field: Field, to writer: inout JSONWriter) {
    switch field {
    case .id: writer.member("id", id)
    case .kind: writer.member("kind", kind.rawValue)
    case .tags: write("tags", tags, to: &writer) { $0.string($1) }
    case .price: if let price { write("price", price.amount, decimals: 3, to: &writer) }
    case .currency: writer.member("currency", rateCurrency)
    case .starts: writer.member("starts", wholeDays?.first.description ?? text(of: starts))
    case .ends:
      writer.member("ends", wholeDays.map { $0.last == $0.first ? nil : $0.last.description } ?? text(of: ends))
    case .nightlyRates:
      write("nightlyRates", nightlyRates, to: &writer) { json, rate in json.object { rate.write(to: &$0) } }
    case .publicRadius:
      guard let publicRadiusMeters else { return }
      writer.key("publicRadius")
      writer.double(publicRadiusMeters)
    case .names:
      guard !names.isEmpty else { return }
      writer.key("names")
      writer.value(NamedTexts.json(of: names))
    case .unavailable: write("unavailable", unavailable, to: &writer) { $0.value($1) }
    case .images: write("images", images, to: &writer) { $0.string($1) }
    case .links:
      guard !links.isEmpty else { return }
      writer.key("links")
      writer.value(NamedTexts.json(of: links))
    case .own:
      for (key, value) in own.byKey {
        writer.key(key)
        writer.value(value)
      }
    // Whole days show by the form of `starts`.
    default: return
    }
  }

  private func text(of time: Instant?) -> String? {
    time?.iso8601(in: timeZone.flatMap(Zone.init(identifier:)) ?? .utc)
  }

  private func write(_ key: String, _ number: Double, decimals: Int?, to writer: inout JSONWriter) {
    writer.key(key)
    if let decimals { writer.double(number, decimals: decimals) } else { writer.double(number) }
  }

  /// Writes an array; nothing when it is empty.
  private func write<Element>(
    _ key: String, _ elements: [Element], to writer: inout JSONWriter,
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    writer.key(key)
    writer.array { writer in for element in elements { body(&writer, element) } }
  }
}

extension NightlyRate {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("from", nights.from.description)
    writer.member("to", nights.to.description)
    if let price {
      writer.key("price")
      writer.double(price.amount, decimals: 3)
    }
    writer.member("minNights", minNights)
    writer.member("maxNights", maxNights)
  }
}

extension Sequence where Element == Listing {
  /// Writes every listing as one canonical JSON line, in chunks of about a mebibyte of UTF-8, each of whole lines.
  ///
  /// Memory stays constant however long the sequence is.
  public func writeJSONLines(to sink: ([UInt8]) throws -> Void) rethrows {
    let chunk = 1 << 20
    var writer = JSONWriter(reservingCapacity: chunk + 4096)
    for listing in self {
      listing.write(to: &writer)
      writer.newline()
      guard writer.count >= chunk else { continue }
      try sink(writer.bytes)
      writer.removeAll()
    }
    if writer.count > 0 { try sink(writer.bytes) }
  }
}
