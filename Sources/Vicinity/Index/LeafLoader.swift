/// Reads the facts of listings for the leaf they lie on.
struct LeafLoader {
  private let listing: Statement
  private let tags: Statement
  private let blocks: Statement

  init(prepare: (String) throws -> Statement) throws {
    listing = try prepare(
      """
      SELECT geom, id, kind, price, currency_id, price_level, rating, rating_count, zone_id, schedule_id, starts, ends,
        guests, min_nights, max_nights,
        (SELECT code FROM currency WHERE currency.currency_id = listing.currency_id)
      FROM listing WHERE fid = ?1
      """)
    tags = try prepare("SELECT tag_id FROM listing_tag WHERE fid = ?1 ORDER BY tag_id")
    blocks = try prepare("SELECT from_date, to_date FROM block WHERE fid = ?1 ORDER BY from_date")
  }

  /// The facts of the listings in these rows, in the same order; rows without a point are left out.
  func leaf(of rows: [Int]) throws -> Leaf {
    var draft = Draft()
    for row in rows { try read(row, into: &draft) }
    return Leaf(facts: draft.facts, tags: draft.tags, nights: draft.nights, ids: draft.ids)
  }

  private struct Draft {
    var facts: [Facts] = []
    var tags: [Int32] = []
    var nights: [NightRange] = []
    var ids: [UInt8] = []
  }

  private func read(_ row: Int, into draft: inout Draft) throws {
    listing.bind(1, Int64(row))
    guard try listing.step() else { return }
    defer { listing.reset() }
    guard let coordinate = GeometryBlob.decode(listing.bytes(0)), let kind = Kind(rawValue: listing.string(2) ?? "")
    else { return }
    let id = slice(of: &draft.ids) { $0.append(contentsOf: listing.bytes(1)) }
    let tags = try slice(of: &draft.tags) { try appendTags(of: row, to: &$0) }
    let nights = try slice(of: &draft.nights) { if kind == .couch { try appendNights(of: row, to: &$0) } }
    let starts = listing.optionalInt(10).map(Int64.init) ?? .max
    draft.facts.append(
      Facts(
        fid: Int64(row), coordinate: coordinate, price: price(), rating: listing.optionalDouble(6) ?? .nan,
        starts: starts, ends: listing.optionalInt(11).map(Int64.init) ?? starts, ratingCount: number(7) ?? -1,
        schedule: number(9) ?? 0, zone: number(8) ?? 0, currency: number(4) ?? 0, tags: tags, nights: nights, id: id,
        guests: number(12) ?? 1, minNights: number(13) ?? 1, maxNights: number(14) ?? .max, kind: kind,
        priceLevel: UInt8(clamping: listing.int(5))))
  }

  private func price() -> Double {
    listing.optionalInt(3).map { Price(minorUnits: $0, currency: listing.string(15)).amount } ?? .nan
  }

  private func number(_ column: Int32) -> Int32? { listing.optionalInt(column).map { Int32(clamping: $0) } }

  private func appendTags(of row: Int, to numbers: inout [Int32]) throws {
    tags.bind(1, Int64(row))
    while try tags.step() { numbers.append(Int32(clamping: tags.int(0))) }
  }

  private func appendNights(of row: Int, to ranges: inout [NightRange]) throws {
    blocks.bind(1, Int64(row))
    while try blocks.step() {
      guard let from = blocks.string(0), let to = blocks.string(1) else { continue }
      let first = try LocalDate(iso8601: from).dayNumber
      ranges.append(NightRange(from: Int32(first), to: Int32(try LocalDate(iso8601: to).dayNumber)))
    }
  }

  private func slice<Element>(
    of array: inout [Element], _ append: (inout [Element]) throws -> Void
  ) rethrows -> Facts.Slice {
    let start = array.count
    try append(&array)
    return Facts.Slice(start: Int32(start), count: Int32(array.count - start))
  }
}
