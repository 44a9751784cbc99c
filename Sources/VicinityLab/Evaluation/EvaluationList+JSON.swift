import Streams

extension Evaluation.List {
  /// The member, the places, the best first, and the milliseconds it took; names that are whole numbers are written as such.
  public var json: JSONValue {
    .object(
      JSONObject([
        ("user", .name(member)), ("items", .array(places.map(JSONValue.name))),
        ("ms", .double((Double(duration) / 1e3).rounded() / 1e3)),
      ]))
  }
}

extension JSONValue {
  /// A name of another system: as a number where it is one that is written in just that way.
  static func name(_ name: String) -> JSONValue {
    if let number = Int64(name), String(number) == name { return .int(number) }
    return .string(name)
  }
}
