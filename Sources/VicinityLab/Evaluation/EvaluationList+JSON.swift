import Streams

extension Evaluation.List {
  /// The member, the places, best first, and the time in milliseconds; numeric names are written as numbers.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("user", .name(member)), ("items", .array(places.map(JSONValue.name))),
        ("ms", .double((Double(duration) / 1e3).rounded() / 1e3)),
      ]))
  }
}

extension JSONValue {
  /// A name of another system: as a number if it is the canonical form of one.
  static func name(_ name: String) -> JSONValue {
    if let number = Int64(name), String(number) == name { return .int(number) }
    return .string(name)
  }
}
