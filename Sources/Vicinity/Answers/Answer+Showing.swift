import CivilTime
import Geography

extension Answer {
  /// An answer that shows all fields of one listing, for the writers.
  public init(showing listing: Listing, at now: Instant) {
    let shown = listing.occurrence(at: now)
    let match = Match(listing, starts: shown?.starts, ends: shown?.ends)
    self.init(matches: [match], fields: Field.withoutQuestion, now: now)
  }

  /// An answer that contains whole listings for an export: events at the times from which they recur.
  ///
  /// - Parameter own: the custom fields to write.
  package init(exporting listings: [Listing], fields: [Field], own: [String], at now: Instant) {
    let matches = listings.map { Match($0, starts: $0.starts, ends: $0.ends) }
    self.init(matches: matches, fields: fields, ownFields: own, now: now)
  }
}

extension Match {
  /// A listing at a time.
  fileprivate init(_ listing: Listing, starts: Instant?, ends: Instant?) {
    self.init(id: listing.id, kind: listing.kind, coordinate: listing.coordinate, record: Match.Record(listing))
    times = Times(starts: starts, ends: ends, zone: listing.timeZone.flatMap(Zone.init(identifier:)))
  }
}
