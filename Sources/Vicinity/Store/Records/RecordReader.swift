/// Reads whole listings by number or id.
///
/// Uses the statements of a given connection and so belongs to its thread.
package struct RecordReader {
  private let record: Statement
  private let tags, tagName: Statement
  private let tagNames = KnownTags()
  private let blocks: Statement
  private let rates: Statement
  private let number: Statement
  /// The only statement that reads exact points; nil where they must not be shown.
  private let exact: Statement?

  /// - Parameter withExactPoints: whether listings include a private exact place: for writers, which compare it.
  package init(withExactPoints: Bool = false, prepare: (String) throws -> Statement) throws {
    record = try prepare(
      """
      SELECT l.id, l.kind, l.geom, \(StoredFields.all.map(\.column.selected).joined(separator: ", "))
      FROM listing l LEFT JOIN zone z ON z.zone_id = l.zone_id LEFT JOIN currency c ON c.currency_id = l.currency_id
        LEFT JOIN schedule s ON s.schedule_id = l.schedule_id LEFT JOIN listing_detail d ON d.fid = l.fid
      WHERE l.fid = ?1
      """)
    tags = try prepare("SELECT tag_id FROM listing_tag WHERE fid = ?1")
    tagName = try prepare("SELECT name FROM tag WHERE tag_id = ?1")
    blocks = try prepare("SELECT from_date, to_date FROM block WHERE fid = ?1 AND origin = 'import' ORDER BY from_date")
    rates = try prepare(NightlyRate.sql)
    number = try prepare("SELECT fid FROM listing WHERE id = ?1")
    exact = withExactPoints ? try prepare(ExactPoint.sql) : nil
  }

  /// The row number of the listing with this id.
  package func number(of id: String) throws -> Int? {
    number.bind(1, id)
    guard try number.step() else { return nil }
    defer { number.reset() }
    return number.int(0)
  }

  /// The whole listing in row `fid`.
  package func listing(_ fid: Int) throws -> Listing? {
    record.bind(1, Int64(fid))
    guard try record.step() else { return nil }
    defer { record.reset() }
    let row = StoredRow(record, of: "listing", fid)
    guard let id = try row.text(0, bytes: StoredRange.id) else { throw row.damaged(0) }
    var listing = Listing(id: id, kind: try row.kind(1), coordinate: try row.coordinate(2))
    try readColumns(of: row, into: &listing)
    listing.tags = try readTags(of: fid)
    if listing.kind == .couch {
      listing.unavailable = try readBlocks(of: fid)
      listing.nightlyRates = try NightlyRate.read(fid, with: rates, currency: record.string(Self.currency))
    }
    if listing.kind == .couch, let exact { listing.exact = try ExactPoint.read(fid, with: exact) }
    return listing
  }

  private func readColumns(of row: StoredRow, into listing: inout Listing) throws {
    for (index, stored) in StoredFields.all.enumerated() { try stored.read(row, Int32(index + 3), into: &listing) }
  }

  /// The column of the currency, which a couch may have only for its rates.
  private static let currency = Int32(3 + (StoredFields.all.firstIndex { $0.field == .currency } ?? 0))

  private func readTags(of fid: Int) throws -> [String] {
    tags.bind(1, Int64(fid))
    var names: [String] = []
    while try tags.step() {
      if let name = try name(ofTag: tags.int(0)) { names.append(name) }
    }
    return names.sorted()
  }

  private func name(ofTag number: Int) throws -> String? {
    if let known = tagNames.known[number] { return known }
    tagName.bind(1, Int64(number))
    guard try tagName.step() else { return nil }
    defer { tagName.reset() }
    let name = tagName.string(0)
    tagNames.keep(name, of: number)
    return name
  }

  private func readBlocks(of fid: Int) throws -> [Nights] {
    blocks.bind(1, Int64(fid))
    defer { blocks.reset() }
    var nights: [Nights] = []
    while try blocks.step() { nights.append(try StoredRow(blocks, of: "block of listing", fid).nights(0, 1)) }
    return nights
  }
}

/// The names of some tags by their numbers, which are never reused.
private final class KnownTags {
  private(set) var known: [Int: String] = [:]

  private static let capacity = 10_000

  func keep(_ name: String?, of number: Int) {
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[number] = name
  }
}

extension FieldColumn {
  /// The expression that is read instead of the number of a distinct value.
  fileprivate var selected: String {
    switch dictionary {
    case nil: "\(table == .listing ? "l" : "d").\(name)"
    case .zone: "z.name"
    case .currency: "c.code"
    case .schedule: "s.hours"
    }
  }
}

extension StoredField {
  /// The 64 bits of a number in a column; nil for NULL and for text.
  /// - Throws: `CatalogError.damaged` for what no catalog can hold.
  func number(in row: StoredRow, _ column: Int32) throws -> Int64? {
    if case .number(let form, _, _) = form { try form.read(row, column) } else { nil }
  }

  /// Reads the value in a column; a value that no catalog can hold is an error.
  func read(_ row: StoredRow, _ column: Int32, into listing: inout Listing) throws {
    switch form {
    case .text(let bytes, _, let set):
      let text = try bytes.map { try row.text(column, bytes: $0) } ?? row.statement.string(column)
      if let text { set(&listing, text) }
    case .number(let form, _, let set):
      if let number = try form.read(row, column) { set(&listing, number) }
    }
  }
}

extension StoredField.NumberForm {
  /// The 64 bits of the value in a column.
  fileprivate func read(_ row: StoredRow, _ column: Int32) throws -> Int64? {
    switch self {
    case .integer(let range): try row.int(column, in: range).map(Int64.init)
    case .real(let range): try row.double(column, in: range).map { Int64(bitPattern: $0.bitPattern) }
    case .word(let words): row.statement.string(column).flatMap(words.firstIndex(of:)).map(Int64.init)
    case .flag: row.statement.int(column) == 1 ? 1 : nil
    }
  }
}
