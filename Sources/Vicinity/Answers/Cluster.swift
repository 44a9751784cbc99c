import Geography

/// The matches in one cell of a map.
public struct Cluster: Hashable, Sendable {
  /// The cell: a Web map tile as `z/x/y`, two levels below the requested zoom, so that it is 64 pixels wide.
  public var cell: String
  /// The mean of the positions, to 10^-7 degrees; the exact position of a single match.
  public var coordinate: Coordinate
  /// The number of matches, at least 1.
  public var count: Int
  /// The bounds of the cell, east and south sides exclusive; cells at the edge of the map extend to the pole.
  public var box: BoundingBox
  /// The id of a single match.
  public var id: Listing.ID?

  /// Makes a cluster, unchecked.
  public init(cell: String, coordinate: Coordinate, count: Int, box: BoundingBox, id: Listing.ID? = nil) {
    self.cell = cell
    self.coordinate = coordinate
    self.count = count
    self.box = box
    self.id = id
  }
}
