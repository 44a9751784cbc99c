import CodedErrors
import Streams

extension Query {
  /// The mode of travel to a listing. The travel time is the straight line times a detour factor, divided by a speed.
  ///
  /// | | speed | detour factor | a straight line of 1 km takes |
  /// |---|---|---|---|
  /// | walking | 1.4 m/s | 1.3 | 15.5 min |
  /// | cycling | 4.2 m/s (15 km/h) | 1.3 | 5.2 min |
  /// | driving | 8.3 m/s (30 km/h, with lights and parking) | 1.4 | 2.8 min |
  /// | a speed | as given | 1 | |
  ///
  /// 995 walks in the center of Helsinki, by routers with road data, are 1.28 times as long as the straight line at the
  /// median, and 1.61 times at the 95th percentile: an arrival is about then, not by then. The factors of the others
  /// are assumptions for cities. A speed applies to the straight line. A `TravelTimes` with road data replaces all of
  /// them.
  public enum Travel: Hashable, Sendable {
    /// On foot, at ``walkingMetersPerSecond``.
    case walking
    /// By bicycle.
    case cycling
    /// By car, in a city.
    case driving
    /// At a speed in meters per second, 0.1...1000.
    case speed(metersPerSecond: Double)

    /// Meters per second on foot: the mean free speed of pedestrians, 1.34 m/s (U. Weidmann, Transporttechnik der
    /// Fussgänger, ETH Zürich, IVT-Schrift 90, 1993), rounded up.
    public static let walkingMetersPerSecond = 1.4

    /// The allowed speeds in meters per second; they keep every travel time on Earth below seven years.
    public static let allowedMetersPerSecond = 0.1...1000.0

    /// Meters per second.
    public var metersPerSecond: Double {
      switch self {
      case .walking: Self.walkingMetersPerSecond
      case .cycling: 4.2
      case .driving: 8.3
      case .speed(let metersPerSecond): metersPerSecond
      }
    }

    /// The ratio of the travel distance to the straight line.
    public var detourFactor: Double {
      switch self {
      case .walking, .cycling: 1.3
      case .speed: 1
      case .driving: 1.4
      }
    }

    /// The travel time in minutes, rounded up.
    public func minutes(for meters: Double) -> Int64 {
      let speed = min(
        max(metersPerSecond, Self.allowedMetersPerSecond.lowerBound), Self.allowedMetersPerSecond.upperBound)
      let minutes = (meters * detourFactor / speed / 60).rounded(.up)
      return minutes.isFinite ? Int64(min(max(minutes, 0), 1e9)) : 0
    }
  }
}

extension Query.Travel {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    if let word = value.string {
      guard let mode = Self.modes.first(where: { $0.0 == word }) else {
        let words = Self.modes.map(\.0)
        throw .unknownWord(
          word, path: path, suggestion: Suggestion.nearest(to: word, among: words),
          known: words + ["a number of meters per second"])
      }
      self = mode.1
      return
    }
    let allowed =
      "\"walking\", \"cycling\", \"driving\" or \(Self.allowedMetersPerSecond.lowerBound) to \(Self.allowedMetersPerSecond.upperBound) meters per second"
    self = .speed(
      metersPerSecond: try value.queryNumber(
        at: path, in: Self.allowedMetersPerSecond, allowed: allowed, example: #""walking""#))
  }

  private static let modes: [(String, Self)] = [("walking", .walking), ("cycling", .cycling), ("driving", .driving)]

  var json: JSONValue {
    switch self {
    case .walking, .cycling, .driving: .string(description)
    case .speed(let metersPerSecond): .double(metersPerSecond)
    }
  }
}

extension Query.Travel: CustomStringConvertible {
  /// The mode of travel as text.
  public var description: String {
    switch self {
    case .walking: "walking"
    case .cycling: "cycling"
    case .driving: "driving"
    case .speed(let metersPerSecond): "\(metersPerSecond) m/s"
    }
  }
}
