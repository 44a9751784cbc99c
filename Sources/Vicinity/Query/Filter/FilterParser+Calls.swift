import CivilTime
import CodedErrors
import Geography
import Streams

extension FilterParser {
  /// A function whose value is a Boolean.
  ///
  /// - Parameters:
  ///   - name: in capitals.
  ///   - written: the name as written.
  mutating func call(_ name: String, written: String) throws(FilterSyntaxError) -> FilterExpression {
    let position = current.offset
    if let relation = FilterNames.sets[name] { return try setComparison(relation) }
    if let relation = FilterNames.times[name] { return try timeComparison(relation) }
    if name == "S_INTERSECTS" { return try placeComparison() }
    if FilterNames.conditions.contains(written) { return try condition(written, at: position) }
    throw error(FilterNames.unknown(written, isCall: true))
  }

  // MARK: Lists

  private mutating func setComparison(_ relation: FilterSetRelation) throws(FilterSyntaxError) -> FilterExpression {
    beginCall()
    let position = current.offset
    let property = try property()
    guard property.filterType == .tags || property.filterType == .own else {
      throw FilterSyntaxError(
        offset: position, problem: "\(property.name) is not a list; the list of every listing is tags")
    }
    try expect(",")
    var tags: [String] = []
    if case .text(let tag) = current.form {
      // A single value may be written without parentheses.
      _ = try string("a tag")
      tags = [tag]
    } else {
      try expect("(")
      if !take(sign: ")") {
        repeat { tags.append(try string("a tag in quotes")) } while take(sign: ",")
        try expect(")")
      }
    }
    try expect(")")
    return .set(property, relation, tags)
  }

  // MARK: Times

  private mutating func timeComparison(
    _ relation: FilterNames.TimeRelation
  ) throws(FilterSyntaxError) -> FilterExpression {
    beginCall()
    let time = try timeOperand()
    try expect(",")
    let interval = try interval()
    try expect(")")
    return relation == .intersects ? .intersects(time, interval) : .not(.intersects(time, interval))
  }

  private mutating func timeOperand() throws(FilterSyntaxError) -> FilterTime {
    if isCall(of: "INTERVAL") {
      beginCall()
      let position = current.offset
      let first = try field()
      try expect(",")
      let last = try field()
      try expect(")")
      guard first == .starts, last == .ends else {
        throw FilterSyntaxError(offset: position, problem: "the time of an event is INTERVAL(starts, ends)")
      }
      return .whole
    }
    let position = current.offset
    switch try field() {
    case .starts: return .starts
    case .ends: return .ends
    case let field:
      throw FilterSyntaxError(
        offset: position, problem: "\(field.rawValue) is not a time; write starts, ends or INTERVAL(starts, ends)")
    }
  }

  private mutating func interval() throws(FilterSyntaxError) -> FilterInterval {
    guard isCall(of: "INTERVAL") else {
      let instant = try boundary(try literal())
      return FilterInterval(from: instant, to: instant)
    }
    beginCall()
    let from = try boundary(.text(try string("the start in quotes, or '..'")))
    try expect(",")
    let position = current.offset
    let to = try boundary(.text(try string("the end in quotes, or '..'")))
    try expect(")")
    guard FilterInterval(from: from, to: to).isOrdered else {
      throw FilterSyntaxError(offset: position, problem: "the end of the interval is before its start")
    }
    return FilterInterval(from: from, to: to)
  }

  private func boundary(_ value: FilterValue) throws(FilterSyntaxError) -> FilterValue? {
    if value == .text("..") { return nil }
    guard let time = value.read(as: .time) else {
      throw error("a date or an instant is expected before this: '2026-11-27', '2026-11-27T22:30:00Z' or '..'")
    }
    return time
  }

  // MARK: Places

  private mutating func placeComparison() throws(FilterSyntaxError) -> FilterExpression {
    beginCall()
    guard takeGeometry() else { throw unexpected("the field \(FilterNames.geometry)") }
    try expect(",")
    let shape = try shape()
    try expect(")")
    return shape
  }

