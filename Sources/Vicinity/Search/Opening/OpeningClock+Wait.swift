import CivilTime
import Hours

extension OpeningClock {
  /// Seconds from the arrival until the requested visit can begin, up to a week, regardless of the query's maximum
  /// wait.
  ///
  /// - Parameter distance: the travel distance in meters, as for `verdict`.
  /// - Returns: nil when it cannot begin within a week, when unknown, or when the query has a time span.
  func wait(of entry: Entry, for opening: Query.Opening, distance: Double) throws -> Int64? {
    guard opening.until == nil, opening.sometime == nil, opening.unknown != .only, var visit = try visit(opening, entry)
    else { return nil }
    visit.arrival = visit.arrival + 60 * minutes(for: distance)
    visit.wait = 60 * Int64(Query.Opening.longestTime)
    return try beginning(of: visit, at: entry, orUnknown: opening.unknown == .keep).map { $0 - visit.arrival }
  }

  /// The instant at which a listing's state is shown: the first at which it is open in the requested window, else that
  /// of the query.
  func shownMoment(of entry: Entry, for opening: Query.Opening) throws -> Query.Moment {
    guard opening.sometime != nil, let visit = try visit(opening, entry) else { return opening.at }
    return .instant(try beginning(of: visit, at: entry, orUnknown: opening.unknown != .drop) ?? visit.arrival)
  }

  /// The earliest start of a visit; nil when it cannot begin within its wait.
  private func beginning(of visit: Visit, at entry: Entry, orUnknown: Bool) throws -> Instant? {
    switch entry.kind {
    case .couch: return nil
    case .event:
      let times = scratch.times(of: entry)
      guard !entry.isOff, let starts = times.start else { return nil }
      return visit.begins(in: starts..<max(starts, times.end ?? starts))
    case .bar where entry.isClosed: return nil
    case .bar: return try numbers.schedule(of: entry)?.beginning(of: visit, orUnknown: orUnknown)
    }
  }
}

extension Schedule {
  /// The earliest start of a visit; nil when it cannot begin within its wait.
  ///
  /// - Parameter orUnknown: whether unknown states count as open.
  fileprivate func beginning(of visit: Visit, orUnknown: Bool) -> Instant? {
    var stretch: Range<Instant>?
    for interval in intervals(in: visit.arrival..<(visit.arrival + visit.length)) {
      // An open end has an unknown length, so it counts only for a single instant.
      guard interval.state == .open || orUnknown || (visit.stay == 0 && interval.isOpenEnd) else {
        stretch = nil
        continue
      }
      let joined = Visit.joined(stretch, interval.range)
      stretch = joined
      if let beginning = visit.begins(in: joined) { return beginning }
    }
    return nil
  }
}
