/// The index of listings by tag, built from the rows of each tag, which are written in order: SQLite would sort all
/// pairs.
///
/// Belongs to one write transaction. Memory is one to four bytes per pair.
struct TagIndex {
  /// The rows of each tag by its number, as differences of seven bits per byte, the least significant first.
  private var rows: [[UInt8]] = []
  /// The last row of each tag.
  private var last: [Int64] = []

  /// Adds a pair. The rows of a tag must ascend.
  mutating func append(tag: Int, row: Int64) {
    while rows.count <= tag {
      rows.append([])
      last.append(0)
    }
    var rest = UInt64(row - last[tag])
    last[tag] = row
    while rest > 0x7F {
      rows[tag].append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    rows[tag].append(UInt8(rest))
  }

  /// Builds the index, which must have been dropped. Definitions must be changeable (`StoredDefinition`).
  func create(with statements: PreparedStatements) throws {
    let connection = statements.connection
    try Statement(
      """
      CREATE TABLE listing_tag_sorted (tag_id INTEGER NOT NULL, fid INTEGER NOT NULL, PRIMARY KEY (tag_id, fid))
        WITHOUT ROWID
      """, on: connection
    ).run()
    let pairs = BatchInsert(into: "listing_tag_sorted", ["tag_id", "fid"], with: statements)
    for (tag, rows) in rows.enumerated() where !rows.isEmpty {
      var (position, row) = (0, Int64(0))
      try pairs.run(rows.count { $0 < 0x80 }) { _, statement, first in
        var (difference, shift) = (UInt64(rows[position] & 0x7F), UInt64(7))
        while rows[position] > 0x7F {
          position += 1
          difference |= UInt64(rows[position] & 0x7F) << shift
          shift += 7
        }
        position += 1
        row += Int64(difference)
        statement.bind(first, Int64(tag))
        statement.bind(first + 1, row)
      }
    }
    let index = StoredDefinition(
      type: "index", name: Schema.tagIndex.name, table: "listing_tag", sql: Schema.tagIndex.sql)
    try StoredDefinition.replace([("listing_tag_sorted", index)], on: connection)
  }
}
