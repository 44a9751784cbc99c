import CivilTime
import Geography

/// The couches whose private locations the caller may know, laid out at these locations on separate leaves.
///
/// A search removes them from the nodes of the R-tree, which store their public points, and visits these leaves
/// instead, so that filters, distances, order and counts equal those of a catalog with the exact points. Created for
/// one search.
final class ExactPlaces {
  let leaves: [Leaf]
  private let rows: Set<UInt32>
  /// The memory of the leaves.
  private let arena: PageArena

  init(_ leaves: [Leaf], in arena: PageArena) {
    self.leaves = leaves
    self.arena = arena
    rows = Set(leaves.flatMap { leaf in (0..<leaf.count).map { leaf.fids[$0] } })
  }

  /// Reads columns into the memory of the leaves; read later, they would stay in that of the snapshot.
  func load(_ columns: [LeafColumn.Source], _ texts: TextNumbers, by worker: IndexReader) throws {
    for source in columns {
      for leaf in leaves { _ = try worker.readColumn(source, of: leaf, texts, in: arena) }
    }
  }

  /// Whether a row is on these leaves.
  func hold(_ row: UInt32) -> Bool { rows.contains(row) }

  /// The exact place of the listing in a row; nil for rows that are not on these leaves.
  func coordinate(ofRow row: UInt32) -> Coordinate? { entry(ofRow: row)?.coordinate }

  /// The listing in a row at its exact location, valid for the lifetime of these leaves; nil for rows that are not on
  /// them.
  func entry(ofRow row: UInt32) -> Entry? {
    guard hold(row) else { return nil }
    for leaf in leaves {
      guard let position = leaf.position(ofRow: row) else { continue }
      return Entry(leaf: leaf, index: position)
    }
    return nil
  }
}

extension Leaf {
  /// Removes the entries that have an exact place on a separate leaf.
  @inline(__always)
  func drop(_ places: ExactPlaces, from entries: inout EntrySet) {
    entries.keep { !places.hold(fids[$0]) }
  }
}

extension SearchWorker {
  /// The couches whose exact locations a caller may know at an instant: couches that the caller hosts, and those where
  /// the caller has a confirmed stay that is not over.
  ///
  /// - Returns: nil when there are none.
  /// - Complexity: O(k log n) in the couches and bookings of the caller.
  func exactPlaces(for caller: String, at now: Instant, _ numbers: DictionaryCache.Reader) throws -> ExactPlaces? {
    let rows = try rowsKnown(to: caller, at: now, numbers).sorted()
    guard !rows.isEmpty else { return nil }
    let arena = PageArena()
    let leaves = try stride(from: 0, to: rows.count, by: Self.rowsPerLeaf).map { start in
      let leaf = try exactLeaf(Array(rows[start..<min(start + Self.rowsPerLeaf, rows.count)]), in: arena)
      _ = try loadNames(of: leaf, in: arena)
      return leaf
    }
    return ExactPlaces(leaves, in: arena)
  }

  /// The number of rows that SQLite stores in a node.
  private static let rowsPerLeaf = 51

  private func exactLeaf(_ rows: [Int], in arena: PageArena) throws -> Leaf {
    var draft = try draft(ofRows: rows)
    let exact = try statement(ExactPoint.sql)
    for row in rows {
      if let point = try ExactPoint.read(row, with: exact) { draft.move(row, to: point.coordinate) }
    }
    return draft.leaf(of: 0, in: arena)
  }

  /// The exact point of a listing, if a caller may know it.
  func exactPoint(
    ofRow row: Int, for caller: String, at now: Instant, _ numbers: DictionaryCache.Reader
  ) throws -> ExactPoint? {
    guard try rowsKnown(to: caller, at: now, numbers).contains(row) else { return nil }
    return try ExactPoint.read(row, with: try statement(ExactPoint.sql))
  }

  private func rowsKnown(to caller: String, at now: Instant, _ numbers: DictionaryCache.Reader) throws -> Set<Int> {
    try privateCouchesHosted(by: caller).union(privateCouchesBooked(by: caller, at: now, numbers))
  }

  private func privateCouchesHosted(by caller: String) throws -> Set<Int> {
    let hosted = try statement("SELECT d.fid FROM listing_detail d JOIN exact_point e USING (fid) WHERE d.host = ?1")
    hosted.bind(1, caller)
    var rows: Set<Int> = []
    while try hosted.step() { rows.insert(hosted.int(0)) }
    return rows
  }

  /// For stays that are not over: on the day of departure, in local time, the guest still sees the place.
  private func privateCouchesBooked(
    by caller: String, at now: Instant, _ numbers: DictionaryCache.Reader
  ) throws -> Set<Int> {
    let booked = try statement(
      """
      SELECT b.fid, max(b.to_date), l.zone_id FROM booking b JOIN exact_point e USING (fid) JOIN listing l USING (fid)
      WHERE b.member = ?1 AND b.status = 'confirmed' AND b.to_date >= ?2 GROUP BY b.fid
      """)
    booked.bind(1, caller)
    // No time zone is more than a day behind UTC.
    booked.bind(2, LocalDate(dayNumber: Zone.utc.localDateTime(at: now).date.dayNumber - 1).description)
    var stays: [(row: Int, departure: String, zone: Int32)] = []
    while try booked.step() { stays.append((booked.int(0), booked.string(1) ?? "", Int32(clamping: booked.int(2)))) }
    let current = try stays.filter { stay in
      let today = (try numbers.zone(stay.zone) ?? .utc).localDateTime(at: now).date
      return stay.departure >= today.description
    }
    return Set(current.map(\.row))
  }
}
