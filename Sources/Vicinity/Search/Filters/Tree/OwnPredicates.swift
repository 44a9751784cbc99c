import CivilTime

/// Conditions on custom fields.
extension OwnFields {
  /// Finding the column of a leaf, and a value in it.
  private static let cost = 10

  /// The predicate of a comparison, a list, a pattern, or a test for a missing value.
  func predicate(of expression: FilterExpression) throws -> EntryPredicate {
    switch expression {
    case .compare(let operand, let comparison, let value):
      let (field, read) = try field(of: operand, [value])
      guard field.field.type != .text else { return textPredicate(field, expression) }
      return NumberPredicate(
        .doubles { try self.column(field, of: $0).numbers }, comparison, Self.number(read[0]), cost: Self.cost)
    case .isIn(let operand, let values):
      let (field, read) = try field(of: operand, values)
      guard field.field.type != .text else { return textPredicate(field, expression) }
      return NumberListPredicate(
        { try self.column(field, of: $0.leaf).numbers[$0.index] }, Set(read.map(Self.number)), cost: Self.cost)
    case .like(let operand, _): return textPredicate(try field(of: operand, [.text("")]).field, expression)
    case .isNull(.own(let name)):
      let field = try known(name)
      return NullPredicate(cost: Self.cost) { entry in
        let column = try self.column(field, of: entry.leaf)
        return column.numbers[entry.index].isNaN && column.texts(at: entry.index).isEmpty
      }
    case .list(let name, let relation, let values):
      let field = try known(name)
      guard field.field.type == .list else {
        throw QueryError.badFilter(
          path: "filter", problem: "\(name) is not a list but \(field.field.type.filterType.form)")
      }
      return TextListPredicate(
        { try self.column(field, of: $0) }, snapshot.texts, relation, Set(values), cost: Self.cost)
    default: return KindPredicate { _ in true }
    }
  }

  private func textPredicate(_ field: StoredOwnField, _ expression: FilterExpression) -> EntryPredicate {
    ColumnTextPredicate(
      { try self.column(field, of: $0) }, snapshot.texts, cost: Self.cost, expression.textPredicate ?? { _ in false })
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

/// Judges the text of an entry in a column of its leaf.
final class ColumnTextPredicate: EntryPredicate {
  private let column: (Leaf) throws -> LeafColumn
  private var verdicts: TextVerdicts

  init(
    _ column: @escaping (Leaf) throws -> LeafColumn, _ texts: TextNumbers, cost: Int,
    _ holds: @escaping (String) -> Bool
  ) {
    (self.column, verdicts) = (column, TextVerdicts(texts, holds))
    super.init(cost: cost)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    let column = try column(leaf)
    return entries.judged(isNegated: isNegated) { column.texts(at: $0).first.map { verdicts.holds($0) } }
  }
}

/// Compares the texts of an entry in a column of its leaf, as a set, with other texts.
final class TextListPredicate: EntryPredicate {
  private let column: (Leaf) throws -> LeafColumn
  private let relation: FilterSetRelation
  /// The number of the other texts.
  private let others: Int
  /// Whether a text is one of the others.
  private var verdicts: TextVerdicts

  init(
    _ column: @escaping (Leaf) throws -> LeafColumn, _ texts: TextNumbers, _ relation: FilterSetRelation,
    _ others: Set<String>, cost: Int
  ) {
    (self.column, self.relation, self.others) = (column, relation, others.count)
    verdicts = TextVerdicts(texts, others.contains)
    super.init(cost: cost)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    let column = try column(leaf)
    return entries.judged(isNegated: isNegated) { position in
      let texts = column.texts(at: position)
      guard !texts.isEmpty else { return nil }
      let common = texts.count { verdicts.holds($0) }
      return switch relation {
      case .contains: common == others
      case .containedBy: common == texts.count
      case .equals: common == others && common == texts.count
      case .overlaps: common > 0
      }
    }
  }
}
