import Geography

extension MemberTaste {
  /// What a catalog knows of a member.
  init(of member: String, in statements: some StatementSource) throws {
    let reader = SignalReader(statements: statements, weights: SignalWeights())
    for liking in try reader.likings(of: member) {
      if liking.weight > 0 {
        likings.append(.init(listing: liking.fid, weight: Float(liking.weight)))
      } else {
        rejected.append(liking.fid)
      }
    }
    let friends = try reader.friends(of: member)
    var counts: [Int: Float] = [:]
    for friend in friends {
      for liking in try reader.likings(of: friend) where liking.weight > 0 { counts[liking.fid, default: 0] += 1 }
    }
    likedByFriends = counts.sorted { $0.key < $1.key }.map { Liking(listing: $0.key, weight: $0.value) }
  }

  /// What the member likes most, of equal ones the first.
  var favourite: Int? { likings.max { ($0.weight, $1.listing) < ($1.weight, $0.listing) }?.listing }
}

extension SearchWorker {
  /// Whether the catalog still has a row.
  func hasListing(_ fid: Int) throws -> Bool { try id(ofRow: fid) != nil }

  /// The id of the listing in a row; nil when there is none.
  func id(ofRow fid: Int) throws -> String? {
    try first("SELECT id FROM listing WHERE fid = ?1", fid) { $0.string(0) } ?? nil
  }

  /// The numbers of the tags of the listing in a row.
  func tags(ofRow fid: Int) throws -> [Int] {
    try rows("SELECT tag_id FROM listing_tag WHERE fid = ?1", fid) {
      try StoredRow($0, of: "listing_tag", fid).reference(0, in: StoredRange.number)
    }
  }

  /// Listings with ids and reasons, the largest share of the score first.
  func recommendations(_ scored: [ScoreBoard.Scored], _ parts: [Int32: TasteParts]) throws -> [Recommendation] {
    var ids: [Int: String] = [:]
    func known(_ fid: Int) throws -> String? {
      if let id = ids[fid] { return id }
      ids[fid] = try id(ofRow: fid)
      return ids[fid]
    }
    return try scored.compactMap { scored in
      guard let id = try id(ofRow: Int(scored.listing)), let parts = parts[scored.listing] else { return nil }
      var reasons = try parts.likings.compactMap { part in
        try known(part.listing).map {
          Recommendation.Reason(source: .listing(id: $0), score: Double(part.weight))
        }
      }
      if parts.friendCount > 0 {
        reasons.append(.init(source: .friends(count: parts.friendCount), score: Double(parts.friends)))
      }
      let taste = scored.score - parts.sum
      if taste > 1e-6 { reasons.append(.init(source: .category, score: Double(taste))) }
      return Recommendation(
        listing: id, score: reasons.reduce(0) { $0 + $1.score },
        reasons: reasons.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(
          \.element))
    }
  }

  /// Adds what most members like, near `place` or near what the member likes most, until there are enough.
  func addPopular(
    to found: inout [Recommendation], _ taste: MemberTaste, near place: Coordinate?, limit: Int
  ) throws {
    let known = Set(taste.likings.map(\.listing) + taste.rejected)
    var told = Set(found.map(\.listing))
    let origin = try place ?? taste.favourite.flatMap(coordinate)
    for (fid, score) in try popular(near: origin, limit: limit + known.count + told.count) where !known.contains(fid) {
      guard found.count < limit else { return }
      guard let id = try id(ofRow: fid), told.insert(id).inserted else { continue }
      found.append(
        Recommendation(listing: id, score: score, reasons: [.init(source: .popularity, score: score)]))
    }
  }

  private func coordinate(ofRow fid: Int) throws -> Coordinate? {
    try first("SELECT geom FROM listing WHERE fid = ?1", fid) { GeometryBlob.decode($0.bytes(0)) } ?? nil
  }

  /// The most popular listings; near a coordinate the number of supporters is divided by 1 + the distance in
  /// kilometers.
  private func popular(near origin: Coordinate?, limit: Int) throws -> [(fid: Int, score: Double)] {
    guard let origin else { return try popularAnywhere(limit: limit) }
    for degrees in [0.1, 1.0, 10.0] {
      let found = try popular(near: origin, within: degrees)
      if found.count >= limit { return Array(found.prefix(limit)) }
    }
    let near = try popular(near: origin, within: 10)
    let seen = Set(near.map(\.fid))
    return near + (try popularAnywhere(limit: limit + near.count).filter { !seen.contains($0.fid) }.map { ($0.fid, 0) })
  }

  private func popularAnywhere(limit: Int) throws -> [(fid: Int, score: Double)] {
    let rows = try rows("SELECT fid, admirers FROM affinity ORDER BY admirers DESC, fid LIMIT ?1", limit) {
      (fid: $0.int(0), admirers: $0.double(1))
    }
    let most = max(1, rows.first?.admirers ?? 1)
    return rows.map { (fid: $0.fid, score: $0.admirers / most) }
  }

  /// In a box of `degrees` to each side; anything beyond the antimeridian is ignored.
  private func popular(near origin: Coordinate, within degrees: Double) throws -> [(fid: Int, score: Double)] {
    let found = try rows(
      """
      SELECT a.fid, a.admirers, l.geom FROM rtree_listing_geom r JOIN affinity a ON a.fid = r.id JOIN listing l ON l.fid = r.id
      WHERE r.minx <= ?1 AND r.maxx >= ?2 AND r.miny <= ?3 AND r.maxy >= ?4
      """, origin.longitude + degrees, origin.longitude - degrees, origin.latitude + degrees, origin.latitude - degrees
    ) { row -> (fid: Int, score: Double)? in
      guard let coordinate = GeometryBlob.decode(row.bytes(2)) else { return nil }
      let kilometers = Metric.sphere.meters(from: origin, to: coordinate) / 1000
      return (fid: row.int(0), score: (row.double(1) + 0.01) / (1 + kilometers))
    }
    return found.compactMap { $0 }.sorted { ($1.score, $0.fid) < ($0.score, $1.fid) }
  }
}
