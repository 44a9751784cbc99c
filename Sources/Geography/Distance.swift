/// A length on the Earth's surface.
public struct Distance: Hashable, Sendable {
  /// The length in meters.
  public var meters: Double

  /// Makes a distance from meters, unchecked.
  @inlinable
  public init(meters: Double) {
    self.meters = meters
  }

  /// Makes a distance from meters.
  @inlinable
  public static func meters(_ value: Double) -> Distance { Distance(meters: value) }

  /// Makes a distance from kilometers.
  @inlinable
  public static func kilometers(_ value: Double) -> Distance { Distance(meters: value * 1000) }

  /// Makes a distance from international miles of 1609.344 m.
  @inlinable
  public static func miles(_ value: Double) -> Distance { Distance(meters: value * 1609.344) }

  /// Makes a distance from international feet of 0.3048 m.
  @inlinable
  public static func feet(_ value: Double) -> Distance { Distance(meters: value * 0.3048) }

  /// Zero meters.
  @inlinable
  public static var zero: Distance { Distance(meters: 0) }
}

extension Distance: Comparable {
  /// Whether the first distance is the shorter.
  @inlinable
  public static func < (left: Distance, right: Distance) -> Bool { left.meters < right.meters }
}
