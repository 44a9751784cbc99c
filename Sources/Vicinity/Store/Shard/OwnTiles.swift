import Geography

/// The own tiles of a shard as an area: each coordinate belongs to the tiles of exactly one file.
final class OwnTiles: AreaGeometry {
  private let region: ShardRegion
  let envelope: BoundingBox

  init(_ region: ShardRegion) {
    self.region = region
    envelope = region.own.dropFirst().reduce(region.own.first ?? BoundingBox(Coordinate(latitude: 0, longitude: 0))) {
      BoundingBox(
        south: min($0.south, $1.south), west: min($0.west, $1.west), north: max($0.north, $1.north),
        east: max($0.east, $1.east))
    }
  }

  func covers(_ coordinate: Coordinate) -> Bool { region.owns(tile: region.tiles.number(of: coordinate)) }

  /// - Complexity: O(zoom).
  func relation(to box: BoundingBox) -> AreaRelation {
    var relation = AreaRelation.outside
    for own in region.own {
      // The edges of a tile belong to one of its neighbors.
      if own.south < box.south, own.west < box.west, box.north < own.north, box.east < own.east { return .inside }
      if own.south <= box.north, box.south <= own.north, own.west <= box.east, box.west <= own.east {
        relation = .crossing
      }
    }
    return relation
  }
}
