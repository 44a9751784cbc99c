import Geography

/// A street of a base map.
package struct NamedStreet: Sendable {
  package var name: String
  /// About its middle, on the street.
  package var coordinate: Coordinate
  /// The smallest box that covers it.
  package var box: BoundingBox

  package init(name: String, coordinate: Coordinate, box: BoundingBox) {
    (self.name, self.coordinate, self.box) = (name, coordinate, box)
  }
}

/// The names of streets, for completion beside those of a catalog: streets with the same name are one completion, at
/// the nearest of them.
package final class StreetNames: Sendable {
  let index: CompletionIndex
  private let boxes: [BoundingBox]

  /// - Complexity: O(n log n) in the words of all names.
  package init(_ streets: [NamedStreet]) throws {
    index = try CompletionIndex(streets: streets)
    boxes = streets.map(\.box)
  }

  /// The number of streets.
  package var count: Int { boxes.count }

  /// The box of the street at a point.
  func box(of point: CompletionPoints.Point) -> BoundingBox { boxes[Int(point.row)] }
}
