import Foundation
import VicinityLab

/// A seeded way to damage a catalog file; the same seed damages the same file identically.
package struct Mutation: Sendable, CustomStringConvertible {
  package let seed: UInt64
  /// The damage.
  package private(set) var description = ""
  /// Whether one value of a plain column was changed, by SQL.
  package private(set) var changesOneValue = false

  /// The pages of each table and index, from SQLite's `dbstat`.
  package struct Pages: Sendable {
    let names: [String]
    let numbers: [String: [Int]]
    let size: Int

    package init(path: String) throws {
      var numbers: [String: [Int]] = [:]
      for row in try TestDatabase.rows("SELECT name, pageno FROM dbstat ORDER BY pageno", path: path) {
        numbers[row[0], default: []].append(Int(row[1]) ?? 1)
      }
      self.numbers = numbers
      names = numbers.keys.sorted()
      size = Int(try TestDatabase.rows("PRAGMA page_size", path: path)[0][0]) ?? 4096
    }
  }

  /// Writes a damaged copy of a file.
  package init(seed: UInt64, of bytes: Data, _ pages: Pages, to path: String) throws {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    var copy = bytes
    let kind = SeededWorld.pick(10, &random)
    if kind < 6 { damage(&copy, kind, pages, &random) }
    try copy.write(to: URL(filePath: path))
    if kind == 6 || kind == 7 { changeValue(path, &random) }
    if kind > 7 { changeTree(path, &random) }
    description = "seed \(seed): \(description)"
  }

  // MARK: Bytes

  private mutating func damage(_ bytes: inout Data, _ kind: Int, _ pages: Pages, _ random: inout SplitMix64) {
    // Every table and index is chosen with equal probability.
    let name = pages.names[SeededWorld.pick(pages.names.count, &random)]
    let numbers = pages.numbers[name] ?? [1]
    let number = numbers[SeededWorld.pick(numbers.count, &random)]
    let start = (number - 1) * pages.size
    func somewhere(_ random: inout SplitMix64) -> Int { start + SeededWorld.pick(pages.size, &random) }
    switch kind {
    case 0, 1, 2:
      let count = [1, 1, 2, 8][SeededWorld.pick(4, &random)]
      for _ in 0..<count { bytes[somewhere(&random)] ^= UInt8(1 << SeededWorld.pick(8, &random)) }
      description = "\(count) flipped bits on page \(number) of \(name)"
    case 3:
      let isZero = SeededWorld.oneIn(2, &random)
      for index in start..<start + pages.size { bytes[index] = isZero ? 0 : UInt8(truncatingIfNeeded: random.next()) }
      description = "page \(number) of \(name) is \(isZero ? "zeros" : "garbage")"
    case 4:
      let other = SeededWorld.pick(bytes.count / pages.size, &random) * pages.size
      let (one, two) = (bytes[start..<start + pages.size], bytes[other..<other + pages.size])
      bytes.replaceSubrange(start..<start + pages.size, with: Data(two))
      if SeededWorld.oneIn(2, &random) { bytes.replaceSubrange(other..<other + pages.size, with: Data(one)) }
      description = "page \(number) of \(name) is that of \(other / pages.size + 1)"
    default:
      guard SeededWorld.oneIn(2, &random) else {
        let index = SeededWorld.pick(100, &random)
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
        description = "byte \(index) of the header is \(bytes[index])"
        return
      }
      bytes = bytes.prefix(SeededWorld.pick(bytes.count, &random))
      description = "the first \(bytes.count) bytes"
    }
  }

  // MARK: Values

  private static let columns: [(table: String, column: String)] =
    [
      "fid", "kind", "price", "currency_id", "price_level", "rating", "rating_count", "zone_id", "schedule_id",
      "starts",
      "ends", "guests", "min_nights", "max_nights", "all_day", "status", "advance_notice",
    ].map { ("listing", $0) } + [
      ("listing_detail", "recurrence"), ("listing_detail", "capacity"), ("listing_detail", "host"),
      ("listing_tag", "tag_id"), ("tag", "tag_id"), ("schedule", "hours"), ("schedule", "zone_id"), ("zone", "name"),
      ("currency", "code"), ("block", "from_date"), ("block", "to_date"), ("block", "origin"),
      ("nightly_rate", "from_date"), ("nightly_rate", "price"), ("nightly_rate", "min_nights"),
      ("booking", "from_date"), ("booking", "status"), ("booking", "guests"), ("booking", "price"),
      ("attendance", "status"), ("attendance", "starts"), ("rating", "half_stars"), ("rating_base", "rating_count"),
      ("favourite", "fid"), ("visit", "fid"), ("affinity", "admirers"), ("affinity", "targets"), ("area", "geom"),
      ("exact_point", "latitude"), ("exact_point", "radius"), ("place", "latitude"), ("place", "population"),
      ("catalog_statistic", "value"), ("tag_statistic", "listings"), ("listing_text_config", "v"),
      ("listing_text_data", "block"), ("listing_text_docsize", "sz"), ("rtree_listing_geom_rowid", "nodeno"),
    ]

  private static let values = [
    "9223372036854775807", "-9223372036854775808", "4294967296", "2147483648", "-1", "0", "16777216", "1e308", "9e999",
    "-0.5", "''", "'x'", "'2026-13-99'", "x'00ff'", "zeroblob(5000)", "NULL", "'FREQ=DAILY;INTERVAL=0'",
    "'24/7; week 99 Mo[9] 99:99'", "'../../etc/passwd'",
  ]

  private mutating func changeValue(_ path: String, _ random: inout SplitMix64) {
    let (table, column) = Self.columns[SeededWorld.pick(Self.columns.count, &random)]
    let value = Self.values[SeededWorld.pick(Self.values.count, &random)]
    let offset = random.next() % 1000
    let key = ["listing_tag", "nightly_rate"].contains(table) ? "fid" : "rowid"
    description = "\(column) of a row of \(table) is \(value)"
    changesOneValue = true
    // Triggers that call our functions would reject every change to a listing.
    let triggers = try? TestDatabase.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'listing'", path: path)
    run(
      """
      PRAGMA ignore_check_constraints = ON;
      \((triggers ?? []).map { "DROP TRIGGER \($0[0]);" }.joined())
      UPDATE OR IGNORE \(table) SET \(column) = \(value)
      WHERE \(key) = (SELECT \(key) FROM \(table) ORDER BY 1 LIMIT 1 OFFSET \(offset) % max(1, (SELECT count(*) FROM \(table))));
      \((triggers ?? []).map { "\($0[1]);" }.joined())
      """, path)
  }

  // MARK: The R-tree

  private mutating func changeTree(_ path: String, _ random: inout SplitMix64) {
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    let node = SeededWorld.pick(6, &random)
    let condition =
      "WHERE nodeno = (SELECT nodeno FROM rtree_listing_geom_node LIMIT 1 OFFSET \(node) % (SELECT count(*) FROM rtree_listing_geom_node))"
    func put(_ bytes: [UInt8], at offset: Int) -> String {
      """
      UPDATE rtree_listing_geom_node SET data = CAST(substr(data, 1, \(offset)) || x'\(hex(bytes))' ||
        substr(data, \(offset + bytes.count + 1)) AS BLOB) \(condition);
      """
    }
    let cell = 4 + 24 * SeededWorld.pick(4, &random)
    switch SeededWorld.pick(6, &random) {
    case 0:
      let depth = [0, 1, 2, 3, 5, 20, 40, 41, 65_535][SeededWorld.pick(9, &random)]
      description = "the tree is \(depth) deep"
      run(
        """
        UPDATE rtree_listing_geom_node SET data = CAST(x'\(hex([UInt8(depth >> 8), UInt8(depth & 255)]))' || substr(data, 3) AS BLOB)
        WHERE nodeno = 1
        """, path)
    case 1:
      let number = UInt64([1, 2, 3, 4, 1 << 33, Int.max, 0][SeededWorld.pick(7, &random)])
      description = "an entry of node \(node) is \(number)"
      run(put((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }, at: cell), path)
    case 2:
      let count = [0, 1, 51, 64, 255, 65_535][SeededWorld.pick(6, &random)]
      description = "node \(node) has \(count) entries"
      run(put([UInt8(count >> 8), UInt8(count & 255)], at: 2), path)
    case 3:
      let float = [Float.nan, .infinity, -.infinity, 1e30, 0, -200][SeededWorld.pick(6, &random)].bitPattern
      description = "a side of node \(node) is \(Float(bitPattern: float))"
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: float >> (24 - 8 * UInt32($0))) }
      run(put(bytes, at: cell + 8 + 4 * SeededWorld.pick(4, &random)), path)
    case 4:
      let number = ["8589934592", "9223372036854775807", "4294967295", "16777217"][SeededWorld.pick(4, &random)]
      description = "there is a node \(number)"
      run("INSERT INTO rtree_listing_geom_node VALUES (\(number), zeroblob(1228))", path)
    default:
      let number = [1, 2, 3][SeededWorld.pick(3, &random)]
      let deep = [0, 40][SeededWorld.pick(2, &random)]
      description = "all entries of all nodes are \(number), the tree is \(deep == 0 ? "as it was" : "40 deep")"
      let cells = (0..<4).map { 4 + 24 * $0 }
      for offset in cells {
        run(
          """
          UPDATE rtree_listing_geom_node SET data = CAST(substr(data, 1, \(offset)) || x'000000000000000\(number)' ||
            substr(data, \(offset + 9)) AS BLOB)
          """, path)
      }
      if deep > 0 {
        run("UPDATE rtree_listing_geom_node SET data = CAST(x'0028' || substr(data, 3) AS BLOB)", path)
      }
    }
  }

  /// A change that SQLite rejects leaves the file unchanged, which is a valid case too.
  private mutating func run(_ sql: String, _ path: String) {
    do { try TestDatabase.run(sql + "; PRAGMA wal_checkpoint(TRUNCATE)", path: path) } catch {
      description += " (refused)"
    }
  }
}
