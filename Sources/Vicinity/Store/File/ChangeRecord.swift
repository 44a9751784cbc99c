import Foundation
import GRDBSQLite

/// Completes the record of one write transaction.
struct ChangeRecord {
  private let last: Int
  private let anyNode: Int

  private static let anyNodeSQL = "SELECT number FROM node_change WHERE node = 0"
  private static let nodeSQL = "INSERT OR REPLACE INTO node_change (node, number) VALUES (?1, ?2)"

  /// Begins with the transaction.
  init(_ statements: PreparedStatements) throws {
    last = try statements.count(ListingChanges.last)
    anyNode = try statements.count(Self.anyNodeSQL)
  }

  /// Records the nodes that the transaction has written.
  ///
  /// - Returns: whether names, words or locations may have changed.
  func complete(_ nodes: ChangedNodes, _ statements: PreparedStatements) throws -> Bool {
    let known = nodes.end()
    let number = try statements.count(ListingChanges.last)
    guard number > last else { return false }
    // Whoever changes a location writes a node.
    if let known, !known.isEmpty, try statements.count(Self.anyNodeSQL) > anyNode {
      for node in known.sorted() { try statements.run(Self.nodeSQL, node, number) }
      try statements.run(Self.nodeSQL, 0, anyNode)
    }
    return try statements.count(
      "SELECT EXISTS (SELECT 1 FROM listing_change WHERE number > ?1 AND (words > ?1 OR place > ?1))", last) == 1
  }
}

/// The nodes of the R-tree that a connection writes during a transaction.
///
/// SQLite's update hook reports the rows of the tables behind the R-tree, which triggers cannot see.
final class ChangedNodes {
  private let connection: OpaquePointer
  /// Nil when they are too many to be recorded.
  private var numbers: Set<Int>? = []

  private static let most = 1000
  private static let table: StaticString = "rtree_listing_geom_node"

  init(on connection: OpaquePointer) { self.connection = connection }

  /// Begins with the statements of a transaction: those of GRDB may remove a hook.
  func begin() {
    numbers = []
    sqlite3_update_hook(
      connection,
      { object, _, _, table, row in
        guard let object, let table else { return }
        let name = UnsafeRawPointer(ChangedNodes.table.utf8Start).assumingMemoryBound(to: CChar.self)
        guard strcmp(table, name) == 0 else { return }
        Unmanaged<ChangedNodes>.fromOpaque(object).takeUnretainedValue().add(Int(row))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The nodes since `begin`; nil if they are not known.
  func end() -> Set<Int>? {
    let object = sqlite3_update_hook(connection, nil, nil)
    return object == Unmanaged.passUnretained(self).toOpaque() ? numbers : nil
  }

  private func add(_ node: Int) {
    numbers?.insert(node)
    if let numbers, numbers.count > Self.most { self.numbers = nil }
  }
}
