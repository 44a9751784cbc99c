import CivilTime
import Geography

/// The leaves as they are stored in the file beside the rows that they are made of: reading one costs a fraction of
/// reading its rows.
///
/// An image has the memory layout of `LeafShape`, with the table of `StayTerms` behind it. It is used if its leaf still
/// has exactly the same rows, and none of them has changed since, by the records of `Schema+Changes.swift`.
final class LeafImages {
  private let image: Statement
  private let changed: Statement
  private let schema: Statement
  /// The schema for which it is known whether the images may be used.
  private var known: (schema: Int, isUsable: Bool)?

  /// Identifies the layout: images of other layouts are not read.
  private static let format: Int = {
    let shape = LeafShape(count: 13, bars: 3, events: 4, tags: 17, nights: 19, idBytes: 101)
    let numbers = [
      1, shape.latitudes, shape.longitudes, shape.prices, shape.ratings, shape.starts, shape.ends, shape.tagMasks,
      shape.nightRanges, shape.fids, shape.votes, shape.schedules, shape.idEnds, shape.tagNumbers, shape.guests,
      shape.minNights, shape.maxNights, shape.nightEnds, shape.zones, shape.currencies, shape.ids, shape.codes,
      shape.byRow, shape.byteCount,
    ]
    let names = Field.coded.map(\.field.rawValue).joined().utf8.map(Int.init)
    return (numbers + names).reduce(0) { ($0 &* 31 &+ $1) & 0xFFFF_FFFF }
  }()

  init(prepare: (String) throws -> Statement) throws {
    image = try prepare("SELECT number, image FROM leaf_image WHERE node = ?1 AND format = ?2")
    changed = try prepare("SELECT 1 FROM listing_change WHERE fid BETWEEN ?1 AND ?2 AND number > ?3 LIMIT 1")
    schema = try prepare("SELECT number FROM leaf_image WHERE node = 0")
  }

  /// The leaf of a node from its image; nil without one, or if it is out of date.
  ///
  /// - Parameters:
  ///   - rows: those of the leaf, ascending.
  ///   - mark: that of the version.
  /// - Throws: `CatalogError.damaged` for an image that is not a leaf.
  func leaf(of node: Int, rows: [Int], mark: ChangeMark, in arena: PageArena) throws -> Leaf? {
    guard try areUsable(mark.schema) else { return nil }
    image.bind(1, Int64(node))
    image.bind(2, Int64(Self.format))
    guard try image.step() else { return nil }
    defer { image.reset() }
    let (number, bytes) = (image.int(0), image.bytes(1))
    guard try number >= mark.number || !isChanged(rows, after: number) else { return nil }
    guard let shape = LeafShape(of: bytes), let base = bytes.baseAddress else { throw damaged(node) }
    guard shape.n == rows.count else { return nil }
    let memory = arena.allocate(byteCount: bytes.count)
    memory.copyMemory(from: base, byteCount: bytes.count)
    let leaf = Leaf(base: UnsafeRawPointer(memory))
    guard leaf.hasFids(rows) else { return nil }
    guard leaf.isSound(byteCount: bytes.count) else { throw damaged(node) }
    leaf.settle(as: node)
    return leaf
  }

  /// Whether the schema is the one that they were written with: without a trigger changes are not recorded.
  private func areUsable(_ version: Int) throws -> Bool {
    if let known, known.schema == version { return known.isUsable }
    defer { schema.reset() }
    let isUsable = try schema.step() && schema.int(0) == version
    known = (version, isUsable)
    return isUsable
  }

  private func damaged(_ node: Int) -> CatalogError {
    .damaged(place: "row \(node) of leaf_image", problem: "its image is not a leaf")
  }

  private func isChanged(_ rows: [Int], after number: Int) throws -> Bool {
    // Row 0 records a change of all listings.
    try ([[0]] + LeafLoader.runs(of: rows)).contains { run in
      changed.bind(1, run.first)
      changed.bind(2, run.last)
      changed.bind(3, Int64(number))
      defer { changed.reset() }
      return try changed.step()
    }
  }

  /// Writes the images of all leaves.
  ///
  /// - Complexity: O(n) in the listings.
  static func write(_ statements: PreparedStatements) throws {
    try begin(statements)
    let writer = try Writer(statements)
    try forEachLeaf(in: statements, writer.write)
  }

