import Geography
import Streams

extension Catalog {
  /// The names and addresses of listings, tags and places that complete partial input, best first.
  ///
  /// The completions of a text are, in this order, whole names, addresses or tags that equal it, those that begin with
  /// it, and those with a later word that does (of addresses, a word of the street); letters are compared as in the
  /// words of queries, and `ä`, `ö` and `ü` also as `ae`, `oe` and `ue`. A full stop at its end ends a word; `st.` also
  /// means *saint* and *sankt*. Each group is ordered by (1 + known) × weight / (1 + kilometers)², where known is the
  /// number of listings with a name, tag or address, plus the votes of the listings with a name, or the thousands of
  /// inhabitants of a place. The weight is 1, for names of places in other languages 1/30, and for addresses and codes
  /// typed in full 1/4. For several listings with one name the nearest one is used, and tags have distance zero.
  /// Each distinct name is listed once. Typing errors are corrected as in
  /// queries, but only if nothing else completes the text. Places need a gazetteer. Ratings since the last change of
  /// listings are not yet included.
  /// - Parameters:
  ///   - text: the input; spaces at its ends are ignored. A text without letters and digits has no completions.
  ///   - coordinate: the position; nil leaves nearness out.
  ///   - limit: the maximum number of completions; not negative.
  ///   - budget: the maximum cost of correcting typing errors. To read all names costs nothing of it: another thread
  ///     does it for all later calls, and a call after a change waits for that until its deadline.
  /// - Throws: `QueryError` for an invalid coordinate, a negative limit and texts that are too long; `TooExpensive`;
  ///   `SQLiteFailure` when the file cannot be read.
  /// - Complexity: O(log n) and the names that begin so, of frequent beginnings those nearby; the first call after a
  ///   change of listings reads all names.
  public func suggest(
    _ text: String, near coordinate: Coordinate? = nil, limit: Int = Catalog.usualCompletions,
    within budget: WorkBudget = .unlimited
  ) throws -> [Completion] {
    try suggest(text, near: coordinate, limit: limit, with: nil, within: budget)
  }

