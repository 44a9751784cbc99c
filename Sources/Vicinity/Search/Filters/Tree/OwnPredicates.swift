import CivilTime

/// Conditions on own fields.
extension OwnFields {
  /// Reading the values of a leaf, which are then cached.
  private static let cost = 100

  /// The predicate of a comparison, a list, a pattern, or a test for a missing value.
  func predicate(of expression: FilterExpression) throws -> EntryPredicate {
    switch expression {
    case .compare(let operand, let comparison, let value):
      let (field, read) = try field(of: operand, [value])
      guard field.field.type != .text else { return textPredicate(field, expression) }
      return NumberPredicate(.value(number(field)), comparison, Self.number(read[0]), cost: Self.cost)
    case .isIn(let operand, let values):
      let (field, read) = try field(of: operand, values)
      guard field.field.type != .text else { return textPredicate(field, expression) }
      return NumberListPredicate(number(field), Set(read.map(Self.number)), cost: Self.cost)
    case .like(let operand, _): return textPredicate(try field(of: operand, [.text("")]).field, expression)
    case .isNull(.own(let name)):
      let field = try known(name)
      return NullPredicate(cost: Self.cost) { entry in
        let column = try column(field, of: entry.leaf)
        return column.numbers[entry.index].isNaN && column.texts(at: entry.index).isEmpty
      }
    case .list(let name, let relation, let values):
      let field = try known(name)
      guard field.field.type == .list else {
        throw QueryError.badFilter(
          path: "filter", problem: "\(name) is not a list but \(field.field.type.filterType.form)")
      }
      let others = Set(values)
      return ValuePredicate({ try texts(field, of: $0) }, cost: Self.cost) { own in
        switch relation {
        case .contains: own.isSuperset(of: others)
        case .containedBy: own.isSubset(of: others)
        case .equals: own == others
        case .overlaps: !own.isDisjoint(with: others)
        }
      }
    default: return KindPredicate { _ in true }
    }
  }

  private func number(_ field: StoredOwnField) -> (Entry) throws -> Double {
    { try column(field, of: $0.leaf).numbers[$0.index] }
  }

  /// The texts of a list; nil without any.
  private func texts(_ field: StoredOwnField, of entry: Entry) throws -> Set<String>? {
    let texts = try column(field, of: entry.leaf).texts(at: entry.index)
    return texts.isEmpty ? nil : Set(texts)
  }

  private func textPredicate(_ field: StoredOwnField, _ expression: FilterExpression) -> EntryPredicate {
    ValuePredicate(
      { try column(field, of: $0.leaf).texts(at: $0.index).first }, cost: Self.cost,
      expression.textPredicate ?? { _ in false })
  }

  /// A value as the index has it.
  private static func number(_ value: FilterValue) -> Double {
    switch value {
    case .number(let number): number
    case .flag(let flag): flag ? 1 : 0
    case .date(let date): Double(date.dayNumber)
    case .text, .instant: .nan
    }
  }

  /// A value of a comparison as the index has it; nil for one of another type.
  func value(_ value: FilterValue, of name: String) -> OwnValue? {
    guard let type = field(name)?.field.type.filterType, let read = value.read(as: type) else { return nil }
    if case .text(let text) = read { return OwnValue(text) }
    let number = Self.number(read)
    return number.isNaN ? nil : .number(number)
  }

  /// The field of an operand, and the values as ones of its type.
  ///
  /// - Throws: `QueryError` for an unknown field, and for values of another type.
  private func field(of operand: FilterOperand, _ values: [FilterValue]) throws -> (
    field: StoredOwnField, values: [FilterValue]
  ) {
    let field = try known(operand.property.name)
    let type = field.field.type.filterType
    let read = values.map { $0.read(as: type) ?? $0 }
    if field.field.type == .date, read.contains(where: { if case .date = $0 { false } else { true } }) {
      throw QueryError.badFilter(
        path: "filter", problem: "\(field.field.name) is compared with a date such as DATE('2026-11-27')")
    }
    try operand.check(read, as: type, "filter")
    return (field, read)
  }

  private func known(_ name: String) throws -> StoredOwnField {
    if let field = field(name) { return field }
    throw QueryError.badFilter(path: "filter", problem: FilterNames.unknown(name, isCall: false, own: names))
  }
}
