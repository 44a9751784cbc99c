import Foundation

/// The zone tables of this process, each built once.
///
/// `@unchecked`: the dictionary is only accessed while `lock` is held; tables are immutable.
final class ZoneCache: @unchecked Sendable {
  static let shared = ZoneCache()

  private let lock = NSLock()
  private var tables: [String: ZoneTable] = ["UTC": Zone.utc.table]

  func table(for identifier: String) -> ZoneTable? {
    lock.lock()
    defer { lock.unlock() }
    if let table = tables[identifier] { return table }
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    let table = ZoneTable(zone, identifier: identifier)
    tables[identifier] = table
    return table
  }
}
