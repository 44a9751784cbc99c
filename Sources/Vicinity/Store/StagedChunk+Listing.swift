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
    return listings
  }

  private func nightlyRate(_ rate: StagedRate, currency: String?) -> NightlyRate? {
    Nights(from: LocalDate(dayNumber: rate.from), to: LocalDate(dayNumber: rate.to)).map { nights in
      NightlyRate(
        nights: nights, price: rate.price.map { Price(minorUnits: Int($0), currency: currency) },
        minNights: rate.minNights.map(Int.init), maxNights: rate.maxNights.map(Int.init))
    }
  }

  /// The listing at `row` without tags, nights and rates.
  private func listing(_ row: Int) -> Listing {
    var listing = Listing(id: Self.string(ids[row]), kind: kinds[row], coordinate: coordinates[row])
    readTexts(row, into: &listing)
    listing.price = integer(row, .price).map { Price(minorUnits: $0, currency: string(row, .currency)) }
    listing.priceLevel = integer(row, .priceLevel)
    listing.rating = rating(row)
    listing.ratingCount = integer(row, .ratingCount)
    listing.starts = number(row, .starts).map(Instant.init(secondsSince1970:))
    listing.ends = number(row, .ends).map(Instant.init(secondsSince1970:))
    listing.capacity = integer(row, .capacity)
    listing.guests = integer(row, .guests)
    listing.minNights = integer(row, .minNights)
    listing.maxNights = integer(row, .maxNights)
    listing.advanceNotice = integer(row, .advanceNotice)
    listing.allDay = number(row, .allDay) == 1
    listing.status = status(row)
    listing.exact = exact(row)
    listing.exact?.address = string(row, .exactAddress)
    return listing
  }

  private func readTexts(_ row: Int, into listing: inout Listing) {
    listing.name = string(row, .name)
    listing.timeZone = string(row, .timeZone)
    listing.openingHours = string(row, .openingHours)
    listing.recurrence = string(row, .recurrence)
    listing.venue = string(row, .venue)
    listing.host = string(row, .host)
    listing.address = string(row, .address)
    listing.phone = string(row, .phone)
    listing.url = string(row, .url)
    listing.image = string(row, .image)
    listing.description = string(row, .description)
  }

  func status(_ row: Int) -> EventStatus? { integer(row, .status).map { StagedListing.statuses[$0] } }

  func string(_ row: Int, _ name: Text) -> String? { text(row, name).map(Self.string) }

  static func string(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  private func integer(_ row: Int, _ name: Number) -> Int? { number(row, name).map(Int.init) }
}
