import Streams

/// The listings that can pass a condition, from an index of the file: a search may start from them.
struct RowList {
  /// A search never starts from more listings than this.
  static let most = 5000

  /// The table, and the condition on its rows with its parameter.
  private let source: String
  private let value: OwnValue

  /// The condition of a conjunct; nil if no index has what passes.
  init?(_ expression: FilterExpression, _ own: OwnFields) {
    switch expression {
    case .compare(let operand, .equal, .text(let text)) where operand.isIndexed:
      self.init(operand, among: [text])
    case .isIn(let operand, let list) where operand.isIndexed:
      self.init(operand, among: list.compactMap { if case .text(let text) = $0 { text } else { nil } })
    case .like(let operand, let pattern) where operand.field == .id && !operand.isFolded:
      self.init(idsFrom: LikePattern(pattern).beginning)
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

  /// Ids with a beginning.
  private init?(idsFrom beginning: String) {
    guard !beginning.isEmpty, let spellings = Self.spellings(of: beginning), spellings.count == 1 else { return nil }
    source = "listing WHERE id >= ?1 AND id < substr(?1, 1, length(?1) - 1) || char(unicode(substr(?1, -1)) + 1)"
    value = .text(beginning)
  }

  private init?(_ field: StoredOwnField?, among values: [OwnValue]) {
    guard !values.isEmpty else { return nil }
    let list = values.map { value -> JSONValue in
      switch value {
      case .number(let number): .double(number)
      case .text(let text): .string(text)
      }
    }
    self.init(field, "value \(Self.isListed)", .text(JSONValue.array(list).text))
  }

  /// As one parameter, so that a list of any length is the same statement.
  private static let isListed = "IN (SELECT value FROM json_each(?1))"

  private static let equivalents: [Unicode.Scalar: Unicode.Scalar] = ["K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}"]
  private static let mostSpellings = 16

  /// All texts that equal one by canonical equivalence: three characters of ASCII have an equivalent. Nil for many, and
  /// for other characters.
  private static func spellings(of text: String) -> [String]? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var written = [[Unicode.Scalar]()]
    for scalar in text.unicodeScalars {
      let other = equivalents[scalar]
      written = written.flatMap { start in [scalar, other].compactMap { $0.map { start + [$0] } } }
      guard written.count <= mostSpellings else { return nil }
    }
    return written.map { String(String.UnicodeScalarView($0)) }
  }

  /// Nil for texts that the file may have in another normalization.
  private init?(_ operand: FilterOperand, among texts: [String]) {
    let spellings = texts.map(Self.spellings)
    guard !spellings.contains(nil) else { return nil }
    source = operand.field == .id ? "listing WHERE id \(Self.isListed)" : "listing_detail WHERE host \(Self.isListed)"
    value = .text(JSONValue.array(spellings.flatMap { $0 ?? [] }.map { .string($0) }).text)
  }

  private init?(_ field: StoredOwnField?, _ test: String, _ value: OwnValue) {
    guard let field else { return nil }
    source = "own_value WHERE own_id = \(field.number) AND \(test)"
    self.value = value
  }

  /// The number of their values, at most one more than `most`.
  func count(upTo most: Int, in worker: SearchWorker) throws -> Int {
    try worker.count("SELECT count(*) FROM (SELECT 1 FROM \(source) LIMIT ?2)", value, most + 1)
  }

  /// Their rows, each once.
  func rows(in worker: SearchWorker) throws -> Set<Int64> {
    let rows = Set(try worker.rows("SELECT fid FROM \(source)", value) { Int64($0.int(0)) })
    try worker.scratch.work.visitNodes(rows.count / 16)
    return rows
  }
}

extension FilterOperand {
  /// Whether the file has an index of its texts.
  fileprivate var isIndexed: Bool { !isFolded && (field == .host || field == .id) }
}
