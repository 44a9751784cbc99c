import Streams

extension ListingDecoder {
  private static let rateKeys: Set<String> = ["from", "to", "price", "minNights", "maxNights"]

  /// The array of nightly rates.
  ///
  ///     [{"from": "2026-12-24", "to": "2027-01-02", "price": 80, "minNights": 3, "maxNights": 14}]
  ///
  /// - Parameter currency: the currency of all prices.
  static func rates(_ value: JSONValue, currency: String?) throws(RowRejection) -> [NightlyRate] {
    guard let elements = value.array else {
      throw .wrongType(key: "nightlyRates", expected: "an array of objects", found: value.typeName)
    }
    var rates: [NightlyRate] = []
    for element in elements { rates.append(try rate(element, currency)) }
    return rates.sorted { $0.nights < $1.nights }
  }

  private static func rate(_ value: JSONValue, _ currency: String?) throws(RowRejection) -> NightlyRate {
    guard let object = value.object, let nights = Nights(object["from"]?.string, object["to"]?.string),
      object.keys.allSatisfy(rateKeys.contains)
    else { throw .ratesNotUnderstood(String(value.text.prefix(80))) }
    var rate = NightlyRate(nights: nights)
    if let price = object["price"], !price.isNull {
      guard let amount = price.number else {
        throw .wrongType(key: "nightlyRates.price", expected: "a number without quotes", found: price.typeName)
      }
      rate.price = try Self.price(amount, currency: currency)
    }
    rate.minNights = try count("minNights", object)
    rate.maxNights = try count("maxNights", object)
    return rate
  }

  private static func count(_ key: String, _ object: JSONObject) throws(RowRejection) -> Int? {
    guard let value = object[key], !value.isNull else { return nil }
    if let count = value.integer { return count }
    throw .wrongType(key: "nightlyRates.\(key)", expected: "a whole number", found: value.typeName)
  }
}
