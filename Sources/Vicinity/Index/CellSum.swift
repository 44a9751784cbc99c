import Geography

/// The number of listings in a cell and the sums for their mean position.
///
/// All sums are of integers, so the order in which listings are added does not matter.
struct CellSum: Sendable {
  private(set) var count = 0
  /// In units of 10^-7 degrees; large enough for five billion listings.
  private var latitudes = 0
  private var longitudes = 0
  /// For a single listing the address of its leaf and its position there: leaves are aligned to 64 bytes and have at
  /// most 64 positions.
  private var place: UInt = 0

  private static let unitsPerDegree = 1e7

  @inline(__always)
  mutating func add(_ leaf: Leaf, _ position: Int) {
    let coordinate = Coordinate(latitude: leaf.latitudes[position], longitude: leaf.longitudes[position])
    count &+= 1
    latitudes &+= Int((coordinate.latitude * Self.unitsPerDegree).rounded())
    longitudes &+= Int((coordinate.firstLongitude * Self.unitsPerDegree).rounded())
    place &+= UInt(bitPattern: leaf.base) &+ UInt(position)
  }

  @inline(__always)
  static func += (sum: inout CellSum, other: CellSum) {
    sum.count &+= other.count
    sum.latitudes &+= other.latitudes
    sum.longitudes &+= other.longitudes
    sum.place &+= other.place
  }

  /// The mean of the positions, each rounded to 10^-7 degrees; there must be one.
  var mean: Coordinate {
    let scale = Double(count) * Self.unitsPerDegree
    return Coordinate(latitude: Double(latitudes) / scale, longitude: Double(longitudes) / scale)
  }

  /// The listing, when there is only one; its leaf must still exist.
  var single: Entry? {
    guard count == 1, let base = UnsafeRawPointer(bitPattern: place & ~63) else { return nil }
    return Entry(leaf: Leaf(base: base), index: Int(place & 63))
  }
}
