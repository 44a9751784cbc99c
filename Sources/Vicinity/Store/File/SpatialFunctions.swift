import GRDBSQLite
import Geography

/// The SQL functions that the R-tree triggers of a GeoPackage call: `ST_MinX` etc., and `ST_IsEmpty`.
///
/// Every connection that writes listings needs them. They are plain C callbacks: GRDB's functions box each argument,
/// which would double the time of an import.
enum SpatialFunctions {
  static func register(on connection: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for (name, function) in functions {
      sqlite3_create_function_v2(connection, name, 1, flags, nil, function, nil, nil, nil)
    }
  }

  private typealias Function =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  // A point is its own envelope: minimum and maximum are the same number.
  private static let functions: [(String, Function)] = [
    ("ST_MinX", { context, _, values in result(context, values) { $0.longitude } }),
    ("ST_MaxX", { context, _, values in result(context, values) { $0.longitude } }),
    ("ST_MinY", { context, _, values in result(context, values) { $0.latitude } }),
    ("ST_MaxY", { context, _, values in result(context, values) { $0.latitude } }),
    (
      "ST_IsEmpty",
      { context, _, values in
        guard let value = values?[0], sqlite3_value_type(value) == SQLITE_BLOB else {
          return sqlite3_result_null(context)
        }
        sqlite3_result_int(context, coordinate(of: value) == nil ? 1 : 0)
      }
    ),
  ]

  private static func result(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ ordinate: (Coordinate) -> Double
  ) {
    guard let value = values?[0], let coordinate = coordinate(of: value) else { return sqlite3_result_null(context) }
    sqlite3_result_double(context, ordinate(coordinate))
  }

  private static func coordinate(of value: OpaquePointer) -> Coordinate? {
    guard let blob = sqlite3_value_blob(value) else { return nil }
    return GeometryBlob.decode(UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_value_bytes(value))))
  }
}
