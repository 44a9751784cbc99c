import CivilTime
import Geography
import Streams

/// The arguments of one operation of CQL2 JSON.
struct FilterArguments {
  let name: String
  let values: [JSONValue]
  let path: String

  func error(_ problem: String) -> QueryError { .badFilter(path: path, problem: problem) }

  func only(_ count: Int) throws(QueryError) -> [JSONValue] {
    guard values.count == count else {
      throw error("\(name.shortened) has \(count.counted("argument")), not \(values.count)")
    }
    return values
  }

  func predicate() throws(QueryError) -> FilterExpression {
    if let comparison = FilterComparison(rawValue: name) { return try compared(comparison) }
    switch name.lowercased() {
    case "isnull":
      let argument = try only(1)[0]
      if isGeometry(argument) { return .constant(false) }
      return .isNull(try property(argument, "[0]"))
    case "like":
      let arguments = try only(2)
      return .like(try operand(arguments[0], "[0]"), try text(arguments[1], "[1]"))
    case "between":
      let arguments = try only(3)
      let operand = try operand(arguments[0], "[0]")
      return .and([
        .compare(operand, .greaterOrEqual, try value(arguments[1], of: operand.property, "[1]")),
        .compare(operand, .lessOrEqual, try value(arguments[2], of: operand.property, "[2]")),
      ])
    case "in":
      let arguments = try only(2)
      let operand = try operand(arguments[0], "[0]")
      guard let list = arguments[1].array else { throw error("the second argument of in is a list of values") }
      var values: [FilterValue] = []
      for (index, element) in list.enumerated() {
        values.append(try value(element, of: operand.property, "[1][\(index)]"))
      }
      return .isIn(operand, values)
    case "s_intersects": return try place()
    default: break
    }
    if let relation = FilterNames.sets[name.uppercased()] { return try tags(relation) }
    if let relation = FilterNames.times[name.uppercased()] { return try time(relation) }
    if FilterNames.conditions.contains(name) { return try condition() }
    guard name.contains(where: \.isLetter) else {
      let known = FilterComparison.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("unknown operator \"\(name.shortened)\"; possible are \(known)")
    }
    throw error(FilterNames.unknown(name, isCall: true))
  }

  private func compared(_ comparison: FilterComparison) throws(QueryError) -> FilterExpression {
    let arguments = try only(2)
    if let operand = try? operand(arguments[0], "[0]") {
      return .compare(operand, comparison, try value(arguments[1], of: operand.property, "[1]"))
    }
    if let operand = try? operand(arguments[1], "[1]") {
      return .compare(operand, comparison.exchanged, try value(arguments[0], of: operand.property, "[0]"))
    }
    return .compare(try operand(arguments[0], "[0]"), comparison, .flag(true))
  }

  // MARK: Arguments

  private func field(_ value: JSONValue, _ place: String) throws(QueryError) -> Field {
    let property = try property(value, place)
    if let field = property.field { return field }
    throw QueryError.badFilter(path: path + place, problem: FilterNames.unknown(property.name, isCall: false))
  }

