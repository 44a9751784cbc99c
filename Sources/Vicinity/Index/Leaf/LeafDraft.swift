import Geography

/// Collects the facts of the listings of one node, and lays them out as a leaf.
struct LeafDraft {
  /// The facts of one row.
  struct Row {
    var fid: UInt32
    var kind: Kind
    var coordinate: Coordinate
    var price = Double.nan
    var rating = Double.nan
    var starts = Int64.max
    var ends = Int64.min
    var votes: Int32 = -1
    var schedule: Int32 = 0
    var guests: Int32 = 0
    var minNights: Int32 = 0
    var maxNights = Int32.max
    var zone: UInt16 = 0
    var currency: UInt16 = 0
    /// The bytes of `Field.coded`, in their order.
    var codes = SIMD8<UInt8>()
    /// Whether it is an event that was cancelled or postponed.
    var isOff = false
    /// Whether it has a recurrence.
    var recurs = false
    /// The notice of a couch in days; -1 for none.
    var notice: Int32 = -1
    /// Whether a couch has nightly rates.
    var hasRates = false
    /// Its slices of the shared arrays.
    var id = 0..<0
    var nights = 0..<0
    var arrivals = 0..<0
    var prices = 0..<0
  }

  /// Ascending by row number.
  private(set) var rows: [Row] = []
  private var ids: [UInt8] = []
  private var nights: [NightRange] = []
  private var arrivals: [StayTerms.Arrivals] = []
  private var prices: [StayTerms.NightPrice] = []
  private var tags: [(tag: Int32, row: Int)] = []

  mutating func append(_ row: Row, id: UnsafeRawBufferPointer) {
    var row = row
    row.id = ids.count..<(ids.count + id.count)
    ids.append(contentsOf: id)
    rows.append(row)
  }

  /// Changes the coordinate of a row.
  mutating func move(_ fid: Int, to coordinate: Coordinate) {
    for position in rows.indices where Int(rows[position].fid) == fid { rows[position].coordinate = coordinate }
  }

  mutating func markAsRecurring(rowAt position: Int) { rows[position].recurs = true }

  mutating func addTag(_ tag: Int32, toRowAt position: Int) { tags.append((tag, position)) }

  /// Adds a range of nights; those of one row are added consecutively, ascending by start. A range that overlaps or
  /// touches the last one extends it.
  mutating func addNights(_ range: NightRange, toRowAt position: Int) {
    if !rows[position].nights.isEmpty, let last = nights.last, range.from <= last.to {
      nights[nights.count - 1].to = max(last.to, range.to)
      return
    }
    let start = rows[position].nights.isEmpty ? nights.count : rows[position].nights.lowerBound
    nights.append(range)
    rows[position].nights = start..<nights.count
  }

  /// Adds a rate; those of one row are added consecutively, ascending.
  ///
  /// - Parameter price: of each of its nights, in minor units; nil for no difference.
  mutating func addRate(_ rate: StayTerms.Arrivals, price: Int?, toRowAt position: Int) {
    rows[position].hasRates = true
    if rate.minNights > 0 || rate.maxNights > 0 {
      let start = rows[position].arrivals.isEmpty ? arrivals.count : rows[position].arrivals.lowerBound
      arrivals.append(rate)
      rows[position].arrivals = start..<arrivals.count
    }
    guard let price else { return }
    let start = rows[position].prices.isEmpty ? prices.count : rows[position].prices.lowerBound
    prices.append(StayTerms.NightPrice(from: rate.from, to: rate.to, minorUnits: price))
    rows[position].prices = start..<prices.count
  }

  /// Lays out all columns in an arena.
  ///
  /// - Parameter node: the node of the R-tree; 0 for a leaf outside of the tree.
  func leaf(of node: Int, in arena: PageArena) -> Leaf {
    // Grouped by kind, by row number within a group.
    let order = Kind.allCases.flatMap { kind in rows.indices.filter { rows[$0].kind == kind } }
    let inverted = invertedTags(order)
    let shape = LeafShape(
      count: Int32(rows.count), bars: count(of: .bar), events: count(of: .event), tags: Int32(inverted.count),
      nights: Int32(nights.count), idBytes: Int32(ids.count))
    let columns = LeafColumns(base: arena.allocate(byteCount: shape.byteCount), shape: shape)
    let recurring = EntrySet(order.indices.filter { rows[order[$0]].recurs && rows[order[$0]].kind == .event })
    let off = EntrySet(order.indices.filter { rows[order[$0]].doesNotTakePlace })
    columns.fill(header: shape, box: box, recurring: recurring, off: off)
    columns.fill(node: UInt32(truncatingIfNeeded: node))
    columns.fill(closed: EntrySet(order.indices.filter { rows[order[$0]].isClosed }))
    fillTerms(columns, order, in: arena)
    for (index, position) in order.enumerated() {
      fill(columns, index, rows[position])
      columns.set(UInt8(truncatingIfNeeded: index), shape.byRow, position)
    }
    fillLists(columns, order)
    columns.fill(inverted.map(\.tag), at: shape.tagNumbers)
    columns.fill(inverted.map(\.entries.bits), at: shape.tagMasks)
    return Leaf(base: UnsafeRawPointer(columns.base))
  }

  private func count(of kind: Kind) -> Int32 { Int32(rows.count { $0.kind == kind }) }

