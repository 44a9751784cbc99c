/// A mark at one point: a listing, a few at one location, or the number of many.
struct MapMark: Hashable, Sendable {
  /// How a mark is drawn.
  enum Form: Hashable, Sendable {
    /// A listing in the shape of its kind.
    case listing
    /// Two or three listings of one place, side by side.
    case place
    /// A circle with a number.
    case cluster
  }

  var form: Form
  var point: MapView.Point
  /// The indices of its items, ascending.
  var items: [Int]
  /// The number of listings.
  var count: Int
  /// Whether one of its listings has a rank to show.
  var isRanked: Bool

  /// The part of the picture it takes, with its outline.
  func box(_ scale: ClusterScale) -> PixelBox {
    switch form {
    case .listing:
      let reach = (isRanked ? ListingShape.rankedReach : ListingShape.reach) + 1
      return PixelBox(around: point, reach, reach)
    case .place:
      let step = ListingShape.placeStep / 2
      return PixelBox(around: point, Double(items.count) * step + 3, step + 3)
    case .cluster:
      let reach = scale.reach(count) + 2
      return PixelBox(around: point, reach, reach)
    }
  }
}

/// The sizes of listings, in pixels.
enum ListingShape {
  /// From the center of a listing to its outermost point.
  static let reach = 7.5
  /// The same for one with its rank inside.
  static let rankedReach = 10.5
  /// From one listing to the next at the same location.
  static let placeStep = 23.0
}
