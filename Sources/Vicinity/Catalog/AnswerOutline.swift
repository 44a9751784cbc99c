import Geography

/// A part of the Earth that an answer is about, as a map shows it below the listings.
public struct AnswerOutline: Hashable, Sendable {
  /// What the query says of it.
  public enum Role: String, Hashable, Sendable {
    /// Within the width of a way.
    case corridor
    /// Listings lie in it.
    case area
    /// Listings do not lie in it.
    case outside
  }

  /// What the query says of it.
  public var role: Role
  /// The name by which the query asks for it.
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
  /// The corridor of a way, and the polygons that a query asks about; not its box. Named areas are as the catalog has them now.
  ///
  /// Without an area engine, and along ways that are too long for a flat map (some 4000 km), there is no corridor.
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
    guard let areas, let corridor = plan.corridor, corridor.width > 0 else { return nil }
    let pieces = corridor.line.pieces
    do {
      return try areas.corridor(along: [pieces[0].start] + pieces.map(\.end), meters: corridor.width)
    } catch {
      // The line itself is still there to be drawn.
      return nil
    }
  }
}
