import CivilTime
import Geography
import Streams

extension Listing {
  /// The listing as one canonical JSON object, without a line break: the form that `import` reads.
  ///
  /// The keys come in a fixed order, absent values are left out, coordinates have at most 7 decimals (11 mm), and instants carry the
  /// offset of the listing's own zone. Equal listings give equal text.
  public var jsonText: String {
    var writer = JSONWriter(reservingCapacity: 512)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes the canonical JSON object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writeIdentity(to: &writer)
      writeWorth(to: &writer)
      writeTimes(to: &writer)
      writeTerms(to: &writer)
      writeTexts(to: &writer)
    }
  }

  private func writeIdentity(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("kind", kind.rawValue)
    writer.member("name", name)
    writer.key("lat")
    writer.double(coordinate.latitude, decimals: 7)
    writer.key("lon")
    writer.double(coordinate.longitude, decimals: 7)
    writer.member("timezone", timeZone)
    guard !tags.isEmpty else { return }
    writer.key("tags")
    writer.array { for tag in tags { $0.string(tag) } }
  }

  private func writeWorth(to writer: inout JSONWriter) {
    if let price {
      writer.key("price")
      writer.double(price.amount, decimals: 3)
    }
    writer.member("currency", rateCurrency)
    writer.member("priceLevel", priceLevel)
    if let rating {
      writer.key("rating")
      writer.double(rating)
    }
    writer.member("ratingCount", ratingCount)
  }

  private func writeTimes(to writer: inout JSONWriter) {
    writer.member("openingHours", openingHours)
    if let days = wholeDays {
      writer.member("starts", days.first.description)
      writer.member("ends", days.last == days.first ? nil : days.last.description)
    } else if starts != nil || ends != nil {
      let zone = timeZone.flatMap(Zone.init(identifier:)) ?? .utc
      writer.member("starts", starts?.iso8601(in: zone))
      writer.member("ends", ends?.iso8601(in: zone))
    }
    writer.member("recurrence", recurrence)
    writer.member("status", status?.rawValue)
  }

  private func writeTerms(to writer: inout JSONWriter) {
    writer.member("guests", guests)
    writer.member("minNights", minNights)
    writer.member("maxNights", maxNights)
    writer.member("advanceNotice", advanceNotice)
    writeRates(to: &writer)
    if let publicRadius {
      writer.key("publicRadius")
      writer.double(publicRadius)
    }
    writer.member("host", host)
    writer.member("capacity", capacity)
    writer.member("venue", venue)
    guard !unavailable.isEmpty else { return }
    writer.key("unavailable")
    writer.array { writer in
      for nights in unavailable {
        writer.array {
          $0.string(nights.from.description)
          $0.string(nights.to.description)
        }
      }
    }
  }

  private func writeRates(to writer: inout JSONWriter) {
    guard !nightlyRates.isEmpty else { return }
    writer.key("nightlyRates")
    writer.array { writer in for rate in nightlyRates { writer.object { rate.write(to: &$0) } } }
  }

  private func writeTexts(to writer: inout JSONWriter) {
    writer.member("address", address)
    writer.member("phone", phone)
    writer.member("url", url)
    writer.member("image", image)
    writer.member("description", description)
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
