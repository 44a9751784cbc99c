extension SearchWorker {
  /// The availability calendar of a couch, cached until a listing changes.
  /// - Throws: `CatalogError.unknownListing` without similar ids, or `unsuitable` for listings that are not couches.
  func calendar(of id: String, in snapshot: IndexSnapshot) throws -> AvailabilityCalendar {
    calendars.follow(snapshot.since.any)
    if let calendar = calendars.known[id] { return calendar }
    let calendar = try readCalendar(of: id)
    calendars.keep(calendar)
    return calendar
  }

  /// Calendars of one version of the catalog.
  struct Calendars {
    private(set) var known: [String: AvailabilityCalendar] = [:]
    private var version: CatalogVersion?
    private var stretches = 0

    /// The maximum number of cached ranges of nights, about 40 bytes each; the cache is cleared beyond it.
    private static let mostStretches = 200_000

    mutating func follow(_ version: CatalogVersion) {
      guard self.version != version else { return }
      self = Calendars()
      self.version = version
    }

    mutating func keep(_ calendar: AvailabilityCalendar) {
      if stretches > Self.mostStretches { (known, stretches) = ([:], 0) }
      known[calendar.listing] = calendar
      stretches += calendar.taken.count + calendar.busy.count + 2 * calendar.rates.count + 8
    }
  }
}
