import CivilTime
import Geography

/// Writes the rows of listings table by table: the feature rows, their details, tags, blocks, rates and exact points.
///
/// New rows are numbered in their order of arrival. For one write transaction; `TextWriter` maintains the text index.
final class ListingWriter {
  private let dictionary: DictionaryWriter
  private let regions: RegionFinder
  /// The schedules whose hours mean the same everywhere in a zone, by the number of the zone and the hours.
  private var placelessSchedules = ByteNumbers()
  /// A key of `placelessSchedules`.
  private var hoursInZone: [UInt8] = []
  /// The number of the import source.
  private let source: Int
  private let members: MemberRecords
  /// The members who moved up from the waiting lists of events whose capacity grew.
  private(set) var movedUp: [WaitingList.MovedUp] = []
  /// How many listings named a region that no place around them is in.
  var misplacedRegions: Int { regions.misplaced }
  private let listings, details, tags, blocks, rates, exactPoints: BatchInsert
  private let update, move, findSource: Statement
  private let deleteParts: [Statement]
  private let ownValues: OwnValueWriter
  /// Collects the tags of new listings, if set.
  var tagIndex: TagIndex?
  /// The time of writing.
  private let now: Instant
  private var dates: [Int: String] = [:]
  /// The number of the first row that was added.
  let firstRow: Int64
  private(set) var nextRow: Int64

  /// The columns of a feature row except its number, in the order of their values.
  private static let listingColumns = ["geom", "id", "kind", "source_id"] + StoredFields.ofListing.map(\.column.name)

  init(_ statements: PreparedStatements, source: String, at now: Instant) throws {
    self.now = now
    ownValues = try OwnValueWriter(statements)
    dictionary = try DictionaryWriter(statements)
    regions = try RegionFinder(statements)
    members = try MemberRecords(statements)
    self.source = try dictionary.number(of: source, in: .source)
    listings = BatchInsert(into: "listing", ["fid"] + Self.listingColumns + ["added", "changed"], with: statements)
    details = BatchInsert(
      into: "listing_detail", ["fid"] + StoredFields.ofDetail.map(\.column.name), with: statements)
    tags = BatchInsert(into: "listing_tag", ["fid", "tag_id"], with: statements)
    blocks = BatchInsert(into: "block", ["fid", "from_date", "to_date"], with: statements)
    rates = BatchInsert(
      into: "nightly_rate", ["fid", "from_date", "to_date", "price", "min_nights", "max_nights"], with: statements)
    exactPoints = BatchInsert(
      into: "exact_point", ["fid", "latitude", "longitude", "radius", "address"], with: statements)
    let settings = (Self.listingColumns + ["changed"]).enumerated().map { "\($1) = ?\($0 + 1)" }
    // The R-tree is written whenever a location is.
    update = try statements.statement(
      "UPDATE listing SET \(settings.dropFirst().joined(separator: ", ")) WHERE fid = ?\(settings.count + 1)")
    move = try statements.statement("UPDATE listing SET geom = ?1 WHERE fid = ?2 AND geom IS NOT ?1")
    findSource = try statements.statement("SELECT source_id FROM listing WHERE fid = ?1")
    deleteParts = try [
      "listing_detail WHERE fid = ?1", "listing_tag WHERE fid = ?1", "block WHERE fid = ?1 AND origin = 'import'",
      "nightly_rate WHERE fid = ?1", "exact_point WHERE fid = ?1", "own_value WHERE fid = ?1",
    ].map { try statements.statement("DELETE FROM \($0)") }
    firstRow = try Self.lastRow(statements) + 1
    nextRow = firstRow
  }

  /// Numbers of deleted rows are not reused.
  private static func lastRow(_ statements: PreparedStatements) throws -> Int64 {
    Int64(
      try statements.count(
        """
        SELECT max(coalesce((SELECT max(fid) FROM listing), 0),
          coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'listing'), 0))
        """))
  }

  /// A listing of a chunk that differs from the one in the catalog.
  struct Change {
    /// Its position in the chunk.
    var position: Int
    /// Its row.
    var fid: Int
    var listing: Listing
  }

  /// Inserts the listings at the positions `new`, whose ids are not in the catalog, and replaces the changed ones.
  func write(_ chunk: StagedChunk, new: [Int], changes: [Change]) throws {
    // 0: not written.
    var rows = [Int64](repeating: 0, count: chunk.count)
    for position in new {
      rows[position] = nextRow
      nextRow += 1
    }
    for change in changes { rows[change.position] = Int64(change.fid) }
    try insertListings(chunk, new, rows)
    for change in changes { try replaceListing(chunk, change) }
    try insertParts(chunk, changes.isEmpty ? new : (new + changes.map(\.position)).sorted(), rows)
    for change in changes { movedUp += try members.didUpdate(change.listing, fid: change.fid) }
  }

