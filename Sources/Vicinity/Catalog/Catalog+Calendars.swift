import CivilTime

extension Catalog {
  /// The nights that are taken on a couch and by what, and what its host asks of a stay.
  ///
  /// Remembered until the catalog changes, so that asking for many stays of the same couches costs about a microsecond each.
  /// - Throws: `CatalogError.unknownListing`, or `unsuitable` for what is no couch.
  public func calendar(of couch: String) throws -> CouchCalendar {
    do {
      return try read { worker, snapshot, _ in try worker.calendar(of: couch, in: snapshot) }
    } catch CatalogError.unknownListing(let id, _) {
      throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
    }
  }

  /// The calendars of many couches, all of one version of the catalog, in the order asked for; nil for an id that no couch has.
  public func calendars(of couches: [String]) throws -> [CouchCalendar?] {
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

  /// The first stay of so many nights that can be had on a couch from a date on.
  ///
  /// - Parameter now: when it would be booked.
  /// - Returns: nil when the couch takes no stay of that length or with so many guests.
  public func nextWindow(of count: Int, on couch: String, from date: LocalDate, guests: Int = 1, at now: Instant)
    throws -> Nights?
  {
    try calendar(of: couch).nextWindow(of: count, from: date, guests: guests, at: now)
  }
}
