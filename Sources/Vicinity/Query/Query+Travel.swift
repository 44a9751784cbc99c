extension Query {
  /// How fast somebody gets to a listing, as the crow flies.
  public enum Travel: Hashable, Sendable {
    /// On foot, at ``walkingSpeed``.
    case walking
    /// At a speed in meters per second, 0.1...1000.
    case speed(metersPerSecond: Double)

    /// Meters per second on foot: the mean free speed of pedestrians, 1.34 m/s (U. Weidmann, Transporttechnik der Fussgänger, ETH
    /// Zürich, IVT-Schrift 90, 1993), rounded up.
    public static let walkingSpeed = 1.4

    /// The speeds that a query may name, in meters per second; they keep every way on Earth below seven years.
    public static let speeds = 0.1...1000.0

    /// Meters per second.
    public var metersPerSecond: Double {
      switch self {
      case .walking: Self.walkingSpeed
      case .speed(let metersPerSecond): metersPerSecond
      }
    }

    /// How many minutes a way takes, rounded up to whole ones.
    public func minutes(for meters: Double) -> Int64 {
      let speed = min(max(metersPerSecond, Self.speeds.lowerBound), Self.speeds.upperBound)
      let minutes = (meters / speed / 60).rounded(.up)
      return minutes.isFinite ? Int64(min(max(minutes, 0), 1e9)) : 0
    }
  }
}

extension Query.Travel {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    if value.string == "walking" {
      self = .walking
      return
    }
    if let word = value.string {
      throw .unknownWord(
        word, path: path, suggestion: Suggestion.nearest(to: word, among: ["walking"]),
        known: ["walking", "a number of meters per second"])
    }
    let allowed = "\"walking\" or \(Self.speeds.lowerBound) to \(Self.speeds.upperBound) meters per second"
    self = .speed(
      metersPerSecond: try value.queryNumber(at: path, in: Self.speeds, allowed: allowed, example: #""walking""#))
  }

  var json: JSONValue {
    switch self {
    case .walking: .string("walking")
    case .speed(let metersPerSecond): .double(metersPerSecond)
    }
  }
}

extension Query.Travel: CustomStringConvertible {
  /// The speed in words.
  public var description: String {
    switch self {
    case .walking: "walking"
    case .speed(let metersPerSecond): "\(metersPerSecond) m/s"
    }
  }
}
