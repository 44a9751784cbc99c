import CivilTime
import Geography
import Streams

extension FilterExpression: CustomStringConvertible {
  /// The expression as CQL2 text.
  ///
  /// Parses back to an expression with the same meaning, unless a text in it has a backslash before a quote or at its
  /// end, which the standard cannot write; ``json`` is exact.
  public var description: String { text(in: .whole) }

  private enum Place { case whole, disjunction, conjunction, negation }

  private func text(in place: Place) -> String {
    switch self {
    case .and(let parts) where parts.count > 1:
      let text = parts.map { $0.text(in: .conjunction) }.joined(separator: " AND ")
      return place == .whole || place == .disjunction ? text : "(\(text))"
    case .or(let parts) where parts.count > 1:
      let text = parts.map { $0.text(in: .disjunction) }.joined(separator: " OR ")
      return place == .whole ? text : "(\(text))"
    case .and(let parts): return parts.first?.text(in: place) ?? "TRUE"
    case .or(let parts): return parts.first?.text(in: place) ?? "FALSE"
    case .not(.isNull(let property)): return "\(property.cql2) IS NOT NULL"
    case .not(let part): return "NOT \(part.text(in: .negation))"
    case .constant(let flag): return flag ? "TRUE" : "FALSE"
    case .conditions(let query) where Self.calls(query).count > 1:
      return place == .whole || place == .disjunction ? predicate : "(\(predicate))"
    default: return predicate
    }
  }

  private var predicate: String {
    switch self {
    case .compare(let operand, let comparison, let value): return "\(operand) \(comparison.rawValue) \(value)"
    // The standard has no empty list.
    case .isIn(_, let values) where values.isEmpty: return "FALSE"
    case .isIn(let operand, let values): return "\(operand) IN (\(values.map(\.description).joined(separator: ", ")))"
    case .like(let operand, let pattern): return "\(operand) LIKE \(FilterValue.text(pattern))"
    case .isNull(let property): return "\(property.cql2) IS NULL"
    case .tags(let relation, let tags): return Self.set(.field(.tags), relation, tags)
    case .list(let name, let relation, let values): return Self.set(.own(name), relation, values)
    case .within(let area): return area.cql2
    case .at(let point):
      return "s_intersects(geometry, POINT(\(point.longitude.cql2) \(point.latitude.cql2)))"
    case .intersects(let time, let interval):
      let operand =
        switch time {
        case .starts: "starts"
        case .ends: "ends"
        case .whole: "INTERVAL(starts, ends)"
        }
      let bounds = [interval.from, interval.to].map { "'\(FilterValue.boundary($0))'" }
      return "t_intersects(\(operand), INTERVAL(\(bounds.joined(separator: ", "))))"
    case .conditions(let query):
      let calls = Self.calls(query)
      return calls.isEmpty ? "TRUE" : calls.joined(separator: " AND ")
    case .and, .or, .not, .constant: return text(in: .whole)
    }
  }

  private static func set(_ property: FilterProperty, _ relation: FilterSetRelation, _ values: [String]) -> String {
    let list = values.map { FilterValue.text($0).description }.joined(separator: ", ")
    return "a_\(relation.rawValue)(\(property.cql2), (\(list)))"
  }

  /// The conditions of a query as functions.
  private static func calls(_ query: Query) -> [String] {
    (query.json.object?.members ?? []).map { "\($0.key)(\(argument($0.value)))" }
  }

  private static func argument(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): FilterValue.text(text).description
    case .int, .double, .bool: value.text
    default: FilterValue.text(value.text).description
    }
  }
}

extension Double {
  /// The number in CQL2 text, exactly.
  fileprivate var cql2: String { Int64(exactly: self).map(String.init) ?? "\(self)" }
}

extension FilterOperand: CustomStringConvertible {
  /// The operand as CQL2 text.
  public var description: String {
    var text = property.cql2
    if ignoresAccents { text = "ACCENTI(\(text))" }
    return ignoresCase ? "CASEI(\(text))" : text
  }
}

extension FilterProperty {
  /// The name, in quotes where it would not be read as one.
  fileprivate var cql2: String {
    guard case .own(let name) = self else { return name }
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isPlain && !Self.keywords.contains(name.uppercased()) ? name : "\"\(name)\""
  }

  private static let keywords: Set<String> = [
    "AND", "OR", "NOT", "TRUE", "FALSE", "LIKE", "BETWEEN", "IN", "IS", "NULL", "CASEI", "ACCENTI", "DATE", "TIMESTAMP",
    "INTERVAL",
  ]
}

extension FilterValue: CustomStringConvertible {
  /// The value as CQL2 text.
  public var description: String {
    switch self {
    case .text(let text): "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    case .number(let number): number.cql2
    case .flag(let flag): flag ? "TRUE" : "FALSE"
    case .date(let date): "DATE('\(date)')"
    case .instant(let instant): "TIMESTAMP('\(instant)')"
    }
  }
}

extension Query.Area {
  /// The test of the area as CQL2 text.
  fileprivate var cql2: String {
    switch self {
    case .box(let box):
      let sides = box.bbox.map(\.cql2).joined(separator: ", ")
      return "s_intersects(geometry, BBOX(\(sides)))"
    case .named(let name):
      let value = JSONValue.object(JSONObject([("area", .string(name))]))
      return "within(\(FilterValue.text(value.text)))"
    case .shape(let shape):
      let polygons = shape.polygons.map { polygon in
        let rings = polygon.rings.map { ring in
          "(\(ring.map { "\($0.longitude.cql2) \($0.latitude.cql2)" }.joined(separator: ", ")))"
        }
        return "(\(rings.joined(separator: ", ")))"
      }
      let wkt = polygons.count == 1 ? "POLYGON\(polygons[0])" : "MULTIPOLYGON(\(polygons.joined(separator: ", ")))"
      return "s_intersects(geometry, \(wkt))"
    }
  }
}