  private mutating func shape() throws(FilterSyntaxError) -> FilterExpression {
    guard case .name(let name) = current.form else { throw unexpected(FilterNames.shapes) }
    let position = current.offset
    skip()
    _ = take(keyword: "Z")
    switch name.uppercased() {
    case "POINT":
      try expect("(")
      let coordinate = try coordinate()
      try expect(")")
      return .at(coordinate)
    case "BBOX": return .within(.box(try box(at: position)))
    case "POLYGON": return .within(.shape(MultiPolygon([try polygon()])))
    case "MULTIPOLYGON":
      return .within(.shape(MultiPolygon(try list { parser throws(FilterSyntaxError) in try parser.polygon() })))
    default:
      throw FilterSyntaxError(
        offset: position, problem: "\(FilterNames.shapes) is expected instead of \(name.shortened)")
    }
  }

  private mutating func box(at position: Int) throws(FilterSyntaxError) -> BoundingBox {
    let degrees = try list { parser throws(FilterSyntaxError) in try parser.number() }
    guard let box = BoundingBox(cql2: degrees) else {
      throw FilterSyntaxError(
        offset: position,
        problem: "a box has four numbers in degrees: west, south, east, north, south not above north")
    }
    return box
  }

  private mutating func polygon() throws(FilterSyntaxError) -> Polygon {
    Polygon(
      rings: try list { parser throws(FilterSyntaxError) in
        try parser.list { parser throws(FilterSyntaxError) in try parser.coordinate() }
      })
  }

  private mutating func coordinate() throws(FilterSyntaxError) -> Coordinate {
    let position = current.offset
    let longitude = try number()
    let latitude = try number()
    // A height.
    if case .number = current.form { skip() }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw FilterSyntaxError(
        offset: position, problem: "\(longitude.plainText) \(latitude.plainText) is not a longitude and a latitude")
    }
    return coordinate
  }

  private mutating func list<Element>(
    _ element: (inout FilterParser) throws(FilterSyntaxError) -> Element
  ) throws(FilterSyntaxError) -> [Element] {
    try expect("(")
    var elements: [Element] = []
    repeat { elements.append(try element(&self)) } while take(sign: ",")
    try expect(")")
    return elements
  }

  // MARK: Conditions of a query

  /// A condition of a query by its key. Its value is a text, a number or TRUE; text that begins with `{` or `[` is
  /// JSON; two texts are a start and an end.
  private mutating func condition(_ key: String, at position: Int) throws(FilterSyntaxError) -> FilterExpression {
    beginCall()
    var values: [JSONValue] = []
    repeat { values.append(try conditionValue()) } while take(sign: ",")
    try expect(")")
    do { return try FilterExpression(condition: key, values) } catch {
      throw FilterSyntaxError(offset: position, problem: error.description)
    }
  }

  private mutating func conditionValue() throws(FilterSyntaxError) -> JSONValue {
    switch try literal() {
    case .text(let text):
      guard text.hasPrefix("{") || text.hasPrefix("[") else { return .string(text) }
      do { return try JSONParser.parse(text.utf8) } catch {
        throw self.error("before this is text that is not JSON: \(error)")
      }
    case .number(let number): return Int64(exactly: number).map { .int($0) } ?? .double(number)
    case .flag(let flag): return .bool(flag)
    case .date(let date): return .string(date.description)
    case .instant(let instant): return .string(instant.description)
    }
  }
}

extension BoundingBox {
  /// A box of west, south, east and north, also with heights; nil if it is not valid.
  init?(cql2 numbers: [Double]) {
    var sides = numbers
    if sides.count == 6 { sides = [numbers[0], numbers[1], numbers[3], numbers[4]] }
    guard sides.count == 4 else { return nil }
    self.init(south: sides[1], west: sides[0], north: sides[3], east: sides[2])
    guard isValid else { return nil }
  }
}

extension FilterInterval {
  /// Whether its end is not certainly before its start.
  var isOrdered: Bool {
    switch (from, to) {
    case (.date(let from), .date(let to)): from <= to
    case (.instant(let from), .instant(let to)): from <= to
    default: true
    }
  }
}
