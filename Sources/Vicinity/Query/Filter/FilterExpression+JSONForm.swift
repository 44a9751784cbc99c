import CivilTime
import Geography
import Streams

extension FilterExpression {
  /// The expression as CQL2 JSON; conditions of a query are objects of their keys.
  public var json: JSONValue {
    func operation(_ name: String, _ arguments: [JSONValue]) -> JSONValue {
      .object(JSONObject([("op", .string(name)), ("args", .array(arguments))]))
    }
    switch self {
    case .and(let parts): return Self.json("and", parts)
    case .or(let parts): return Self.json("or", parts)
    case .not(let part): return operation("not", [part.json])
    case .constant(let flag): return .bool(flag)
    case .compare(let operand, let comparison, let value):
      return operation(comparison.rawValue, [operand.json, value.json])
    case .isIn(let operand, let values): return operation("in", [operand.json, .array(values.map(\.json))])
    case .like(let operand, let pattern): return operation("like", [operand.json, .string(pattern)])
    case .isNull(let field): return operation("isNull", [FilterOperand(field).json])
    case .tags(let relation, let tags):
      return operation("a_\(relation.rawValue)", [FilterOperand(.tags).json, .array(tags.map { .string($0) })])
    case .within(.named(let name)):
      return .object(JSONObject([("within", .object(JSONObject([("area", .string(name))])))]))
    case .within(let area): return operation("s_intersects", [Self.geometry, area.cql2JSON])
    case .at(let coordinate):
      let point = [coordinate.longitude, coordinate.latitude].map { JSONValue.double($0) }
      return operation(
        "s_intersects",
        [Self.geometry, .object(JSONObject([("type", .string("Point")), ("coordinates", .array(point))]))])
    case .intersects(let time, let interval): return operation("t_intersects", [time.json, interval.json])
    case .conditions(let query): return query.json
    }
  }

  private static func json(_ name: String, _ parts: [FilterExpression]) -> JSONValue {
    // The standard wants two arguments at least.
    guard parts.count > 1 else { return .object(JSONObject([(name, .array(parts.map(\.json)))])) }
    return .object(JSONObject([("op", .string(name)), ("args", .array(parts.map(\.json)))]))
  }

  private static let geometry = JSONValue.object(JSONObject([("property", .string(FilterNames.geometry))]))
}

extension FilterOperand {
  fileprivate var json: JSONValue {
    var json = JSONValue.object(JSONObject([("property", .string(field.rawValue))]))
    for (isApplied, name) in [(ignoresAccents, "accenti"), (ignoresCase, "casei")] where isApplied {
      json = .object(JSONObject([("op", .string(name)), ("args", .array([json]))]))
    }
    return json
  }
}

extension FilterValue {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): Int64(exactly: number).map { .int($0) } ?? .double(number)
    case .flag(let flag): .bool(flag)
    case .date(let date): .object(JSONObject([("date", .string(date.description))]))
    case .instant(let instant): .object(JSONObject([("timestamp", .string(instant.description))]))
    }
  }

  /// A date or instant as in an interval, open ends included.
  static func boundary(_ value: FilterValue?) -> String {
    switch value {
    case .date(let date): date.description
    case .instant(let instant): instant.description
    case let value: value.map { "\($0)" } ?? ".."
    }
  }
}

extension FilterTime {
  fileprivate var json: JSONValue {
    func field(_ field: Field) -> JSONValue { .object(JSONObject([("property", .string(field.rawValue))])) }
    return switch self {
    case .starts: field(.starts)
    case .ends: field(.ends)
    case .whole: .object(JSONObject([("interval", .array([field(.starts), field(.ends)]))]))
    }
  }
}

extension FilterInterval {
  fileprivate var json: JSONValue {
    let bounds = [from, to].map { JSONValue.string(FilterValue.boundary($0)) }
    return .object(JSONObject([("interval", .array(bounds))]))
  }
}

extension Query.Area {
  fileprivate var cql2JSON: JSONValue {
    switch self {
    case .box(let box):
      .object(JSONObject([("bbox", .array([box.west, box.south, box.east, box.north].map { .double($0) }))]))
    case .shape(let shape): shape.geoJSON
    case .named(let name): .string(name)
    }
  }
}
