import GRDBSQLite

/// Assigns dictionary numbers to the distinct values of listings; a new value is stored on first use.
///
/// Belongs to one write transaction.
final class DictionaryWriter {
  private let connection: OpaquePointer
  private var known: [Table: [ExactText: Int]] = [:]
  private var schedules: [ScheduleKey: Int] = [:]
  private var finders: [Table: Statement] = [:]
  private var inserters: [Table: Statement] = [:]
  private let findSchedule: Statement
  private let insertSchedule: Statement

  enum Table: String, CaseIterable {
    case zone, currency, source, tag

    var numberColumn: String { "\(rawValue)_id" }
    var valueColumn: String { self == .currency ? "code" : "name" }
  }

  struct ScheduleKey: Hashable {
    var hours: ExactText
    var zone: Int?
    var regions: String?
  }

  init(_ statements: PreparedStatements) throws {
    connection = statements.connection
    findSchedule = try statements.statement(
      """
      SELECT schedule_id FROM schedule
      WHERE hours = ?1 AND coalesce(zone_id, 0) = coalesce(?2, 0) AND coalesce(regions, '') = coalesce(?3, '')
      """)
    insertSchedule = try statements.statement("INSERT INTO schedule (hours, zone_id, regions) VALUES (?1, ?2, ?3)")
    for table in Table.allCases {
      finders[table] = try statements.statement(
        "SELECT \(table.numberColumn) FROM \(table.rawValue) WHERE \(table.valueColumn) = ?1")
      inserters[table] = try statements.statement(
        "INSERT INTO \(table.rawValue) (\(table.valueColumn)) VALUES (?1)")
    }
  }

  /// The number of `value`, which is stored if new.
  func number(of value: String, in table: Table) throws -> Int {
    if let number = known[table]?[ExactText(value)] { return number }
    guard let find = finders[table], let insert = inserters[table] else {
      preconditionFailure("a statement was prepared for every table, but not for \(table)")
    }
    find.bind(1, value)
    let number = try stored(find) ?? inserted(insert) { $0.bind(1, value) }
    known[table, default: [:]][ExactText(value)] = number
    return number
  }

  /// The number of opening hours in a zone and in regions, which is stored if new.
  ///
  /// - Parameter regions: for hours that mention public holidays, the possible regions for them.
  func schedule(hours: String, zone: Int?, regions: String?) throws -> Int {
    let key = ScheduleKey(hours: ExactText(hours), zone: zone, regions: regions)
    if let number = schedules[key] { return number }
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
    schedules[key] = number
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