  private func property(_ value: JSONValue, _ place: String) throws(QueryError) -> FilterProperty {
    guard let name = value.object?["property"]?.string else {
      throw QueryError.wrongType(
        path: path + place, found: value.typeName, expected: "a field", example: #"{"property":"price"}"#)
    }
    guard let property = FilterProperty(name: name) else {
      throw QueryError.badFilter(path: path + place, problem: FilterNames.unknown(name, isCall: false))
    }
    return property
  }

  private func operand(_ value: JSONValue, _ place: String) throws(QueryError) -> FilterOperand {
    if let (fold, inner) = folding(value) {
      var operand = try operand(inner, place)
      fold.apply(to: &operand)
      return operand
    }
    return FilterOperand(try property(value, place))
  }

  /// The argument of `casei` or `accenti`.
  private func folding(_ value: JSONValue) -> (FilterFolding, JSONValue)? {
    guard let name = value.object?["op"]?.string?.uppercased(), let arguments = value.object?["args"]?.array,
      arguments.count == 1, let fold = FilterFolding.named.first(where: { $0.name == name })?.fold
    else { return nil }
    return (fold, arguments[0])
  }

  private func text(_ value: JSONValue, _ place: String) throws(QueryError) -> String {
    if let (fold, inner) = folding(value) { return fold.folded(try text(inner, place)) }
    return try value.queryString(at: path + place, expected: "a text", example: #""jazz%""#)
  }

  private func value(_ value: JSONValue, of property: FilterProperty, _ place: String) throws(QueryError) -> FilterValue
  {
    guard let type = property.filterType, type != .tags else {
      throw QueryError.badFilter(
        path: path + place, problem: "\(property.name) is a list; compare it with a_contains or a_overlaps")
    }
    if let value = try literal(value, place)?.read(as: type) { return value }
    throw QueryError.badFilter(path: path + place, problem: "\(property.name) is compared with \(type.form)")
  }

  private func literal(_ value: JSONValue, _ place: String) throws(QueryError) -> FilterValue? {
    switch value {
    case .string(let text): return .text(text)
    case .int, .double: return value.number.map { .number($0) }
    case .bool(let flag): return .flag(flag)
    case .null, .array: return nil
    case .object(let object):
      if folding(value) != nil { return .text(try text(value, place)) }
      for (key, isDate) in [("date", true), ("timestamp", false)] {
        guard let text = object[key]?.string else { continue }
        do { return try FilterValue(time: text, isDate: isDate, at: 0) } catch {
          throw QueryError.badFilter(path: path + place, problem: error.problem)
        }
      }
      return nil
    }
  }

  // MARK: Functions

  private func tags(_ relation: FilterSetRelation) throws(QueryError) -> FilterExpression {
    let arguments = try only(2)
    let property = try property(arguments[0], "[0]")
    guard property.filterType == .tags || property.filterType == .own else {
      throw error("\(property.name) is not a list; the list of every listing is tags")
    }
    if arguments[1].string != nil { return .set(property, relation, [try text(arguments[1], "[1]")]) }
    guard let list = arguments[1].array else { throw error("the second argument of \(name) is a list of tags") }
    var tags: [String] = []
    for (index, element) in list.enumerated() { tags.append(try text(element, "[1][\(index)]")) }
    return .set(property, relation, tags)
  }

  private func time(_ relation: FilterNames.TimeRelation) throws(QueryError) -> FilterExpression {
    let arguments = try only(2)
    let time: FilterTime
    if let bounds = arguments[0].object?["interval"]?.array {
      guard bounds.count == 2, try field(bounds[0], "[0]") == .starts, try field(bounds[1], "[0]") == .ends else {
        throw error("the time of an event is the interval of starts and ends")
      }
      time = .whole
    } else {
      switch try field(arguments[0], "[0]") {
      case .starts: time = .starts
      case .ends: time = .ends
      case let field: throw error("\(field.rawValue) is not a time")
      }
    }
    let expression = FilterExpression.intersects(time, try interval(arguments[1]))
    return relation == .intersects ? expression : .not(expression)
  }

  private func interval(_ value: JSONValue) throws(QueryError) -> FilterInterval {
    guard let bounds = value.object?["interval"]?.array else {
      let instant = try boundary(value)
      return FilterInterval(from: instant, to: instant)
    }
    guard bounds.count == 2 else { throw error("an interval has a start and an end") }
    let interval = FilterInterval(from: try boundary(bounds[0]), to: try boundary(bounds[1]))
    guard interval.isOrdered else { throw error("the end of the interval is before its start") }
    return interval
  }

  private func boundary(_ value: JSONValue) throws(QueryError) -> FilterValue? {
    if value.string == ".." { return nil }
    if let time = try literal(value, "[1]")?.read(as: .time) { return time }
    throw error("an interval has dates, instants or \"..\"")
  }

  /// Whether it is the geometry, which every listing has.
  private func isGeometry(_ value: JSONValue) -> Bool { value.object?["property"]?.string == FilterNames.geometry }

  private func place() throws(QueryError) -> FilterExpression {
    let arguments = try only(2)
    guard isGeometry(arguments[0]) else {
      throw error("the first argument of s_intersects is {\"property\":\"\(FilterNames.geometry)\"}")
    }
    if let sides = arguments[1].object?["bbox"]?.array, arguments[1].object?["type"] == nil {
      let numbers = sides.compactMap(\.number)
      guard numbers.count == sides.count, let box = BoundingBox(cql2: numbers) else {
        throw error("bbox has four numbers in degrees: west, south, east, north, south not above north")
      }
      return .within(.box(box))
    }
    switch arguments[1].object?["type"]?.string {
    case "Point":
      let position = arguments[1].object?["coordinates"]?.array ?? []
      let numbers = position.compactMap(\.number)
      guard (2...3).contains(position.count), numbers.count == position.count else {
        throw error("a point has a longitude and a latitude")
      }
      let point = Coordinate(latitude: numbers[1], longitude: numbers[0])
      guard point.isValid else { throw error("the point is not a longitude and a latitude") }
      return .at(point)
    case "Polygon", "MultiPolygon":
      return .within(.shape(try MultiPolygon(geoJSON: arguments[1], path: path + "[1]")))
    case let type:
      throw error("\(FilterNames.shapes) is expected instead of \((type ?? arguments[1].typeName).shortened)")
    }
  }

  /// `{"op":"open","args":["now"]}` is the condition `{"open":"now"}`.
  private func condition() throws(QueryError) -> FilterExpression {
    do { return try FilterExpression(condition: name, values) } catch {
      throw error.renamingPaths { "\(path).\($0)" }
    }
  }
}
