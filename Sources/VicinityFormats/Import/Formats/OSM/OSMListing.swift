import Geography
import Streams
import Vicinity

/// Makes a listing from OSM tags, and from those that a column map or the catalog's custom fields name.
struct OSMListing {
  private let options: ImportOptions
  private var mapped: MappedListing
  private var own = ReaderRemarks()
  /// The mapped properties that no feature has had so far; nil before the first feature.
  private var missing: Set<String>?

  init(_ options: ImportOptions) {
    self.options = options
    mapped = MappedListing(options)
  }

  /// Values that could not be parsed and were left out.
  var remarks: ReaderRemarks {
    var remarks = own
    remarks.add(mapped.remarks)
    if let missing, !missing.isEmpty {
      remarks.notes.append("no element has the mapped \(InputError.list(missing.sorted())).")
    }
    return remarks
  }

  /// A bar at `coordinate` with the values of its tags, or what the column map makes of it.
  mutating func listing(
    id: String, at coordinate: Coordinate, _ tags: OSMTags, _ status: OperatingStatus?
  ) throws(RowRejection) -> Listing {
    var listing = bar(id: id, at: coordinate, tags, status)
    if !options.map.isEmpty {
      missing = (missing ?? options.map.columns).filter { tags[$0] == nil }
      try mapped.apply({ tags[$0] }, options.map, to: &listing)
      // The dates of an event are its own.
      if listing.kind == .event, options.map.origins[.operatingStatus] == nil { listing.operatingStatus = nil }
    }
    mapped.applyOwn({ tags[$0] }, to: &listing)
    return listing
  }

  private mutating func bar(
    id: String, at coordinate: Coordinate, _ tags: OSMTags, _ status: OperatingStatus?
  ) -> Listing {
    var listing = Listing(id: id, kind: .bar, coordinate: coordinate)
    listing.operatingStatus = status
    listing.name = Self.name(tags)
    listing.tags = OSMTagWords.words(tags)
    listing.openingHours = tags["opening_hours"]
    listing.region = tags.first("addr:state", "addr:province")
    listing.accessible = accessible(tags)
    listing.address = Self.address(tags)
    listing.phone = tags.first("phone", "contact:phone", "contact:mobile")
    listing.url = tags.first("website", "contact:website", "url", "contact:url")
    // A semicolon separates values, and may be part of an address.
    let images = tags["image"]?.split(separator: /;\s*(?=https?:)/).map { String($0) } ?? []
    (listing.image, listing.images) = (images.first, Array(images.dropFirst()))
    listing.links = Self.links(tags)
    listing.names = Self.names(tags, besides: listing.name)
    listing.description = tags.first("description", "description:en", "note:description")
    listing.capacity = tags["capacity"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    listing.price = price(tags, at: coordinate)
    return listing
  }

  /// Some exports write "Unnamed" where OSM has no name.
  private static func name(_ tags: OSMTags) -> String? {
    guard let name = tags.first("name", "title", "brand", "name:en") else { return nil }
    return name == "Unnamed" ? nil : name
  }

  /// `name:en` and the like by their language, and the other names of OSM by their keys; without repetitions of the
  /// name.
  private static func names(_ tags: OSMTags, besides name: String?) -> [String: String] {
    var names: [String: String] = [:]
    for (key, text) in tags.pairs {
      guard let value = text.nonEmpty, value != name else { continue }
      if otherNames.contains(key) { names[key] = value }
      let parts = key.split(separator: ":")
      if parts.count == 2, parts[0] == "name", languageLengths.contains(parts[1].prefix { $0 != "-" }.count) {
        names[String(parts[1])] = value
      }
    }
    return names
  }

  private static let otherNames: Set = ["alt_name", "old_name", "short_name", "official_name", "int_name", "loc_name"]
  /// The lengths of ISO 639 codes; `name:prefix`, `name:etymology` and the like are not languages.
  private static let languageLengths = 2...3

  /// Accounts elsewhere in the web, by their keys without `contact:`.
  private static func links(_ tags: OSMTags) -> [String: String] {
    var links: [String: String] = [:]
    for key in ["instagram", "facebook", "twitter", "youtube", "tiktok", "mastodon", "payment"] {
      links[key] = tags.first("contact:\(key)", key)
    }
    return links
  }

  /// Street and number, then postcode and town: the most widely understood order.
  static func address(_ tags: OSMTags) -> String? {
    if let full = tags.first("addr:full", "address") { return full }
    let street = [tags.first("addr:street", "addr:place", "addr:housename"), tags["addr:housenumber"]]
    let town = [tags["addr:postcode"], tags.first("addr:city", "addr:town", "addr:village")]
    let lines = [street, town].map { $0.compactMap { $0 }.joined(separator: " ") }.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return tags["location"] }
    return lines.joined(separator: ", ")
  }

  /// The value of the key `wheelchair`; any other word is left out and counted.
  private mutating func accessible(_ tags: OSMTags) -> Accessibility? {
    guard let text = tags["wheelchair"] else { return nil }
    do throws(RowRejection) { return try Accessibility.named(text) } catch {
      own.leaveOut("wheelchair not understood", example: text)
      return nil
    }
  }

  /// The charge, or a fee that is an amount; `fee=no` does not concern the price of a drink.
  private mutating func price(_ tags: OSMTags, at coordinate: Coordinate) -> Price? {
    guard let text = tags.first("charge", "price") ?? tags["fee"].flatMap(Self.amountOnly) else { return nil }
    let zone = options.zone(at: coordinate)
    if let price = PriceText.price(in: text, defaultCurrency: options.currency, zone: zone) { return price }
    own.leaveOut("price not understood", example: text)
    return nil
  }

  private static func amountOnly(_ fee: String) -> String? {
    fee.contains { $0.isNumber } ? fee : nil
  }
}