  private var box: BoundingBox {
    var box = BoundingBox(south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
    for row in rows {
      box.south = min(box.south, row.coordinate.latitude)
      box.north = max(box.north, row.coordinate.latitude)
      box.west = min(box.west, row.coordinate.longitude)
      box.east = max(box.east, row.coordinate.longitude)
    }
    return box
  }

  private func invertedTags(_ order: [Int]) -> [(tag: Int32, entries: EntrySet)] {
    var index = [Int](repeating: 0, count: rows.count)
    for (new, old) in order.enumerated() { index[old] = new }
    var inverted: [(tag: Int32, entries: EntrySet)] = []
    for (tag, row) in tags.sorted(by: { $0.tag < $1.tag }) {
      if inverted.last?.tag != tag { inverted.append((tag, EntrySet())) }
      inverted[inverted.count - 1].entries.formUnion(EntrySet(range: index[row]..<(index[row] + 1)))
    }
    return inverted
  }

  private func fill(_ columns: LeafColumns, _ index: Int, _ row: Row) {
    let shape = columns.shape
    columns.set(row.coordinate.latitude, shape.latitudes, index)
    columns.set(row.coordinate.longitude, shape.longitudes, index)
    columns.set(row.price, shape.prices, index)
    columns.set(row.rating, shape.ratings, index)
    columns.set(row.fid, shape.fids, index)
    columns.set(row.votes, shape.votes, index)
    columns.set(row.schedule, shape.schedules, index)
    columns.set(row.zone, shape.zones, index)
    columns.set(row.currency, shape.currencies, index)
    for place in Field.coded.indices { columns.set(row.codes[place], shape.codes + place * shape.n, index) }
    switch row.kind {
    case .bar: break
    case .event:
      columns.set(row.starts, shape.starts, index - shape.firstEvent)
      columns.set(row.ends, shape.ends, index - shape.firstEvent)
    case .couch:
      columns.set(row.guests, shape.guests, index - shape.firstCouch)
      columns.set(row.minNights, shape.minNights, index - shape.firstCouch)
      columns.set(row.maxNights, shape.maxNights, index - shape.firstCouch)
    }
  }

  /// The terms of couches, which few have, are stored outside the columns.
  private func fillTerms(_ columns: LeafColumns, _ order: [Int], in arena: PageArena) {
    let withTerms = order.indices.filter { rows[order[$0]].hasTerms }
    guard !withTerms.isEmpty else { return }
    let terms = withTerms.map { index in
      let row = rows[order[index]]
      return (notice: row.notice, arrivals: arrivals[row.arrivals], prices: prices[row.prices])
    }
    columns.fill(withTerms: EntrySet(withTerms), StayTerms.table(terms, in: arena))
  }

  private func fillLists(_ columns: LeafColumns, _ order: [Int]) {
    let shape = columns.shape
    var (idEnd, nightEnd) = (0, 0)
    for (index, position) in order.enumerated() {
      let row = rows[position]
      for byte in ids[row.id] {
        columns.set(byte, shape.ids, idEnd)
        idEnd += 1
      }
      columns.set(Int32(idEnd), shape.idEnds, index)
      guard row.kind == .couch else { continue }
      for range in nights[row.nights] {
        columns.set(range, shape.nightRanges, nightEnd)
        nightEnd += 1
      }
      columns.set(Int32(nightEnd), shape.nightEnds, index - shape.firstCouch)
    }
  }
}

extension LeafDraft.Row {
  fileprivate var doesNotTakePlace: Bool { kind == .event && (isOff || isClosed) }

  /// Whether it is not in business.
  fileprivate var isClosed: Bool { Self.statusPlace.map { codes[$0] != 0 } ?? false }

  private static let statusPlace = Field.operatingStatus.codePlace

  fileprivate var hasTerms: Bool { kind == .couch && (hasRates || notice >= 0) }
}

/// The memory of a leaf being written.
private struct LeafColumns {
  let base: UnsafeMutableRawPointer
  let shape: LeafShape

  func fill(header: LeafShape, box: BoundingBox, recurring: EntrySet, off: EntrySet) {
    // All of it, so that vector reads beyond a column's end read initialized memory.
    base.initializeMemory(as: UInt8.self, repeating: 0, count: shape.byteCount)
    base.storeBytes(of: header, as: LeafShape.self)
    base.storeBytes(of: box, toByteOffset: Leaf.Header.box, as: BoundingBox.self)
    base.storeBytes(of: off.bits, toByteOffset: Leaf.Header.off, as: UInt64.self)
    base.storeBytes(of: recurring.bits, toByteOffset: Leaf.Header.recurring, as: UInt64.self)
  }

  func fill(node: UInt32) { base.storeBytes(of: node, toByteOffset: Leaf.Header.node, as: UInt32.self) }

  func fill(closed: EntrySet) { base.storeBytes(of: closed.bits, toByteOffset: Leaf.Header.closed, as: UInt64.self) }

  func fill(withTerms: EntrySet, _ table: UnsafeRawPointer) {
    base.storeBytes(of: withTerms.bits, toByteOffset: Leaf.Header.withTerms, as: UInt64.self)
    base.storeBytes(of: UInt(bitPattern: table), toByteOffset: Leaf.Header.terms, as: UInt.self)
  }

  func set<Element>(_ value: Element, _ column: Int, _ index: Int) {
    base.storeBytes(of: value, toByteOffset: column + index * MemoryLayout<Element>.stride, as: Element.self)
  }

  func fill<Element>(_ values: [Element], at column: Int) {
    for (index, value) in values.enumerated() { set(value, column, index) }
  }
}
