import Geography
import Streams

/// Where the matches of a standing query must lie; perhaps somewhat larger.
enum StandingPlace: Hashable, Sendable {
  case anywhere
  /// Boxes that do not cross the antimeridian.
  case windows([BoundingBox])
  /// An area of the catalog by the keys of its name: the catalog knows which of them contain a listing.
  case area([String])

  /// The smallest place that the conditions of a query imply.
  ///
  /// - Parameter envelope: bounds a shape, which may have any longitudes and contain a pole.
  init(of query: Query, _ plan: Plan, envelope: (MultiPolygon) throws -> BoundingBox) rethrows {
    let conjuncts = plan.filter.rest?.conjuncts ?? []
    var boxes = Self.circles(of: query) + [query.within, plan.corridor?.box].compactMap { $0 }
    var names: [String] = []
    for area in [query.area].compactMap({ $0 }) + conjuncts.compactMap(\.place) {
      switch area {
      case .box(let box): boxes.append(box)
      case .shape(let shape): boxes.append(try envelope(shape))
      case .named(let name): names.append(name)
      }
    }
    if let box = boxes.min(by: { $0.extent < $1.extent }) {
      self = .windows(box.windows)
    } else if let name = names.first {
      self = .area(Self.keys(ofArea: name))
    } else {
      self = .anywhere
    }
  }

  /// The forms of a name by which areas are found: two names that mean the same area have one in common.
  static func keys(ofArea name: String) -> [String] {
    ["=" + FoldedName.fold(name), "~" + FoldedWords.text(of: name, for: .name)]
  }

  private static func circles(of query: Query) -> [BoundingBox] {
    func circle(_ center: Coordinate, _ meters: Double) -> BoundingBox? {
      meters < .infinity ? BoundingBox(around: center, radiusMeters: meters, metric: query.metric) : nil
    }
    let radius = query.radiusMeters ?? .infinity
    // A sum of distances is not less than each of them.
    let members = query.group?.origins.compactMap { origin in
      circle(origin.coordinate, min(radius, query.group?.limit(of: origin) ?? .infinity))
    }
    return (members ?? []) + [query.near.flatMap { circle($0, radius) }].compactMap { $0 }
  }
}

extension FilterExpression {
  /// The area in which everything lies for which the expression is true; nil if it does not name one.
  fileprivate var place: Query.Area? {
    switch self {
    case .within(let area): area
    case .at(let coordinate): .box(BoundingBox(coordinate))
    default: nil
    }
  }
}

extension BoundingBox {
  /// The product of its sides in degrees.
  fileprivate var extent: Double {
    (north - south) * (crossesAntimeridian ? east - west + 360 : east - west)
  }
}
