import Geography

/// A region to draw on a map below the listings of an answer.
public struct AnswerOutline: Hashable, Sendable {
  /// The role of a region in the query.
  public enum Role: String, Hashable, Sendable {
    /// The region within the width of the route.
    case corridor
    /// An area that listings must lie in.
    case area
    /// An area that listings must not lie in.
    case outside
  }

  /// The role in the query.
  public var role: Role
  /// The name in the query, if any.
  public var name: String?
  /// Its polygons.
  public var shape: MultiPolygon

  /// Makes an outline.
  public init(role: Role, name: String? = nil, shape: MultiPolygon) {
    self.role = role
    self.name = name
    self.shape = shape
  }
}

extension Catalog {
  /// The corridor of the query's route, and the polygons of the query, without its box. Named areas are as currently
  /// stored.
  ///
  /// Without an area engine, and along routes that are too long for a flat map (about 4000 km), there is no corridor.
  /// - Complexity: O(n log n) in the vertices.
  public func outlines(of answer: Answer) throws -> [AnswerOutline] {
    guard let plan = answer.plan else { return [] }
    var outlines: [AnswerOutline] = []
    if let shape = corridor(of: plan) { outlines.append(AnswerOutline(role: .corridor, shape: shape)) }
    for (area, role) in [(plan.query.area, AnswerOutline.Role.area), (plan.query.outside, .outside)] {
      switch area {
      case .shape(let shape): outlines.append(AnswerOutline(role: role, shape: shape))
      case .named(let name):
        guard let area = try self.area(named: name) else { continue }
        outlines.append(AnswerOutline(role: role, name: area.name, shape: area.shape))
      case .box, nil: continue
      }
    }
    return outlines
  }

  private func corridor(of plan: Plan) -> MultiPolygon? {
    guard let areas, let corridor = plan.corridor, corridor.widthMeters > 0 else { return nil }
    let pieces = corridor.line.pieces
    do {
      return try areas.corridor(along: [pieces[0].start] + pieces.map(\.end), meters: corridor.widthMeters)
    } catch {
      // The line itself can still be drawn.
      return nil
    }
  }
}
