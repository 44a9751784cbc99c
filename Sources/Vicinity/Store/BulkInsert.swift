import CivilTime
import Geography

/// Writes many new listings at once, table by table, without the R-tree and the index of words.
///
/// Rows are numbered in the order in which they come. Belongs to one write transaction.
final class BulkInsert {
  private let vocabulary: DictionaryWriter
  private let source: Int
  private let listings, details, tags, blocks, rates, exactPoints: BatchInsert
  private let texts: BatchInsert?
  private var dates: [Int: String] = [:]
  /// The number of the first row that was written.
  let firstRow: Int64
  private(set) var nextRow: Int64

  /// - Parameter withTexts: whether to write the texts of the text index too, whose words are then found elsewhere; it is emptied first.
  init(on connection: OpaquePointer, vocabulary: DictionaryWriter, source: Int, withTexts: Bool) throws {
    self.vocabulary = vocabulary
    self.source = source
    listings = try BatchInsert(into: "listing", ["fid"] + RecordWriter.listingColumns, on: connection)
    details = try BatchInsert(into: "listing_detail", RecordWriter.detailColumns, on: connection)
    tags = try BatchInsert(into: "listing_tag", ["fid", "tag_id"], on: connection)
    blocks = try BatchInsert(into: "block", ["fid", "from_date", "to_date"], on: connection)
    rates = try BatchInsert(into: "nightly_rate", RecordWriter.rateColumns, on: connection)
    exactPoints = try BatchInsert(into: "exact_point", RecordWriter.exactColumns, on: connection)
    if withTexts { try Self.renewTextIndex(on: connection) }
    let textColumns = ["id", "c0", "c1", "c2", "c3"]
    texts = withTexts ? try BatchInsert(into: "listing_text_content", textColumns, on: connection) : nil
    // The numbers of deleted rows are not used again.
    let last = try Statement(
      """
      SELECT max(coalesce((SELECT max(fid) FROM listing), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'listing'), 0))
      """, on: connection)
    _ = try last.step()
    firstRow = Int64(last.int(0)) + 1
    nextRow = firstRow
    last.reset()
  }

  /// Makes the text index anew, so that no part of the old one is remembered.
  private static func renewTextIndex(on connection: OpaquePointer) throws {
    try Statement("DROP TABLE listing_text", on: connection).run()
    try Statement(Schema.textIndex(), on: connection).run()
  }

  /// Writes the listings of a chunk at the given positions, whose ids the catalog does not have.
  func insert(_ chunk: StagedChunk, at positions: [Int]) throws {
    // 0 stands for a listing that is not to be written.
    var rows = [Int64](repeating: 0, count: chunk.count)
    for position in positions {
      rows[position] = nextRow
      nextRow += 1
    }
    try insertListings(chunk, positions, rows)
    try insertDetails(chunk, positions.filter(chunk.hasDetail), rows)
    try insertTags(chunk, rows)
    try insertBlocks(chunk, rows)
    try insertRates(chunk, rows)
    try insertExactPoints(chunk, positions, rows)
    try insertTexts(chunk, positions, rows)
  }

  private func insertListings(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    var geometries: [UInt8] = []
    for position in positions { GeometryBlob.append(chunk.coordinates[position], to: &geometries) }
    try geometries.withUnsafeBytes { geometries in
      try listings.run(positions.count) { index, statement, first in
        let position = positions[index]
        statement.bind(first, rows[position])
        let start = index * GeometryBlob.byteCount
        statement.bind(first + 1, uncopied: geometries[start..<start + GeometryBlob.byteCount])
        try bind(chunk, position, to: statement, first + 2)
      }
    }
  }