  /// Removes all images; the next ones are for the present schema.
  static func begin(_ statements: PreparedStatements) throws {
    try statements.run("DELETE FROM leaf_image")
    try statements.run(
      "INSERT INTO leaf_image (node, number, format, image) SELECT 0, schema_version, 0, x'' FROM pragma_schema_version"
    )
  }

  /// Writes the images of those of some nodes that are leaves.
  static func write(_ nodes: some Sequence<Int>, _ statements: PreparedStatements) throws {
    let writer = try Writer(statements)
    for node in nodes { if let rows = try rows(ofLeaf: node, in: statements) { try writer.write(node, rows) } }
  }

  private struct Writer {
    let loader: LeafLoader
    let insert: Statement

    init(_ statements: PreparedStatements) throws {
      loader = try LeafLoader(prepare: statements.statement)
      insert = try statements.statement(
        "INSERT OR REPLACE INTO leaf_image (node, number, format, image) VALUES (?1, ?2, ?3, ?4)")
      insert.bind(2, Int64(try statements.count(ListingChanges.last)))
      insert.bind(3, Int64(LeafImages.format))
    }

    func write(_ node: Int, _ rows: [Int]) throws {
      let (draft, arena) = (try loader.draft(ofRows: rows), PageArena())
      try withExtendedLifetime(arena) {
        try draft.leaf(of: node, in: arena).withImage { image in
          insert.bind(1, Int64(node))
          insert.bind(4, uncopied: image[...])
          try insert.run()
        }
      }
    }
  }

  /// The leaves whose images are missing, or may be out of date.
  ///
  /// - Parameter number: only those that have changed since this number of changes; nil for all.
  static func outdated(after number: Int?, mark: ChangeMark, in source: some StatementSource) throws -> Set<Int> {
    var found: Set<Int> = []
    if let number {
      let sql = """
        SELECT nodeno FROM listing_change JOIN rtree_listing_geom_rowid ON rowid = fid WHERE number > ?1
        UNION SELECT node FROM node_change WHERE number > ?1
        """
      found.formUnion(try source.rows(sql, number) { $0.int(0) })
    } else {
      let images = try LeafImages(prepare: source.statement)
      try forEachLeaf(in: source) { node, rows in
        if try !images.isCurrent(node, rows, mark) { found.insert(node) }
      }
    }
    return found
  }

  private func isCurrent(_ node: Int, _ rows: [Int], _ mark: ChangeMark) throws -> Bool {
    let arena = PageArena()
    return try withExtendedLifetime(arena) { try leaf(of: node, rows: rows, mark: mark, in: arena) != nil }
  }

  /// The rows of a leaf, ascending; nil for nodes that are not leaves.
  private static func rows(ofLeaf node: Int, in source: some StatementSource) throws -> [Int]? {
    let rows = try source.first(nodeSQL, node) { row in
      let node = try RTreeNode(bytes: row.bytes(0), number: node)
      return (0..<node.count).map(node.number).sorted()
    }
    guard let rows, let first = rows.first else { return nil }
    let leaf = try source.count("SELECT nodeno FROM rtree_listing_geom_rowid WHERE rowid = ?1", first)
    return leaf == node ? rows : nil
  }

  private static let nodeSQL = "SELECT data FROM rtree_listing_geom_node WHERE nodeno = ?1"

  /// Descriptions of images that differ from the rows that they are made of, one more than a limit at most.
  static func defects(in source: some StatementSource, limit: Int) throws -> [String] {
    let (images, loader) = (try LeafImages(prepare: source.statement), try LeafLoader(prepare: source.statement))
    guard let mark = try source.changeMark(after: nil) else { return [] }
    var found: [String] = []
    try forEachLeaf(in: source) { node, rows in
      let arena = PageArena()
      try withExtendedLifetime(arena) {
        guard found.count <= limit else { return }
        let made = try loader.draft(ofRows: rows).leaf(of: node, in: arena)
        do {
          guard let stored = try images.leaf(of: node, rows: rows, mark: mark, in: arena) else { return }
          let isSame = stored.withImage { stored in made.withImage { stored.elementsEqual($0) } }
          if !isSame { found.append("the image of leaf \(node) differs from its listings") }
        } catch is CatalogError { found.append("the image of leaf \(node) is not a leaf") }
      }
    }
    return found
  }

