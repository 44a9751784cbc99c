import CivilTime
import Geography

extension Catalog {
  /// A member's favorites: nearest first with an `origin`, else newest first.
  ///
  /// - Parameters:
  ///   - member: whose favorites.
  ///   - origin: the origin of distances; without it there are none.
  ///   - now: selects the current or next occurrence of recurring events.
  public func favorites(
    of member: String, from origin: Coordinate? = nil, at now: Instant
  ) throws -> [MemberList.Favorite] {
    let favorites = try read { worker, _, _ in
      try worker.favorites(of: member).map { listing, since -> MemberList.Favorite in
        let shown = listing.occurrence(at: now)
        return MemberList.Favorite(
          listing: listing, starts: shown?.starts, ends: shown?.ends, since: since,
          distanceMeters: origin?.meters(to: listing))
      }
    }
    return favorites.sorted {
      ($0.distanceMeters ?? 0, $1.since, $0.listing.id) < ($1.distanceMeters ?? 0, $0.since, $1.listing.id)
    }
  }

  /// The favorites of a member that can be visited today: events that take place, and bars that are open at some time
  /// of the day, in the local time of each place; earliest first. Cancelled and postponed events are left out.
  ///
  /// - Parameters:
  ///   - member: whose favorites.
  ///   - origin: the origin of distances; without it there are none.
  ///   - now: an instant of the day.
  public func favoritesToday(
    of member: String, from origin: Coordinate? = nil, at now: Instant
  ) throws -> [MemberList.Today] {
    let rows = try read { worker, _, _ in
      try worker.favorites(of: member).compactMap { listing, _ in
        try worker.times(of: listing, on: now).map { times in
          MemberList.Today(
            listing: listing, from: times.from, to: times.to, distanceMeters: origin?.meters(to: listing))
        }
      }
    }
    return rows.sorted { ($0.from, $0.listing.id) < ($1.from, $1.listing.id) }
  }

  /// The events that a member has joined or waits for: future ones in chronological order, then past ones, the latest
  /// first.
  public func joinedEvents(of member: String, at now: Instant) throws -> [MemberList.Joined] {
    let rows = try read { worker, _, _ in try worker.joined(member, at: now) }
    let (past, coming) = (rows.filter(\.isOver), rows.filter { !$0.isOver })
    return coming + past.reversed()
  }

  /// The listings of a host with their pending requests, by id.
  public func hosted(by member: String, at now: Instant) throws -> [MemberList.Hosted] {
    try read { worker, _, _ in
      try worker.rowsHosted(by: member).compactMap { fid in try worker.hosted(fid, at: now) }
    }
  }

  /// The rating of a host over all listings.
  public func hostRating(of member: String) throws -> HostRating {
    try read { worker, _, _ in
      let told = try worker.rows(
        """
        SELECT l.rating, l.rating_count FROM listing_detail d JOIN listing l ON l.fid = d.fid WHERE d.host = ?1
        """, member
      ) { RatingSums.SourceRating(rating: $0.optionalDouble(0), count: $0.optionalInt(1)) }
      let votes = told.reduce(0) { $0 + $1.votes }
      let sum = told.reduce(0.0) { $0 + ($1.rating ?? 0) * Double($1.votes) }
      let mean = votes > 0 ? sum / Double(votes) : nil
      let prior = try worker.first("SELECT value FROM catalog_statistic WHERE name = 'rating_mean'") { $0.double(0) }
      return HostRating(
        member: member, listings: told.count, votes: votes, mean: mean,
        voteAwareMean: mean.map { VoteAwareMean(prior: prior ?? $0).mean(rating: $0, votes: votes) })
    }
  }

  /// The past events of others at which a member had a place and which the member has not rated; the latest first.
  public func eventsToRate(by member: String, at now: Instant) throws -> [MemberList.ToRate] {
    let rated = try read { worker, _, _ in
      Set(try worker.rows("SELECT fid FROM rating WHERE member = ?1", member) { $0.int(0) })
    }
    let attended = try read { worker, _, _ in
      try worker.joined(member, at: now).filter { row in
        guard row.wasThere, row.listing.host != member else { return false }
        return try worker.number(of: row.listing.id).map { !rated.contains($0) } ?? false
      }
    }
    var seen: Set<String> = []
    return attended.reversed().filter { seen.insert($0.listing.id).inserted }.map {
      MemberList.ToRate(listing: $0.listing, starts: $0.attendance.starts)
    }
  }

  /// The listings that a member has rated; the latest first.
  ///
  /// - Parameters:
  ///   - member: the member.
  ///   - id: only this listing; nil for all.
  public func ratings(by member: String, of id: String? = nil) throws -> [MemberList.Rated] {
    try read { worker, _, _ in
      try worker.rows(
        """
        SELECT fid FROM rating WHERE member = ?1 AND (?2 IS NULL OR fid = (SELECT fid FROM listing WHERE id = ?2))
        ORDER BY at DESC, rating_id DESC
        """, member, id, body: { $0.int(0) }
      ).compactMap { fid in
        guard let listing = try worker.record(fid),
          let review = try worker.reviews(of: fid, by: member, limit: 1).first
        else { return nil }
        return MemberList.Rated(listing: listing, review: review)
      }
    }
  }

  /// The reviews of a listing by members.
  ///
  /// - Parameters:
  ///   - id: the listing.
  ///   - limit: the maximum number of reviews, newest first.
  /// - Throws: `CatalogError.unknownListing`.
  public func reviews(of id: String, limit: Int = 100) throws -> Reviews {
    do {
      return try read { worker, _, _ in
        let listing = try RecordedListing(id: id, in: worker)
        return Reviews(
          summary: try RatingSummary(of: listing, in: worker),
          reviews: try worker.reviews(of: listing.fid, limit: max(0, limit)))
      }
    } catch { throw try helpful(error) }
  }
}

extension Catalog {
  /// The review of a listing by one member; nil when there is none.
  ///
  /// - Throws: `CatalogError.unknownListing`.
  public func review(of id: String, by member: String) throws -> MemberList.Review? {
    do {
      return try read { worker, _, _ in
        let listing = try RecordedListing(id: id, in: worker)
        return try worker.reviews(of: listing.fid, by: member, limit: 1).first
      }
    } catch { throw try helpful(error) }
  }
}

extension MemberList.Joined {
  /// Whether the member had a place at an event that took place and is over.
  var wasThere: Bool { isOver && !isCancelled && attendance.status == .joined }
}

extension Coordinate {
  fileprivate func meters(to listing: Listing) -> Double { Metric.wgs84.meters(from: self, to: listing.coordinate) }
}
