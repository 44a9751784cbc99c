import CivilTime

extension Catalog {
  /// The availability calendar of a couch: taken nights with their reasons, and the rules of its host.
  ///
  /// Cached until the catalog changes, so that checking many stays of the same couches costs about a microsecond each.
  /// - Throws: `CatalogError.unknownListing`, or `unsuitable` for listings that are not couches.
  public func calendar(of couch: String) throws -> AvailabilityCalendar {
    do {
      return try read { worker, snapshot, _ in try worker.calendar(of: couch, in: snapshot) }
    } catch CatalogError.unknownListing(let id, _) {
      throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
    }
  }

  /// The calendars of many couches, all of one version of the catalog, in the order requested; nil for an unknown id.
  public func calendars(of couches: [String]) throws -> [AvailabilityCalendar?] {
    try read { worker, snapshot, _ in
      try couches.map { couch in
        do { return try worker.calendar(of: couch, in: snapshot) } catch CatalogError.unknownListing {
          return nil
        } catch CatalogError.unsuitable {
          return nil
        }
      }
    }
  }

  /// The first free stay of `count` nights on a couch from a date on.
  ///
  /// - Parameters:
  ///   - count: how many nights, 1 to `AvailabilityCalendar.longestStay`.
  ///   - couch: the id of the couch.
  ///   - date: the earliest arrival.
  ///   - guests: how many people, at least 1.
  ///   - now: the time of booking.
  /// - Returns: nil when the couch accepts no stay of that length or with that many guests.
  public func nextWindow(of count: Int, on couch: String, from date: LocalDate, guests: Int = 1, at now: Instant)
    throws -> Nights?
  {
    try calendar(of: couch).nextWindow(of: count, from: date, guests: guests, at: now)
  }
}
