import CivilTime
import Geography
import Streams

extension FilterExpression {
  /// The expression as CQL2 JSON; conditions of a query are objects of their keys.
  public var json: JSONValue {
    switch self {
    case .and(let parts): Self.json("and", parts)
    case .or(let parts): Self.json("or", parts)
    case .not(let part): .operation("not", [part.json])
    case .constant(let flag): .bool(flag)
    case .compare(let operand, let comparison, let value):
      .operation(comparison.rawValue, [operand.json, value.json])
    case .isIn(let operand, let values): .operation("in", [operand.json, .array(values.map(\.json))])
    case .like(let operand, let pattern): .operation("like", [operand.json, .string(pattern)])
    case .isNull(let property): .operation("isNull", [FilterOperand(property).json])
    case .tags(let relation, let tags):
      .operation("a_\(relation.rawValue)", [.property(Field.tags.rawValue), .array(tags.map { .string($0) })])
    case .list(let name, let relation, let values):
      .operation("a_\(relation.rawValue)", [.property(name), .array(values.map { .string($0) })])
    case .within(.named(let name)):
      .only("within", .only("area", .string(name)))
    case .within(let area): .operation("s_intersects", [.property(FilterNames.geometry), area.cql2JSON])
    case .at(let coordinate): .operation("s_intersects", [.property(FilterNames.geometry), coordinate.geoJSON])
    case .intersects(let time, let interval): .operation("t_intersects", [time.json, interval.json])
    case .conditions(let query): query.json
    }
  }

  private static func json(_ name: String, _ parts: [FilterExpression]) -> JSONValue {
    // The standard requires at least two arguments.
    let arguments = parts.map(\.json)
    return parts.count > 1 ? .operation(name, arguments) : .only(name, .array(arguments))
  }
}

extension JSONValue {
  /// An object with one member.
  fileprivate static func only(_ key: String, _ value: JSONValue) -> JSONValue { .object(JSONObject([(key, value)])) }

  fileprivate static func operation(_ name: String, _ arguments: [JSONValue]) -> JSONValue {
    .object(JSONObject([("op", .string(name)), ("args", .array(arguments))]))
  }

  fileprivate static func property(_ name: String) -> JSONValue { .only("property", .string(name)) }
}

extension FilterOperand {
  fileprivate var json: JSONValue {
    var json = JSONValue.property(property.name)
    for (isApplied, name) in [(ignoresAccents, "accenti"), (ignoresCase, "casei")] where isApplied {
      json = .operation(name, [json])
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
    case .date(let date): .only("date", .string(date.description))
    case .instant(let instant): .only("timestamp", .string(instant.description))
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
    let (starts, ends) = (JSONValue.property(Field.starts.rawValue), JSONValue.property(Field.ends.rawValue))
    return switch self {
    case .starts: starts
    case .ends: ends
    case .whole: .only("interval", .array([starts, ends]))
    }
  }
}

extension FilterInterval {
  fileprivate var json: JSONValue {
    let bounds = [from, to].map { JSONValue.string(FilterValue.boundary($0)) }
    return .only("interval", .array(bounds))
  }
}

extension Query.Area {
  fileprivate var cql2JSON: JSONValue {
    switch self {
    case .box(let box):
      .only("bbox", .array(box.bbox.map { .double($0) }))
    case .shape(let shape): shape.geoJSON
    case .named(let name): .string(name)
    }
  }
}

extension Coordinate {
  fileprivate var geoJSON: JSONValue {
    let position = JSONValue.array([.double(longitude), .double(latitude)])
    return .object(JSONObject([("type", .string("Point")), ("coordinates", position)]))
  }
}
