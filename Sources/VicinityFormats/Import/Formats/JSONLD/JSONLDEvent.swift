import Geography
import Streams
import Vicinity

/// Makes a listing from a JSON-LD event or place.
struct JSONLDEvent {
  private let options: ImportOptions
  /// Values that were left out.
  var remarks: ReaderRemarks

  init(_ options: ImportOptions) {
    self.options = options
    remarks = ReaderRemarks(isStrict: options.isStrict)
  }

  /// The listing; its id is empty when the event has none.
  mutating func listing(_ node: JSONObject) throws(RowRejection) -> Listing {
    var listing = Listing(id: "", kind: .event, coordinate: try coordinate(of: node))
    listing.id = ["uid", "identifier", "@id", "id"].lazy.compactMap { JSONLDNode.text(node[$0]) }.first ?? ""
    describe(node, in: &listing)
    try setTerms(node, in: &listing)
    try JSONLDTimes(options).setTimes(of: node, in: &listing, &remarks)
    return listing
  }

  func coordinate(of node: JSONObject) throws(RowRejection) -> Coordinate {
    for place in JSONLDNode.objects(node["location"]) + [node] {
      for position in JSONLDNode.objects(place["geo"]) + [place] {
        guard let latitude = JSONLDNode.number(position["latitude"]),
          let longitude = JSONLDNode.number(position["longitude"])
        else { continue }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        try ListingValidator.checkDegrees(coordinate)
        return coordinate
      }
    }
    guard let near = options.near else { throw .eventWithoutCoordinate(place: Self.address(of: node)) }
    return near
  }

  func describe(_ node: JSONObject, in listing: inout Listing) {
    listing.name = ["name", "title", "summary"].lazy.compactMap { JSONLDNode.text(node[$0]) }.first.flatMap(
      HTMLText.plain)
    listing.address = Self.address(of: node).map(HTMLText.decoded)
    listing.description = JSONLDNode.text(node["description"]).flatMap(HTMLText.plain)
    listing.url = JSONLDNode.text(node["url"]) ?? JSONLDNode.text(node["link"])
    let images = (node["image"]?.array ?? node["image"].map { [$0] } ?? []).compactMap(JSONLDNode.text)
    (listing.image, listing.images) = (images.first, Array(images.dropFirst()))
    listing.host = JSONLDNode.text(node["organizer"]).map(HTMLText.decoded)
    var words = TagWords()
    for type in JSONLDNode.types(of: node) { words.add(JSONLDNode.tag(ofType: type) ?? "") }
    for word in JSONLDNode.words(node["keywords"]) + JSONLDNode.words(node["audience"]) {
      words.add(HTMLText.decoded(String(word)))
    }
    listing.tags = words.sorted
  }

  private mutating func setTerms(_ node: JSONObject, in listing: inout Listing) throws(RowRejection) {
    listing.price = price(of: node, in: listing)
    listing.capacity = try whole(node["maximumAttendeeCapacity"], .capacity)
    if let status = JSONLDNode.text(node["eventStatus"]) {
      do { listing.status = try EventStatus.named(status) } catch { try remarks.leaveOut(.status, error) }
    }
    listing.status = listing.status ?? remarks.statusByTitle(listing.name)
    try setRating(node, in: &listing)
  }

  mutating func setRating(_ node: JSONObject, in listing: inout Listing) throws(RowRejection) {
    guard let rating = node["aggregateRating"]?.object, (JSONLDNode.number(rating["bestRating"]) ?? 5) == 5 else {
      return
    }
    listing.rating = try number(rating["ratingValue"], .rating)
    listing.ratingCount = try whole(rating["ratingCount"] ?? rating["reviewCount"], .ratingCount)
  }

  /// A number, also as text; nil without a value, and for a wrong one that the event can do without.
  private mutating func number(_ value: JSONValue?, _ field: Field) throws(RowRejection) -> Double? {
    guard let value, !value.isNull else { return nil }
    if let number = JSONLDNode.number(value) { return number }
    try remarks.leaveOut(field, .notANumber(key: field.rawValue, text: value.string ?? value.typeName))
    return nil
  }

  private mutating func whole(_ value: JSONValue?, _ field: Field) throws(RowRejection) -> Int? {
    guard let number = try number(value, field) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    try remarks.leaveOut(
      field, .wrongType(key: field.rawValue, expected: "a whole number", found: "\(number)"))
    return nil
  }

  /// The lowest price of the offers; zero for free admission.
  private mutating func price(of node: JSONObject, in listing: Listing) -> Price? {
    var prices: [Price] = []
    for offer in JSONLDNode.objects(node["offers"]) {
      guard let text = JSONLDNode.text(offer["lowPrice"] ?? offer["price"]) else { continue }
      let currency = JSONLDNode.text(offer["priceCurrency"])?.uppercased() ?? options.currency
      if let price = PriceText.price(in: text, defaultCurrency: currency, zone: options.zone(at: listing.coordinate)) {
        prices.append(price)
      } else {
        remarks.leaveOut("price not understood", example: text)
      }
    }
    if let lowest = prices.min(by: { $0.amount < $1.amount }) { return lowest }
    let isFree =
      node["isAccessibleForFree"]?.bool ?? (JSONLDNode.text(node["isAccessibleForFree"])?.lowercased() == "true")
    return isFree ? Price(minorUnits: 0, currency: options.currency) : nil
  }

  /// The name of the place and its postal address on one line.
  private static func address(of node: JSONObject) -> String? {
    let places = JSONLDNode.objects(node["location"])
    let parts =
      places.flatMap { [JSONLDNode.text($0["name"]), postal($0["address"])] } + [
        node["location"]?.string, JSONLDNode.text(node["event-location"]), postal(node["address"]),
      ]
    var lines: [String] = []
    for part in parts.compactMap({ $0?.nonEmpty }) where !lines.contains(part) { lines.append(part) }
    return lines.joined(separator: ", ").nonEmpty
  }

  static func postal(_ value: JSONValue?) -> String? {
    guard let address = value?.object else { return value?.string }
    let keys = [
      ["streetAddress", "street-address"], ["postalCode", "postal-code"], ["addressLocality", "locality"],
      ["addressCountry"],
    ]
    let parts = keys.map { $0.lazy.compactMap { JSONLDNode.text(address[$0]) }.first }
    let town = [parts[1], parts[2]].compactMap { $0 }.joined(separator: " ").nonEmpty
    return [parts[0], town, parts[3]].compactMap { $0 }.joined(separator: ", ").nonEmpty
  }
}