  private func bind(_ chunk: StagedChunk, _ row: Int, to statement: Statement, _ first: Int32) throws {
    let zone = try chunk.string(row, .timeZone).map { try vocabulary.number(of: $0, in: .zone) }
    let currency = try chunk.string(row, .currency).map { try vocabulary.number(of: $0, in: .currency) }
    let schedule = try chunk.string(row, .openingHours).map { try vocabulary.schedule(hours: $0, zone: zone) }
    statement.bind(first, uncopied: chunk.ids[row])
    statement.bind(first + 1, uncopied: Self.name(of: chunk.kinds[row]))
    statement.bind(first + 2, uncopied: chunk.text(row, .name))
    statement.bind(first + 3, chunk.number(row, .price))
    statement.bind(first + 4, currency)
    statement.bind(first + 5, chunk.number(row, .priceLevel))
    statement.bind(first + 6, chunk.rating(row))
    statement.bind(first + 7, chunk.number(row, .ratingCount))
    statement.bind(first + 8, zone)
    statement.bind(first + 9, schedule)
    statement.bind(first + 10, chunk.number(row, .starts))
    statement.bind(first + 11, chunk.number(row, .ends))
    statement.bind(first + 12, chunk.number(row, .guests))
    statement.bind(first + 13, chunk.number(row, .minNights))
    statement.bind(first + 14, chunk.number(row, .maxNights))
    statement.bind(first + 15, source)
    statement.bind(first + 16, chunk.number(row, .allDay) ?? 0)
    statement.bind(first + 17, uncopied: chunk.status(row).map { Self.name(of: $0) })
    statement.bind(first + 18, chunk.number(row, .advanceNotice))
  }

  private func insertDetails(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    try details.run(positions.count) { index, statement, first in
      let position = positions[index]
      statement.bind(first, rows[position])
      for (offset, text) in StagedChunk.detailTexts.enumerated() {
        statement.bind(first + 1 + Int32(offset), uncopied: chunk.text(position, text))
      }
      statement.bind(first + 8, chunk.number(position, .capacity))
      statement.bind(first + 9, uncopied: chunk.text(position, .venue))
    }
  }

  private func insertTags(_ chunk: StagedChunk, _ rows: [Int64]) throws {
    var pairs: [(row: Int64, tag: Int)] = []
    pairs.reserveCapacity(chunk.tags.count)
    for tag in chunk.tags where rows[tag.row] != 0 {
      pairs.append((rows[tag.row], try vocabulary.number(of: StagedChunk.string(tag.name), in: .tag)))
      // In the order of the table, which is then only ever appended to: a listing has few tags, so they are moved one by one.
      var place = pairs.count - 1
      while place > 0, pairs[place - 1] > pairs[place] {
        pairs.swapAt(place - 1, place)
        place -= 1
      }
    }
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

  private func insertExactPoints(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    let hidden = positions.compactMap { position in chunk.exact(position).map { (position, $0) } }
    try exactPoints.run(hidden.count) { index, statement, first in
      let (position, exact) = hidden[index]
      statement.bind(first, rows[position])
      statement.bind(first + 1, exact.coordinate.latitude)
      statement.bind(first + 2, exact.coordinate.longitude)
      statement.bind(first + 3, exact.radius)
      statement.bind(first + 4, uncopied: chunk.text(position, .exactAddress))
    }
  }

  private func insertTexts(_ chunk: StagedChunk, _ positions: [Int], _ rows: [Int64]) throws {
    guard let texts else { return }
    try chunk.withTagTexts { tags in
      try texts.run(positions.count) { index, statement, first in
        let position = positions[index]
        statement.bind(first, rows[position])
        statement.bind(first + 1, uncopied: chunk.text(position, .name))
        statement.bind(first + 2, uncopied: chunk.text(position, .address))
        statement.bind(first + 3, uncopied: tags[position])
        statement.bind(first + 4, uncopied: chunk.text(position, .description))
      }
    }
  }

  /// The ISO form of a day: a calendar names the same few hundred days over and over.
  private func date(_ day: Int) -> String {
    if let date = dates[day] { return date }
    let date = LocalDate(dayNumber: day).description
    dates[day] = date
    return date
  }

  private static func name(of status: EventStatus) -> UnsafeRawBufferPointer {
    let name: StaticString =
      switch status {
      case .cancelled: "cancelled"
      case .postponed: "postponed"
      }
    return UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  private static func name(of kind: Kind) -> UnsafeRawBufferPointer {
    let name: StaticString =
      switch kind {
      case .bar: "bar"
      case .event: "event"
      case .couch: "couch"
      }
    return UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }
}

extension StagedChunk {
  /// The texts of a detail row, in the order of its columns.
  static let detailTexts: [Text] = [.address, .phone, .url, .image, .description, .host, .recurrence]

  /// Whether a listing has anything for its detail row.
  func hasDetail(_ row: Int) -> Bool { has(row, anyOf: Self.detailMask) }

  private static let detailMask =
    (detailTexts + [.venue]).reduce(StagedListing.bit(.capacity)) { $0 | StagedListing.bit($1) }
}