  /// The same with streets, which count like a name that no listing has.
  package func suggest(
    _ text: String, near coordinate: Coordinate?, limit: Int, with streets: StreetNames?, within budget: WorkBudget
  ) throws -> [Completion] {
    if let coordinate, !coordinate.isValid {
      throw QueryError.outOfRange(
        path: "near", found: "\(coordinate.latitude), \(coordinate.longitude)",
        allowed: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
    guard limit >= 0 else { throw QueryError.outOfRange(path: "limit", found: "\(limit)", allowed: "0 or more") }
    guard text.utf8.count <= Self.longestBeginning else {
      throw QueryError.outOfRange(
        path: "text", found: "\(text.utf8.count) bytes", allowed: "at most \(Self.longestBeginning) bytes")
    }
    let typed = TypedText(text)
    return try read(within: budget) { worker, snapshot, _ in
      if try worker.shard() != nil { throw BeyondShard() }
      let completions = try worker.completions(of: snapshot)
      return try worker.suggest(typed, near: coordinate, limit: limit, from: completions, with: streets)
    }
  }

  /// Has the names read for ``suggest(_:near:limit:within:)`` and for the correction of typing errors, on threads of
  /// their own, and does not wait for it.
  package func prepareNames() throws { try workers.withWorker { $0.snapshots.prepareNames() } }

  /// Numbers the nodes of the tree, so that no search for words has to.
  package func prepareOrder() throws {
    try read { worker, snapshot, _ in _ = try snapshot.loadOrder(by: worker) }
  }

  /// Changes when other completions are used for the same version. Never waits.
  package var completionsVersion: Int { workers.completionsVersion }

  /// The default number of completions.
  public static let usualCompletions = 10

  /// Longer texts are no beginnings; bytes of UTF-8.
  private static let longestBeginning = 200
}

extension SearchWorker {
  /// How often more is looked for in place of what is gone.
  private static let attempts = 4

  fileprivate func suggest(
    _ typed: TypedText, near coordinate: Coordinate?, limit: Int, from completions: Renewed<Completions>,
    with streets: StreetNames?
  ) throws -> [Completion] {
    let origin = coordinate.map { DistanceOrigin($0, metric: .wgs84) }
    var (wanted, made) = (limit, [Completion]())
    for _ in 0..<Self.attempts {
      var found = completions.value.best(typed, near: coordinate, limit: wanted, with: streets)
      if found.isEmpty, limit > 0 {
        found = try completions.value.corrected(
          typed, near: coordinate, limit: wanted, with: streets, work: scratch.work)
      }
      made = []
      for found in found where made.count < limit {
        if let completion = try completion(found, streets, from: origin, isCurrent: completions.isCurrent) {
          made.append(completion)
        }
      }
      guard made.count < limit, found.count == wanted else { break }
      wanted = wanted.multipliedReportingOverflow(by: 4).partialValue
    }
    return made
  }

  /// - Parameters:
  ///   - isCurrent: whether it was found in this version; otherwise it is looked up.
  /// - Returns: nil if it no longer exists.
  private func completion(
    _ found: CompletionSearch.Found, _ streets: StreetNames?, from origin: DistanceOrigin?, isCurrent: Bool
  ) throws -> Completion? {
    let index = found.index
    let subject = index.subjects[found.subject]
    let point = found.point.map { index.points.points[$0] }
    var completion = Completion(
      kind: subject.kind, text: "", matched: index.matched(found), coordinate: point?.coordinate,
      distanceMeters: found.meters)
    completion.isWhole = found.isWhole
    switch subject.kind {
    case .name:
      completion.count = subject.count
      completion.text = index.name(of: found.subject)
      if !isCurrent {
        guard let present = try present(found, from: origin) else { return nil }
        completion.text = present.name
        guard point != nil else { break }
        completion.coordinate = present.coordinate
        completion.distanceMeters = origin.map { $0.meters(to: present.coordinate) }
      }
    case .address:
      completion.count = subject.count
      guard let present = try present(found, from: origin) else { return nil }
      (completion.text, completion.coordinate, completion.id) = (present.name, present.coordinate, present.id)
      completion.distanceMeters = origin.map { $0.meters(to: present.coordinate) }
    case .street:
      completion.text = index.name(of: found.subject)
      completion.box = found.point.flatMap { streets?.box(of: index.points.points[$0]) }
    case .tag:
      completion.count = subject.count
      completion.text = try Int32(exactly: subject.number).flatMap(tagName) ?? ""
      if !isCurrent, try !hasListings(withTag: subject.number) { return nil }
    case .place:
      if let division = index.division(of: subject) {
        completion.text = division.description
        completion.population = division.population > 0 ? division.population : nil
        completion.box = division.box
        break
      }
      guard let place = try GazetteerReader(source: self).place(subject.number) else { return nil }
      completion.text = place.description
      completion.population = place.population > 0 ? place.population : nil
    }
    return completion
  }

  /// A listing as it is now.
  private struct Present {
    var id: String
    /// Its name or address.
    var name: String
    var coordinate: Coordinate
  }

  /// The current listing with a name or address: the one that was found or, if it no longer exists, the nearest other
  /// one; nil without any.
  private func present(_ found: CompletionSearch.Found, from origin: DistanceOrigin?) throws -> Present? {
    let (points, subject) = (found.index.points, found.index.subjects[found.subject])
    let text = found.index.text(of: subject)
    func listing(at point: CompletionPoints.Point) throws -> Present? {
      try self.listing(
        in: point.row, subject.kind == .address ? Self.addressInRow : Self.nameInRow, equal: text)
    }
    if let point = found.point, let listing = try listing(at: points.points[point]) { return listing }
    var others = points.indices(of: found.subject).map { points.points[Int($0)] }
    if let origin {
      others = others.map { (origin.meters(to: $0.coordinate), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    for point in others {
      if let listing = try listing(at: point) { return listing }
    }
    return nil
  }

  private static let nameInRow =
    "SELECT fid, geom, name, id FROM listing WHERE fid = ?1 AND operating_status IS NULL"
  private static let addressInRow = """
    SELECT l.fid, l.geom, d.address, l.id FROM listing l JOIN listing_detail d ON d.fid = l.fid
    WHERE l.fid = ?1 AND l.operating_status IS NULL
    """

  /// The listing in a row, if its folded text equals one, and it is in business.
  private func listing(in row: UInt32, _ sql: String, equal text: ArraySlice<UInt8>) throws -> Present? {
    try scratch.work.visitNodes()
    return try first(sql, Int(row)) { listing in
      guard FoldedWords.folded(listing.bytes(2), for: .search).elementsEqual(text) else { return nil }
      let stored = StoredRow(listing, of: "listing", listing.int(0))
      return Present(
        id: listing.string(3) ?? "", name: listing.string(2) ?? "", coordinate: try stored.coordinate(1))
    } ?? nil
  }

  private func hasListings(withTag number: Int) throws -> Bool {
    try first("SELECT 1 FROM listing_tag WHERE tag_id = ?1 LIMIT 1", number, body: { _ in true }) != nil
  }
}
