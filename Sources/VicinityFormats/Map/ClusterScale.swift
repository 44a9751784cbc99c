/// The sizes of cluster circles: their area grows linearly with the count, and the largest fits its number of
/// neighbors.
struct ClusterScale: Hashable, Sendable {
  private let areaPerListing: Double

  private static let (least, most) = (11.0, 30.0)

  /// - Parameter largest: the largest count on the map, 1 or more.
  init(largest: Int) {
    areaPerListing = min(25, (Self.most * Self.most - Self.least * Self.least) / Double(max(1, largest - 1)))
  }

  /// Pixels from the center of a circle to its edge, for counts up to the largest.
  func reach(_ count: Int) -> Double {
    min(Self.most, (Self.least * Self.least + areaPerListing * Double(count - 1)).squareRoot())
  }
}
