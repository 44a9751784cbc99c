import Streams

/// The weights and scales of a score, by name: read, validated and written in the same way for every score.
protocol NamedWeights: Hashable, Sendable {
  typealias Named = (key: String, path: WritableKeyPath<Self, Double> & Sendable)

  /// The default values.
  init()

  /// The weights: not negative.
  static var names: [Named] { get }
  /// The values of something measured at which a part is halved: positive.
  static var scales: [Named] { get }
}

extension NamedWeights {
  /// The maximum weight; sums of parts stay exact far beyond it.
  private static var greatest: Double { 1e6 }

  /// - Parameter path: of the weights, in messages.
  func check(path: String = "weights") throws(QueryError) {
    for (key, weight) in Self.names where !(0...Self.greatest).contains(self[keyPath: weight]) {
      throw .outOfRange(
        path: "\(path).\(key)", found: "\(self[keyPath: weight])", allowed: "0 to \(Int(Self.greatest))")
    }
    for (key, scale) in Self.scales where !(self[keyPath: scale] > 0 && self[keyPath: scale].isFinite) {
      throw .outOfRange(path: "\(path).\(key)", found: "\(self[keyPath: scale])", allowed: "above 0")
    }
  }

  /// Reads the numbers of a JSON object; those left out have their defaults.
  ///
  /// - Parameter others: the keys that are no numbers.
  /// - Returns: the members of the object.
  mutating func read(
    _ value: JSONValue, path: String = "weights", others: [String] = []
  ) throws(QueryError) -> QueryMembers {
    let all = Self.names + Self.scales
    let members = try QueryMembers(
      value, path: path, keys: all.map(\.key) + others, example: "{\"\(all[0].key)\":0.5,\"\(all[1].key)\":0.3}")
    for (key, number) in all {
      let range = 0...Double.greatestFiniteMagnitude
      if let given = try members.number(key, in: range, allowed: "0 or more", example: "0.5") {
        self[keyPath: number] = given
      }
    }
    try check(path: path)
    return members
  }

  /// The numbers that differ from the defaults.
  var changedNumbers: JSONObject {
    let usual = Self()
    let changed = (Self.names + Self.scales).filter { self[keyPath: $0.path] != usual[keyPath: $0.path] }
    return JSONObject(changed.map { ($0.key, .double(self[keyPath: $0.path])) })
  }
}

extension JSONObject {
  /// The object as a value; nil if it has no members.
  var valueIfAny: JSONValue? { members.isEmpty ? nil : .object(self) }
}
