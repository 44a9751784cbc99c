import Streams

/// The listings that can pass a condition on a custom field, from its index: a search may start from them.
struct OwnList {
  /// A search never starts from more listings than this.
  static let most = 5000

  private let condition: String
  private let value: OwnValue

  /// The condition of a conjunct; nil if the index does not have what passes.
  init?(_ expression: FilterExpression, _ own: OwnFields) {
    switch expression {
    case .compare(let operand, let comparison, let value) where !operand.isFolded && comparison != .notEqual:
      guard case .own(let name) = operand.property, let bound = own.value(value, of: name) else { return nil }
      self.init(own.field(name), "value \(comparison.rawValue) ?1", bound)
    case .isIn(let operand, let list) where !operand.isFolded:
      guard case .own(let name) = operand.property else { return nil }
      self.init(own.field(name), among: list.compactMap { own.value($0, of: name) })
    case .list(let name, .overlaps, let list): self.init(own.field(name), among: list.map(OwnValue.init))
    case .list(let name, .contains, let list): self.init(own.field(name), among: list.prefix(1).map(OwnValue.init))
    default: return nil
    }
  }

  private init?(_ field: StoredOwnField?, among values: [OwnValue]) {
    guard !values.isEmpty else { return nil }
    let list = values.map { value -> JSONValue in
      switch value {
      case .number(let number): .double(number)
      case .text(let text): .string(text)
      }
    }
    // As one parameter, so that a list of any length is the same statement.
    self.init(field, "value IN (SELECT value FROM json_each(?1))", .text(JSONValue.array(list).text))
  }

  private init?(_ field: StoredOwnField?, _ test: String, _ value: OwnValue) {
    guard let field else { return nil }
    condition = "own_id = \(field.number) AND \(test)"
    self.value = value
  }

  /// The number of their values, at most one more than `most`.
  func count(upTo most: Int, in worker: SearchWorker) throws -> Int {
    try worker.count("SELECT count(*) FROM (SELECT 1 FROM own_value WHERE \(condition) LIMIT ?2)", value, most + 1)
  }

  /// Their rows, each once.
  func rows(in worker: SearchWorker) throws -> Set<Int64> {
    let rows = Set(try worker.rows("SELECT fid FROM own_value WHERE \(condition)", value) { Int64($0.int(0)) })
    try worker.scratch.work.visitNodes(rows.count / 16)
    return rows
  }
}
