import Geography

/// The matches in one cell of a map.
public struct Cluster: Hashable, Sendable {
  /// The address of the cell: a tile of Web maps as `z/x/y`, two levels below the zoom asked for, so that it is 64 pixels wide.
  public var cell: String
  /// The mean of their positions, to 10^-7 degrees; of a single one its own.
  public var coordinate: Coordinate
  /// How many there are, at least 1.
  public var count: Int
  /// The sides of the cell: without its east and south ones; those at the edge of the map reach to the pole.
  public var box: BoundingBox
  /// The id, when it is a single one.
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
