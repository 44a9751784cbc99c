import Streams

/// The listings that can pass a condition, from an index of the file: a search may start from them.
struct RowList {
  /// A search never starts from more listings than this.
  static let most = 5000

  /// The table, and the condition on its rows.
  private let source: String
  private let value: OwnValue

  /// The condition of a conjunct; nil if no index has what passes.
  init?(_ expression: FilterExpression, _ own: OwnFields) {
    switch expression {
    case .compare(let operand, .equal, .text(let host)) where operand.field == .host && !operand.isFolded:
      self.init(hosts: [host])
    case .isIn(let operand, let list) where operand.field == .host && !operand.isFolded:
      self.init(hosts: list.compactMap { if case .text(let host) = $0 { host } else { nil } })
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
    self.init(field, "value \(Self.isListed)", .text(JSONValue.array(list).text))
  }

  /// As one parameter, so that a list of any length is the same statement.
  private static let isListed = "IN (SELECT value FROM json_each(?1))"

  private static let equivalents: [Unicode.Scalar: Unicode.Scalar] = ["K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}"]
  private static let mostSpellings = 16

  /// Nil for names that the file may have in another normalization.
  private init?(hosts: [String]) {
    guard hosts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    // Each way to write the three characters of ASCII that are canonically equivalent to others.
    var spellings: [String] = []
    for host in hosts {
      var written = [[Unicode.Scalar]()]
      for scalar in host.unicodeScalars {
        let other = Self.equivalents[scalar]
        written = written.flatMap { start in [scalar, other].compactMap { $0.map { start + [$0] } } }
        guard written.count <= Self.mostSpellings else { return nil }
      }
      for scalars in written { spellings.append(String(String.UnicodeScalarView(scalars))) }
    }
    source = "listing_detail WHERE host \(Self.isListed)"
    value = .text(JSONValue.array(spellings.map { .string($0) }).text)
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