  private static func forEachLeaf(
    in source: some StatementSource, _ body: (_ node: Int, _ rows: [Int]) throws -> Void
  ) throws {
    func read(_ node: Int) throws -> (depth: Int, numbers: [Int]) {
      let found = try source.first(nodeSQL, node) { row in
        let node = try RTreeNode(bytes: row.bytes(0), number: node)
        return (node.depth, (0..<node.count).map(node.number))
      }
      guard let found else { throw CatalogError.nodeMissing(node: node) }
      return found
    }
    func visit(_ node: Int, _ numbers: [Int], level: Int) throws {
      guard level > 0 else { return try body(node, numbers.sorted()) }
      for child in numbers { try visit(child, try read(child).numbers, level: level - 1) }
    }
    let root = try read(RTreeNode.root)
    try visit(RTreeNode.root, root.numbers, level: root.depth)
  }
}

extension LeafShape {
  /// The shape at the beginning of an image; nil if no leaf of this size has it.
  fileprivate init?(of image: UnsafeRawBufferPointer) {
    guard image.count >= Self.header, image.count < 1 << 24 else { return nil }
    self = image.loadUnaligned(as: LeafShape.self)
    let parts = [count, bars, events, tags, nights, idBytes]
    guard parts.allSatisfy({ (0..<1 << 24).contains($0) }), n <= Leaf.capacity, bars + events <= count,
      byteCount <= image.count
    else { return nil }
  }

  /// The offset of the table of terms in an image.
  fileprivate var terms: Int { (byteCount + 15) / 16 * 16 }
}

extension Leaf {
  private func word(_ offset: Int) -> UInt { base.load(fromByteOffset: offset, as: UInt.self) }

