import GRDBSQLite

/// Assigns dictionary numbers to the distinct values of listings; a new value is stored on first use.
///
/// Belongs to one write transaction.
final class DictionaryWriter {
  private let connection: OpaquePointer
  private var known = [ByteNumbers](repeating: ByteNumbers(), count: Table.allCases.count)
  private var schedules = ByteNumbers()
  private let finders, inserters: [Statement]
  private let findSchedule: Statement
  private let insertSchedule: Statement

  enum Table: Int, CaseIterable {
    case zone, currency, source, tag

    /// The table, the column of the number and that of the value.
    fileprivate var names: (table: String, number: String, value: String) {
      switch self {
      case .zone: ("zone", "zone_id", "name")
      case .currency: ("currency", "currency_id", "code")
      case .source: ("source", "source_id", "name")
      case .tag: ("tag", "tag_id", "name")
      }
    }
  }

  init(_ statements: PreparedStatements) throws {
    connection = statements.connection
    findSchedule = try statements.statement(
      """
      SELECT schedule_id FROM schedule
      WHERE hours = ?1 AND coalesce(zone_id, 0) = coalesce(?2, 0) AND coalesce(regions, '') = coalesce(?3, '')
      """)
    insertSchedule = try statements.statement("INSERT INTO schedule (hours, zone_id, regions) VALUES (?1, ?2, ?3)")
    finders = try Table.allCases.map { table in
      let names = table.names
      return try statements.statement("SELECT \(names.number) FROM \(names.table) WHERE \(names.value) = ?1")
    }
    inserters = try Table.allCases.map { table in
      let names = table.names
      return try statements.statement("INSERT INTO \(names.table) (\(names.value)) VALUES (?1)")
    }
  }

  /// The number of `value`, which is stored if new.
  func number(of value: String, in table: Table) throws -> Int {
    var value = value
    return try value.withUTF8 { try number(of: UnsafeRawBufferPointer($0), in: table) }
  }

  /// The number of a text, which is stored if new.
  func number(of text: UnsafeRawBufferPointer, in table: Table) throws -> Int {
    let place = table.rawValue
    if let number = known[place].number(of: text) { return number }
    let find = finders[place]
    find.bind(1, uncopied: text)
    let number = try stored(find) ?? inserted(inserters[place]) { $0.bind(1, uncopied: text) }
    known[place].append(text, number)
    return number
  }

  /// The number of opening hours in a zone and in regions, which is stored if new.
  ///
  /// - Parameter regions: for hours that mention public holidays, the possible regions for them.
  func schedule(hours: String, zone: Int?, regions: String?) throws -> Int {
    // Hours contain no zero byte.
    let key = Array("\(hours)\0\(zone ?? 0)\0\(regions ?? "")".utf8)
    if let number = key.withUnsafeBytes(schedules.number) { return number }
    findSchedule.bind(1, hours)
    findSchedule.bind(2, zone)
    findSchedule.bind(3, regions)
    let number =
      try stored(findSchedule)
      ?? inserted(insertSchedule) {
        $0.bind(1, hours)
        $0.bind(2, zone)
        $0.bind(3, regions)
      }
    key.withUnsafeBytes { schedules.append($0, number) }
    return number
  }

  private func stored(_ find: Statement) throws -> Int? {
    guard try find.step() else { return nil }
    defer { find.reset() }
    return find.int(0)
  }

  private func inserted(_ insert: Statement, _ bind: (Statement) -> Void) throws -> Int {
    bind(insert)
    try insert.run()
    return Int(sqlite3_last_insert_rowid(connection))
  }
}
