/// The values of a field of the listings on a leaf that the leaf itself does not have: read from the file when a search
/// first needs them.
final class LeafColumn {
  /// Which values.
  enum Source: Hashable {
    /// An own field, by its number.
    case own(Int)
    /// When listings were added.
    case added
    /// When listings were changed.
    case changed
  }

  struct Key: Hashable {
    let leaf: UnsafeRawPointer
    let source: Source
  }

  /// The rows of the leaf at the time of reading: the memory of a leaf may be used again by another.
  private let rows: [UInt32]
  /// By position: a number, or NaN.
  private(set) var numbers: [Double]
  /// By position: texts, of a list all of them; empty if no listing has one.
  private(set) var texts: [[String]] = []

  init(_ leaf: Leaf) {
    rows = Array(UnsafeBufferPointer(start: leaf.fids, count: leaf.count))
    numbers = Array(repeating: .nan, count: leaf.count)
  }

  /// Whether it was read for the listings of a leaf.
  func fits(_ leaf: Leaf) -> Bool {
    rows.count == leaf.count && rows.elementsEqual(UnsafeBufferPointer(start: leaf.fids, count: leaf.count))
  }

  /// The texts of a listing.
  func texts(at index: Int) -> [String] { texts.isEmpty ? [] : texts[index] }

  fileprivate func add(_ statement: Statement, _ column: Int32, at index: Int) {
    if let text = statement.text(column) {
      if texts.isEmpty { texts = Array(repeating: [], count: rows.count) }
      texts[index].append(text)
    } else {
      numbers[index] = statement.optionalDouble(column) ?? .nan
    }
  }
}

extension IndexReader {
  /// The most columns of leaves that are kept.
  private static let mostColumns = 50_000

  /// The values of a field on a leaf; they are read together and cached for this version.
  func column(_ source: LeafColumn.Source, of leaf: Leaf) throws -> LeafColumn {
    let key = LeafColumn.Key(leaf: leaf.base, source: source)
    if let column = columns[key], column.fits(leaf) { return column }
    let column = LeafColumn(leaf)
    try read(source, of: leaf, into: column)
    if columns.count >= Self.mostColumns { columns.removeAll() }
    columns[key] = column
    return column
  }

  private func read(_ source: LeafColumn.Source, of leaf: Leaf, into column: LeafColumn) throws {
    try work.visitNodes()
    let statement: Statement
    switch source {
    case .own(let number):
      // The plus keeps SQLite from the index by value, which has all listings of the field.
      statement = try self.statement(
        "SELECT fid, value FROM own_value WHERE fid BETWEEN ?1 AND ?2 AND +own_id = ?3 ORDER BY fid, value")
      statement.bind(3, Int64(number))
    case .added: statement = try self.statement("SELECT fid, added FROM listing WHERE fid BETWEEN ?1 AND ?2")
    case .changed: statement = try self.statement("SELECT fid, changed FROM listing WHERE fid BETWEEN ?1 AND ?2")
    }
    try forEachRow(of: leaf, statement) { column.add(statement, 1, at: $0) }
  }
}
