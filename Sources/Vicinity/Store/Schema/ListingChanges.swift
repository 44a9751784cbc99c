/// How far the changes of a file are known: comparable between versions of one file.
struct ChangeMark: Hashable, Sendable {
  /// The number of the last change.
  var number: Int
  /// SQLite's counter of changes of the schema: a program that removes a trigger, or the R-tree, changes it.
  var schema: Int
}

/// The changes between two versions of a file, as its triggers have recorded them; see `Schema+Changes.swift`.
struct ListingChanges {
  /// Parts of a listing, as far as something decoded depends on them.
  struct Parts: OptionSet {
    let rawValue: UInt8

    /// Taken nights.
    static let nights = Parts(rawValue: 1)
    static let rating = Parts(rawValue: 2)
    /// Everything else that a leaf or a column of it stores.
    static let facts = Parts(rawValue: 4)
    /// The name, and whatever words find it by.
    static let words = Parts(rawValue: 8)
    /// Its location, or whether there is such a listing.
    static let place = Parts(rawValue: 16)

    static let all: [Parts] = [.nights, .rating, .facts, .words, .place]
  }

  /// The changed listings by row, without their ids: some may be gone.
  private(set) var listings: [(row: Int, parts: Parts)] = []
  /// The changed nodes of the R-tree.
  private(set) var nodes: [Int] = []
  /// The parts of any listing that were changed.
  private(set) var parts: Parts = []
  /// Whether definitions that are not in listings were changed: areas, synonyms, custom fields or the gazetteer.
  private(set) var changesDefinitions = false

  /// Beyond this number, reading everything again is as good.
  private static let most = 2000

  /// The columns of the parts are in the order of `Parts.all`.
  private static let listingsAfter = """
    SELECT fid, nights, rating, facts, words, place FROM listing_change WHERE number > ?1 LIMIT ?2
    """
  private static let nodesAfter = "SELECT node FROM node_change WHERE number > ?1 LIMIT ?2"
  static let last = "SELECT max(number) FROM listing_change"

  /// The changes after a mark; nil if anything may have changed.
  init?(after mark: ChangeMark, to now: ChangeMark, in source: some StatementSource) throws {
    guard mark.schema == now.schema, mark.number <= now.number else { return nil }
    guard mark.number < now.number else { return }
    listings = try source.rows(Self.listingsAfter, mark.number, Self.most + 1) { row in
      var parts: Parts = []
      for (column, part) in Parts.all.enumerated() where row.int(Int32(column + 1)) > mark.number { parts.insert(part) }
      return (row.int(0), parts)
    }
    nodes = try source.rows(Self.nodesAfter, mark.number, Self.most + 1) { $0.int(0) }
    guard listings.count <= Self.most, nodes.count <= Self.most, !nodes.contains(0),
      !listings.contains(where: { $0.row == 0 })
    else { return nil }
    parts = listings.reduce(into: []) { $0.formUnion($1.parts) }
    changesDefinitions = listings.contains { $0.row < 0 }
    listings.removeAll { $0.row < 0 }
  }
}

extension StatementSource {
  /// The mark of the version that is read; nil if changes are not recorded: in a file of an earlier version, or after
  /// another program has removed a trigger.
  ///
  /// - Parameter known: a mark of an earlier version.
  func changeMark(after known: ChangeMark?) throws -> ChangeMark? {
    let schema = try count("SELECT schema_version FROM pragma_schema_version")
    if known?.schema != schema {
      let triggers = try count(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'listing@_change@_%' ESCAPE '@'")
      guard triggers == Schema.changeTriggers.count else { return nil }
    }
    return ChangeMark(number: try count(ListingChanges.last), schema: schema)
  }
}
