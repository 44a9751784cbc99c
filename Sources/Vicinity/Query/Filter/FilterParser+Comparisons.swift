import CodedErrors

/// Comparisons of a field with values.
extension FilterParser {
  private static let arithmetic: Set<String> = ["+", "-", "*", "/", "^", "%"]

  func isComparison(at index: Int) -> Bool {
    if case .sign(let sign) = tokens[index].form { FilterComparison(rawValue: sign) != nil } else { false }
  }

  mutating func comparison() throws(FilterSyntaxError) -> FilterExpression {
    if startsLiteral {
      let position = current.offset
      let value = try literal()
      guard let comparison = takeComparison() else { throw unexpected("a comparison such as = or <") }
      let (operand, place) = try operand()
      return try compare(operand, at: place, comparison.exchanged, value, at: position)
    }
    if takeGeometry() { return .constant(try isNegatedNull()) }
    let (operand, place) = try operand()
    if let comparison = takeComparison() {
      let position = current.offset
      guard startsLiteral else { throw valueExpected() }
      return try compare(operand, at: place, comparison, try literal(), at: position)
    }
    if isKeyword("IS") { return try isNegatedNull() ? .not(.isNull(operand.property)) : .isNull(operand.property) }
    let isNegated = take(keyword: "NOT")
    let expression = try listComparison(operand, at: place)
    return isNegated ? .not(expression) : expression
  }

  /// Takes `IS NULL` or `IS NOT NULL`.
  private mutating func isNegatedNull() throws(FilterSyntaxError) -> Bool {
    guard take(keyword: "IS") else { throw error("\(FilterNames.geometry) is compared by s_intersects") }
    let isNegated = take(keyword: "NOT")
    guard take(keyword: "NULL") else { throw unexpected("NULL") }
    return isNegated
  }

  private mutating func listComparison(
    _ operand: FilterOperand, at place: Int
  ) throws(FilterSyntaxError) -> FilterExpression {
    if take(keyword: "LIKE") {
      try require(.text, of: operand.property, at: place)
      return .like(operand, try pattern())
    }
    if take(keyword: "BETWEEN") {
      let low = current.offset
      let least = try literal()
      guard take(keyword: "AND") else { throw unexpected("AND and the greatest value") }
      let high = current.offset
      let greatest = try literal()
      return .and([
        try compare(operand, at: place, .greaterOrEqual, least, at: low),
        try compare(operand, at: place, .lessOrEqual, greatest, at: high),
      ])
    }
    guard take(keyword: "IN") else {
      throw unexpected("a comparison: =, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL")
    }
    try expect("(")
    var values: [FilterValue] = []
    repeat {
      let position = current.offset
      values.append(try value(try literal(), for: operand.property, at: position, operandAt: place))
    } while take(sign: ",")
    try expect(")")
    return .isIn(operand, values)
  }

  private func compare(
    _ operand: FilterOperand, at place: Int, _ comparison: FilterComparison, _ value: FilterValue, at position: Int
  ) throws(FilterSyntaxError) -> FilterExpression {
    .compare(operand, comparison, try self.value(value, for: operand.property, at: position, operandAt: place))
  }

  /// The value in the field's type: text is read as a time for a time field.
  private func value(
    _ value: FilterValue, for property: FilterProperty, at position: Int, operandAt place: Int
  ) throws(FilterSyntaxError) -> FilterValue {
    guard let type = property.filterType, type != .tags else {
      throw FilterSyntaxError(
        offset: place, problem: "\(property.name) is a list; compare it with A_CONTAINS or A_OVERLAPS")
    }
    if let value = value.read(as: type) { return value }
    throw FilterSyntaxError(offset: position, problem: "\(property.name) is compared with \(type.form)")
  }

  private mutating func takeComparison() -> FilterComparison? {
    guard case .sign(let sign) = current.form, let comparison = FilterComparison(rawValue: sign) else { return nil }
    index += 1
    return comparison
  }

  /// A field, possibly in `CASEI` and `ACCENTI`, with its position.
  private mutating func operand() throws(FilterSyntaxError) -> (FilterOperand, Int) {
    let position = current.offset
    for (name, fold) in FilterFolding.named where isCall(of: name) {
      try beginNestedCall()
      defer { depth -= 1 }
      var (operand, place) = try self.operand()
      try require(.text, of: operand.property, at: place)
      try expect(")")
      fold.apply(to: &operand)
      return (operand, place)
    }
    return (FilterOperand(try property()), position)
  }

  /// A field of every listing.
  mutating func field() throws(FilterSyntaxError) -> Field {
    let position = tokens[index]
    let property = try property()
    guard let field = property.field else {
      throw FilterSyntaxError(offset: position.offset, problem: FilterNames.unknown(property.name, isCall: false))
    }
    return field
  }

  /// The name of a field that can be used in filters, or of a custom field.
  mutating func property() throws(FilterSyntaxError) -> FilterProperty {
    let name: String
    switch current.form {
    case .name(let written), .quotedName(let written): name = written
    default: throw unexpected("a field, a function or \"(\"")
    }
    let isCall = tokens[index + 1].form == .sign("(")
    guard let property = FilterProperty(name: name), !isCall || property.field != nil else {
      throw error(FilterNames.unknown(name, isCall: isCall))
    }
    index += 1
    if case .sign(let sign) = current.form, Self.arithmetic.contains(sign) {
      throw error("arithmetic is not supported; compare a field with a value")
    }
    return property
  }

  private func require(_ type: FilterType, of property: FilterProperty, at position: Int) throws(FilterSyntaxError) {
    guard property.filterType != type, property.filterType != .own else { return }
    throw FilterSyntaxError(offset: position, problem: "\(property.name) is not \(type.form)")
  }
}