  /// Passes the bytes to be stored, with an offset in place of the address of the table of terms.
  fileprivate func withImage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let (shape, table) = (shape, UnsafeRawPointer(bitPattern: word(Header.terms)))
    let terms = table.map { StayTerms.byteCount(of: $0, couches: withTerms.count) }
    var image = [UInt8](repeating: 0, count: terms.map { shape.terms + $0 } ?? shape.byteCount)
    return try image.withUnsafeMutableBytes { image in
      image.copyMemory(from: UnsafeRawBufferPointer(start: base, count: shape.byteCount))
      if let table, let terms {
        UnsafeMutableRawBufferPointer(rebasing: image[shape.terms...]).copyMemory(
          from: UnsafeRawBufferPointer(start: table, count: terms))
      }
      for offset in [Header.names, Header.columns, Header.node, Header.events] {
        image.storeBytes(of: 0, toByteOffset: offset, as: UInt.self)
      }
      image.storeBytes(of: table == nil ? 0 : UInt(shape.terms), toByteOffset: Header.terms, as: UInt.self)
      return try body(UnsafeRawBufferPointer(image))
    }
  }

  /// Gives a copy of an image its node, and the address of its terms.
  fileprivate func settle(as node: Int) {
    let memory = UnsafeMutableRawPointer(mutating: base)
    let terms = word(Header.terms)
    if terms != 0 {
      memory.storeBytes(of: UInt(bitPattern: base) + terms, toByteOffset: Header.terms, as: UInt.self)
    }
    memory.storeBytes(of: UInt32(truncatingIfNeeded: node), toByteOffset: Header.node, as: UInt32.self)
  }

  /// Whether its rows by rank are these.
  fileprivate func hasFids(_ rows: [Int]) -> Bool {
    let positions = base + shape.byRow
    return rows.indices.allSatisfy { rank in
      let position = Int(positions.load(fromByteOffset: rank, as: UInt8.self))
      return position < rows.count && Int(fids[position]) == rows[rank]
    }
  }

  /// Whether a copy of an image has values that a leaf made of rows can have; its rows are known.
  fileprivate func isSound(byteCount: Int) -> Bool {
    let (shape, n, all) = (shape, shape.n, all.bits)
    let events = EntrySet(range: positions(of: .event)).bits
    let couches = EntrySet(range: positions(of: .couch)).bits
    let header =
      word(Header.names) | word(Header.columns) | word(Header.node) | word(Header.events)
    guard header == 0, (off.bits | recurring.bits) & ~events == 0, closed.bits & ~all == 0,
      withTerms.bits & ~couches == 0
    else { return false }
    guard areSound(n) && haveSoundTimes(shape) && haveSoundLists(shape, all) else { return false }
    let terms = Int(clamping: word(Header.terms))
    guard terms > 0 else { return withTerms.isEmpty && byteCount == shape.byteCount }
    guard terms == shape.terms, terms < byteCount, !withTerms.isEmpty else { return false }
    return StayTerms.areSound(
      UnsafeRawBufferPointer(start: base + terms, count: byteCount - terms), couches: withTerms.count)
  }

  private func areSound(_ n: Int) -> Bool {
    var box = BoundingBox(south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
    for index in 0..<n {
      let (latitude, longitude, price, rating) = (latitudes[index], longitudes[index], prices[index], ratings[index])
      guard StoredRange.latitude.contains(latitude), StoredRange.longitude.contains(longitude),
        price.isNaN || Self.prices.contains(price), rating.isNaN || StoredRange.rating.contains(rating),
        votes[index] >= -1, 0...Int32(StoredRange.number.upperBound) ~= schedules[index]
      else { return false }
      box.south = min(box.south, latitude)
      box.north = max(box.north, latitude)
      box.west = min(box.west, longitude)
      box.east = max(box.east, longitude)
    }
    for place in Field.coded.indices {
      let (codes, highest) = (codes(place), Self.highestCodes[place])
      for index in 0..<n where codes[index] > highest { return false }
    }
    for kind in Kind.allCases {
      for index in positions(of: kind).dropFirst() where fids[index] <= fids[index - 1] { return false }
    }
    return box == self.box
  }

  private static let highestCodes = Field.coded.map(\.highestCode)
  /// Prices in major units: a currency without minor units has as many of them.
  private static let prices = 0...Double(StoredRange.price.upperBound)

  private func haveSoundTimes(_ shape: LeafShape) -> Bool {
    let range = Int64(StoredRange.time.lowerBound)...Int64(StoredRange.time.upperBound)
    for index in 0..<Int(shape.events) {
      let (from, to) = (starts[index], ends[index])
      guard from == .max || range.contains(from), to == .min || range.contains(to),
        from == .max || to == .min || from <= to
      else { return false }
    }
    for index in 0..<shape.couches {
      guard guests[index] >= 0, minNights[index] >= 0, maxNights[index] > 0 else { return false }
    }
    return true
  }

  private func haveSoundLists(_ shape: LeafShape, _ all: UInt64) -> Bool {
    for index in 0..<Int(shape.tags) {
      guard tagMasks[index] & ~all == 0, tagNumbers[index] > (index == 0 ? 0 : tagNumbers[index - 1]) else {
        return false
      }
    }
    let idEnds = (base + shape.idEnds).assumingMemoryBound(to: Int32.self)
    var end: Int32 = 0
    for index in 0..<shape.n {
      guard idEnds[index] <= shape.idBytes, StoredRange.id.contains(Int(idEnds[index]) - Int(end)) else { return false }
      end = idEnds[index]
    }
    let nightEnds = (base + shape.nightEnds).assumingMemoryBound(to: Int32.self)
    end = 0
    for couch in 0..<shape.couches {
      guard nightEnds[couch] >= end, nightEnds[couch] <= shape.nights else { return false }
      end = nightEnds[couch]
      var last = Int32.min
      for nights in nights(ofCouch: couch) {
        guard nights.from > last, NightRange.areDays(nights.from, nights.to) else { return false }
        last = nights.to
      }
    }
    return true
  }
}

extension NightRange {
  private static let days =
    Int32(LocalDate.fourDigitYears.lowerBound.dayNumber)...Int32(LocalDate.fourDigitYears.upperBound.dayNumber)

  /// Whether there is a night between two days, of years that a catalog can have.
  static func areDays(_ from: Int32, _ to: Int32) -> Bool { from < to && days.contains(from) && days.contains(to) }
}