  /// Whether the listing in row `fid` is of the import source, and came from it unchanged.
  func isKnown(_ listing: Listing, as known: Listing, fid: Int) throws -> Bool {
    try isOfSource(fid) && members.asTold(known, fid: fid).isStored(as: listing)
  }

  private func isOfSource(_ fid: Int) throws -> Bool {
    findSource.bind(1, Int64(fid))
    guard try findSource.step() else { return false }
    defer { findSource.reset() }
    return findSource.int(0) == source
  }

  // MARK: - The feature row

  private func insertListings(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    var geometries: [UInt8] = []
    for position in positions { GeometryBlob.append(chunk.coordinates[position], to: &geometries) }
    try geometries.withUnsafeBytes { geometries in
      try listings.run(positions.count) { index, statement, first in
        let position = positions[index]
        statement.bind(first, rows[position])
        let start = index * GeometryBlob.byteCount
        let geometry = geometries[start..<start + GeometryBlob.byteCount]
        try bind(chunk, position, geometry, to: statement, first + 1)
        let last = first + 1 + Int32(Self.listingColumns.count)
        for place in [last, last + 1] { statement.bind(place, now.secondsSince1970) }
      }
    }
  }

  private func replaceListing(_ chunk: StagedChunk, _ change: Change) throws {
    try members.willUpdate(change.fid)
    var geometry: [UInt8] = []
    GeometryBlob.append(chunk.coordinates[change.position], to: &geometry)
    try geometry.withUnsafeBytes { geometry in
      try bind(chunk, change.position, geometry[...], to: update, 1)
      let last = Int32(Self.listingColumns.count + 1)
      update.bind(last, now.secondsSince1970)
      update.bind(last + 1, Int64(change.fid))
      try update.run()
      move.bind(1, uncopied: geometry[...])
      move.bind(2, Int64(change.fid))
      try move.run()
    }
    for statement in deleteParts {
      statement.bind(1, Int64(change.fid))
      try statement.run()
    }
  }

  /// Binds the columns of a feature row, in their order, from the parameter `first` on.
  private func bind(
    _ chunk: StagedChunk, _ row: Int, _ geometry: Slice<UnsafeRawBufferPointer>, to statement: Statement, _ first: Int32
  ) throws {
    statement.bind(first, uncopied: geometry)
    statement.bind(first + 1, uncopied: chunk.ids[row])
    statement.bind(first + 2, chunk.kinds[row].rawValue)
    statement.bind(first + 3, source)
    try bind(Self.listingFields, of: chunk, row, to: statement, first + 4)
  }

  /// Binds fields from the parameter `first` on.
  private func bind(
    _ fields: [BoundField], of chunk: StagedChunk, _ row: Int, to statement: Statement, _ first: Int32
  ) throws {
    for (index, field) in fields.enumerated() {
      let place = first + Int32(index)
      switch field.form {
      case .dictionary(let dictionary): statement.bind(place, try number(in: dictionary, chunk, row))
      case .number(let form): form.bind(chunk.number(row, slot: field.slot), to: statement, place)
      case .text: statement.bind(place, uncopied: chunk.text(row, slot: field.slot))
      }
    }
  }

  /// How the value of a stored field is bound.
  private struct BoundField {
    enum Form {
      case dictionary(FieldColumn.Dictionary)
      case number(StoredField.NumberForm)
      case text
    }

    let slot: Int
    let form: Form

    init(_ stored: StoredField) {
      slot = StoredFields.slot(stored.field)
      if let dictionary = stored.column.dictionary {
        form = .dictionary(dictionary)
      } else if case .number(let number, _, _) = stored.form {
        form = .number(number)
      } else {
        form = .text
      }
    }
  }

  private static let listingFields = StoredFields.ofListing.map(BoundField.init)
  private static let detailFields = StoredFields.ofDetail.map(BoundField.init)

  private func number(in dictionary: FieldColumn.Dictionary, _ chunk: StagedChunk, _ row: Int) throws -> Int? {
    switch dictionary {
    case .zone: try chunk.text(row, .timezone).map { try self.dictionary.number(of: $0, in: .zone) }
    case .currency: try chunk.text(row, .currency).map { try self.dictionary.number(of: $0, in: .currency) }
    case .schedule:
      try chunk.text(row, .openingHours).map { try schedule(of: $0, zone: number(in: .zone, chunk, row), chunk, row) }
    }
  }

