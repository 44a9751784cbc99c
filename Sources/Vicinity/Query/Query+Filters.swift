import Streams

extension Query {
  static func kinds(_ value: JSONValue) throws(QueryError) -> Set<Kind> {
    let kinds = Set(try value.queryWords(of: Kind.self, at: "kinds"))
    guard !kinds.isEmpty else {
      throw .outOfRange(
        path: "kinds", found: "[]", allowed: "at least one of bar, event, couch", hint: "Leave the key out for all.")
    }
    return kinds
  }

  /// Moves a currency given for the price to the form that has bounds: to the price of a night if only that has bounds,
  /// to both if both have.
  package static func shareCurrency(in form: inout JSONObject) {
    guard var night = form["nightPrice"]?.object, var price = form["price"]?.object, let currency = price["currency"]
    else { return }
    night["currency"] = currency
    form["nightPrice"] = .object(night)
    guard price["min"] == nil, price["max"] == nil else { return }
    price["currency"] = nil
    form["price"] = price.members.isEmpty ? nil : .object(price)
  }
}

extension Query.TagFilter {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    guard value.object != nil else {
      self.init(all: try Self.words(value, path: path))
      return
    }
    let members = try QueryMembers(value, path: path, keys: ["any", "all", "none"], example: #"{"any":["cocktails"]}"#)
    self.init(
      any: try Self.words(members, "any"), all: try Self.words(members, "all"), none: try Self.words(members, "none"))
  }

  private static func words(_ members: QueryMembers, _ key: String) throws(QueryError) -> [String] {
    guard let value = members[key] else { return [] }
    return try words(value, path: members.path(of: key))
  }

  private static func words(_ value: JSONValue, path: String) throws(QueryError) -> [String] {
    try value.queryElements(at: path) { (element, place) throws(QueryError) in
      let word = try element.queryString(at: place(), expected: "a tag", example: #""cocktails""#)
      guard !word.isEmpty else { throw .outOfRange(path: place(), found: "\"\"", allowed: "a tag that is not empty") }
      return word
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    for (key, words) in [("any", any), ("all", all), ("none", none)] where !words.isEmpty {
      object[key] = .array(words.map { .string($0) })
    }
    return .object(object)
  }
}

/// The bounds of a price, and the currency that they are in.
private struct PriceBounds {
  var min, max: Double?
  var currency: String?
  /// The members of the object; nil for a number, which is the highest price.
  var members: QueryMembers?

  /// - Parameters:
  ///   - keys: the others that the object may have.
  ///   - examples: the least and the highest price.
  init(
    _ value: JSONValue, path: String, keys: [String] = [], examples: (min: String, max: String)
  ) throws(QueryError) {
    let (range, allowed) = (0...Double.greatestFiniteMagnitude, "an amount in major units from 0 up")
    if value.number != nil {
      max = try value.queryNumber(at: path, in: range, allowed: allowed, example: examples.max)
      return
    }
    let members = try QueryMembers(
      value, path: path, keys: ["min", "max", "currency"] + keys,
      example: #"{"max":\#(examples.max),"currency":"EUR"}"#)
    min = try members.number("min", in: range, allowed: allowed, example: examples.min)
    max = try members.number("max", in: range, allowed: allowed, example: examples.max)
    currency = try Self.currency(members)
    self.members = members
    if let min, let max, min > max {
      throw .outOfRange(
        path: members.path(of: "min"), found: JSONValue.double(min).text,
        allowed: "at most the highest price, which is \(JSONValue.double(max).text)")
    }
  }

  private static func currency(_ members: QueryMembers) throws(QueryError) -> String? {
    let form = "a currency code of three capital letters (ISO 4217)"
    guard let text = try members.string("currency", expected: form, example: #""EUR""#) else { return nil }
    guard Price.isCurrencyCode(text) else {
      let capitals = text.uppercased()
      let hint = Price.isCurrencyCode(capitals) ? "Write \(capitals)." : nil
      throw .outOfRange(path: members.path(of: "currency"), found: "\"\(text)\"", allowed: form, hint: hint)
    }
    return text
  }

  static func json(_ min: Double?, _ max: Double?, _ currency: String?) -> JSONObject {
    var object = JSONObject()
    object["min"] = min.map { .double($0) }
    object["max"] = max.map { .double($0) }
    object["currency"] = currency.map { .string($0) }
    return object
  }
}

extension Query.NightPriceFilter {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let bounds = try PriceBounds(value, path: path, examples: ("20", "80"))
    self.init(min: bounds.min, max: bounds.max, currency: bounds.currency)
  }

  var json: JSONValue { .object(PriceBounds.json(min, max, currency)) }
}

extension Query.PriceFilter {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let bounds = try PriceBounds(value, path: path, keys: ["maxLevel"], examples: ("3", "12.5"))
    let maxLevel = try bounds.members?.integer(
      "maxLevel", in: 1...4, allowed: "a price level from 1 to 4", example: "2")
    self.init(min: bounds.min, max: bounds.max, currency: bounds.currency, maxLevel: maxLevel)
  }

  var json: JSONValue {
    var object = PriceBounds.json(min, max, currency)
    object["maxLevel"] = maxLevel.map { .int(Int64($0)) }
    return .object(object)
  }
}

extension Query.RatingFilter {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let allowed = "a rating from 0 to 5"
    if value.number != nil {
      self.init(min: try value.queryNumber(at: path, in: 0...5, allowed: allowed, example: "4"))
      return
    }
    let members = try QueryMembers(value, path: path, keys: ["min", "minCount"], example: #"{"min":4,"minCount":10}"#)
    self.init(
      min: try members.number("min", in: 0...5, allowed: allowed, example: "4"),
      minCount: try members.integer("minCount", in: 0...Int.max, allowed: "a whole number from 0 up", example: "10"))
  }

  var json: JSONValue {
    var object = JSONObject()
    object["min"] = min.map { .double($0) }
    object["minCount"] = minCount.map { .int(Int64($0)) }
    return .object(object)
  }
}
