/// Writes the index of custom fields.
///
/// For one write transaction.
struct OwnValueWriter {
  private let fields: [StoredOwnField]
  private let insert: Statement

  init(_ statements: some StatementSource) throws {
    fields = try statements.ownFields()
    insert = try statements.statement("INSERT OR IGNORE INTO own_value (fid, own_id, value) VALUES (?1, ?2, ?3)")
  }

  /// Whether no field is declared, so that nothing is indexed.
  var isIdle: Bool { fields.isEmpty }

  /// Inserts the values of a listing.
  ///
  /// - Parameter own: as stored.
  func write(_ own: String, of fid: Int64) throws {
    let values = OwnValues.values(own)
    for field in fields {
      guard let value = values[field.field.name] else { continue }
      try write(field.field.type.values(of: value), of: field, fid: fid)
    }
  }

  private func write(_ values: [OwnValue], of field: StoredOwnField, fid: Int64) throws {
    for value in values {
      insert.bind(1, fid)
      insert.bind(2, Int64(field.number))
      value.bind(to: insert, 3)
      try insert.run()
    }
  }

  /// Inserts the values of all listings for a field that is new.
  ///
  /// - Returns: the number of listings with a value, and of those whose value has another type.
  func index(_ name: String, with statements: some StatementSource) throws -> (indexed: Int, others: Int) {
    guard let field = fields.first(where: { $0.field.name == name }) else { return (0, 0) }
    let listings = try statements.statement("SELECT fid, own FROM listing_detail WHERE own IS NOT NULL")
    var counts = (indexed: 0, others: 0)
    while try listings.step() {
      guard let value = OwnValues.values(listings.string(1) ?? "")[name] else { continue }
      let values = field.field.type.values(of: value)
      if !field.field.type.holds(value) { counts.others += 1 } else if !values.isEmpty { counts.indexed += 1 }
      try write(values, of: field, fid: Int64(listings.int(0)))
    }
    return counts
  }
}

extension OwnValue: StatementValue {
  func bind(to statement: Statement, _ index: Int32) {
    switch self {
    case .number(let number): statement.bind(index, number)
    case .text(let text): statement.bind(index, text)
    }
  }

  /// The value in a column of the index.
  init(_ statement: Statement, _ column: Int32) {
    self = statement.text(column).map { .text($0) } ?? .number(statement.double(column))
  }
}