  private func schedule(of hours: StagedChunk.Bytes, zone: Int?, _ chunk: StagedChunk, _ row: Int) throws -> Int {
    hoursInZone.removeAll(keepingCapacity: true)
    withUnsafeBytes(of: zone ?? 0) { hoursInZone.append(contentsOf: $0) }
    hoursInZone.append(contentsOf: hours)
    if let number = hoursInZone.withUnsafeBytes(placelessSchedules.number) { return number }
    let text = StagedChunk.string(hours)
    let regions = try regions.regions(
      of: text, region: chunk.string(row, .region), zone: chunk.string(row, .timezone), at: chunk.coordinates[row])
    let number = try dictionary.schedule(hours: text, zone: zone, regions: regions)
    if !self.regions.mentionsHolidays(text) { hoursInZone.withUnsafeBytes { placelessSchedules.append($0, number) } }
    return number
  }

  // MARK: - Its parts

  private func insertParts(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    try insertDetails(chunk, positions.filter(chunk.hasDetail), rows)
    try insertOwnValues(chunk, positions, rows)
    try insertTags(chunk, rows)
    try insertBlocks(chunk, rows)
    try insertRates(chunk, rows)
    try insertExactPoints(chunk, rows)
  }

  private func insertDetails(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    try details.run(positions.count) { index, statement, first in
      statement.bind(first, rows[positions[index]])
      try bind(Self.detailFields, of: chunk, positions[index], to: statement, first + 1)
    }
  }

  private func insertOwnValues(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    guard !ownValues.isIdle else { return }
    for position in positions {
      if let own = chunk.string(position, .own) { try ownValues.write(own, of: rows[position]) }
    }
  }

  private func insertTags(_ chunk: StagedChunk, _ rows: [Int64]) throws {
    var pairs: [(row: Int64, tag: Int)] = []
    pairs.reserveCapacity(chunk.tags.count)
    for tag in chunk.tags where rows[tag.row] != 0 {
      pairs.append((rows[tag.row], try dictionary.number(of: tag.name, in: .tag)))
      // Insertion sort by number, so that the table is only appended to; a listing has few tags.
      var place = pairs.count - 1
      while place > 0, pairs[place - 1].row == pairs[place].row, pairs[place - 1].tag > pairs[place].tag {
        pairs.swapAt(place - 1, place)
        place -= 1
      }
    }
    if tagIndex != nil { for pair in pairs { tagIndex?.append(tag: pair.tag, row: pair.row) } }
    try tags.run(pairs.count) { index, statement, first in
      statement.bind(first, pairs[index].row)
      statement.bind(first + 1, Int64(pairs[index].tag))
    }
  }

  private func insertBlocks(_ chunk: StagedChunk, _ rows: [Int64]) throws {
    let nights = chunk.nights.filter { rows[$0.row] != 0 }
    try blocks.run(nights.count) { index, statement, first in
      statement.bind(first, rows[nights[index].row])
      statement.bind(first + 1, date(nights[index].from))
      statement.bind(first + 2, date(nights[index].to))
    }
  }

  private func insertRates(_ chunk: StagedChunk, _ rows: [Int64]) throws {
    let staged = chunk.rates.filter { rows[$0.row] != 0 }
    try rates.run(staged.count) { index, statement, first in
      let (row, rate) = staged[index]
      statement.bind(first, rows[row])
      statement.bind(first + 1, date(rate.from))
      statement.bind(first + 2, date(rate.to))
      statement.bind(first + 3, rate.price)
      statement.bind(first + 4, rate.minNights)
      statement.bind(first + 5, rate.maxNights)
    }
  }

  private func insertExactPoints(_ chunk: StagedChunk, _ rows: [Int64]) throws {
    let hidden = chunk.exactPoints.filter { rows[$0.row] != 0 }
    try exactPoints.run(hidden.count) { index, statement, first in
      let (row, point) = hidden[index]
      statement.bind(first, rows[row])
      statement.bind(first + 1, point.coordinate.latitude)
      statement.bind(first + 2, point.coordinate.longitude)
      statement.bind(first + 3, point.radius)
      statement.bind(first + 4, uncopied: point.address)
    }
  }

  /// The ISO form of a day, cached: calendars repeat the same few hundred days.
  private func date(_ day: Int) -> String {
    if let date = dates[day] { return date }
    let date = LocalDate(dayNumber: day).description
    dates[day] = date
    return date
  }
}

extension StoredField.NumberForm {
  /// Binds the 64 bits of a value.
  fileprivate func bind(_ number: Int64?, to statement: Statement, _ place: Int32) {
    switch self {
    case .integer: statement.bind(place, number)
    case .real: statement.bind(place, number.map { Double(bitPattern: UInt64(bitPattern: $0)) })
    case .word(let words): statement.bind(place, number.map { words[Int($0)] })
    case .flag: statement.bind(place, number ?? 0)
    }
  }
}
