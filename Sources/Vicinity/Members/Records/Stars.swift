/// A rating of 1 to 5 stars in steps of a half.
public struct Stars: Hashable, Sendable, Comparable {
  /// Twice the stars, 2...10.
  public let halves: Int

  /// Makes a rating from its number; nil unless it is one of 1, 1.5, 2, … 5.
  public init?(_ number: Double) { self.init(halves: Int(exactly: number * 2) ?? 0) }

  /// Makes a rating from twice its number; nil outside 2...10.
  public init?(halves: Int) {
    guard (2...10).contains(halves) else { return nil }
    self.halves = halves
  }

  /// The number of stars.
  public var number: Double { Double(halves) / 2 }

  /// Fewer stars sort first.
  public static func < (left: Stars, right: Stars) -> Bool { left.halves < right.halves }

  static let allowed = "1 to 5 stars in steps of a half"
}

extension Stars: CustomStringConvertible {
  /// `4` or `4.5`.
  public var description: String { halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5" }
}
