import CivilTime

extension StagedChunk {
  /// All listings of the chunk as values.
  func listings() -> [Listing] {
    var listings = (0..<count).map(listing)
    for tag in tags { listings[tag.row].tags.append(Self.string(tag.name)) }
    for range in nights {
      let nights = Nights(from: LocalDate(dayNumber: range.from), to: LocalDate(dayNumber: range.to))
      if let nights { listings[range.row].unavailable.append(nights) }
    }
    for (row, rate) in rates {
      if let rate = nightlyRate(rate, currency: string(row, .currency)) { listings[row].nightlyRates.append(rate) }
    }
    for (row, point) in exactPoints {
      listings[row].exact = ExactPoint(
        coordinate: point.coordinate, radius: point.radius, address: point.address.map(Self.string))
    }
    return listings
  }

  private func nightlyRate(_ rate: StagedRate, currency: String?) -> NightlyRate? {
    Nights(from: LocalDate(dayNumber: rate.from), to: LocalDate(dayNumber: rate.to)).map { nights in
      NightlyRate(
        nights: nights, price: rate.price.map { Price(minorUnits: Int($0), currency: currency) },
        minNights: rate.minNights.map(Int.init), maxNights: rate.maxNights.map(Int.init))
    }
  }

  /// The listing at `row` without tags, nights, rates and exact point.
  private func listing(_ row: Int) -> Listing {
    var listing = Listing(id: Self.string(ids[row]), kind: kinds[row], coordinate: coordinates[row])
    for (slot, stored) in StoredFields.numbers.enumerated() {
      if let number = number(row, slot: slot) { stored.set(number, of: &listing) }
    }
    for (slot, stored) in StoredFields.texts.enumerated() {
      if let text = text(row, slot: slot) { stored.set(Self.string(text), of: &listing) }
    }
    return listing
  }

  /// The text of a field that is stored as text.
  func string(_ row: Int, _ field: Field) -> String? { text(row, field).map(Self.string) }

  static func string(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
}
