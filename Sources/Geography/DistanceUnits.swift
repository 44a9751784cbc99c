/// The units in which distances are shown to people.
public enum DistanceUnits: String, CaseIterable, Hashable, Sendable {
  /// Meters, and kilometers from one on.
  case metric
  /// Feet, and miles from a thousand feet on.
  case imperial
}

extension DistanceUnits {
  /// A unit of length.
  package struct Unit: Hashable, Sendable {
    package let symbol: String
    package let meters: Double
  }

  /// The unit of short distances.
  package var small: Unit {
    switch self {
    case .metric: Unit(symbol: "m", meters: 1)
    case .imperial: Unit(symbol: "ft", meters: Distance.feet(1).meters)
    }
  }

  /// The unit of long distances.
  package var large: Unit {
    switch self {
    case .metric: Unit(symbol: "km", meters: 1000)
    case .imperial: Unit(symbol: "mi", meters: Distance.miles(1).meters)
    }
  }

  /// Distances in the small unit are multiples of this.
  fileprivate var smallStep: Double { self == .metric ? 1 : 10 }
  /// The first distance in small units that is shown in the large one: 1 km, 1000 ft.
  fileprivate var smallEnd: Double { 1000 }
  /// The first number of large units that is shown without a decimal.
  fileprivate var wholeStart: Double { self == .metric ? 100 : 10 }
}

extension Distance: CustomStringConvertible {
  /// The distance in metric units.
  public var description: String { text(in: .metric) }

  /// The distance for people: `850 m` below a kilometer, then `1.2 km`, and `120 km` from a hundred kilometers on; or
  /// `450 ft` below a thousand feet, then `0.3 mi`, and `12 mi` from ten miles on.
  ///
  /// - Parameters:
  ///   - units: the units shown.
  ///   - rule: which of the two adjacent shown distances is taken.
  public func text(
    in units: DistanceUnits, rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    guard meters.isFinite else { return "\(meters) m" }
    let small = (meters / (units.small.meters * units.smallStep)).rounded(rule) * units.smallStep
    if abs(small) < units.smallEnd { return "\(Self.integer(small)) \(units.small.symbol)" }
    let tenths = (meters / (units.large.meters / 10)).rounded(rule)
    if abs(tenths) < 10 * units.wholeStart { return "\(tenths / 10) \(units.large.symbol)" }
    return "\(Self.integer((meters / units.large.meters).rounded(rule))) \(units.large.symbol)"
  }

  private static func integer(_ value: Double) -> String {
    // Numbers beyond Int64 use their default description.
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}
