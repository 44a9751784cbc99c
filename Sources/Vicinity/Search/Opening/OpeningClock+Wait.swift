import CivilTime
import Hours

extension OpeningClock {
  /// Seconds from the arrival until the requested visit can begin, up to a week, regardless of the query's maximum
  /// wait.
  ///
  /// - Parameter distance: the travel distance in meters, as for `verdict`.
  /// - Returns: nil when it cannot begin within a week, when unknown, or when the query asks about a time span.
  func wait(of entry: Entry, for opening: Query.Opening, distance: Double) throws -> Int64? {
    guard opening.until == nil, opening.unknown != .only, var visit = try visit(opening, entry) else { return nil }
    visit.arrival = visit.arrival + 60 * minutes(for: distance)
    visit.wait = 60 * Int64(Query.Opening.longestTime)
    switch entry.kind {
    case .couch: return nil
    case .event:
      let times = scratch.times(of: entry)
      guard !entry.isOff, let starts = times.start else { return nil }
      return visit.begins(in: starts..<max(starts, times.end ?? starts)).map { $0 - visit.arrival }
    case .bar:
      guard let schedule = try numbers.schedule(of: entry) else { return nil }
      return visit.beginning(in: schedule, orUnknown: opening.unknown == .keep).map { $0 - visit.arrival }
    }
  }
}

extension Visit {
  /// The earliest start of the visit; nil when it cannot begin within the wait.
  ///
  /// - Parameter orUnknown: whether unknown states count as open.
  func beginning(in schedule: Schedule, orUnknown: Bool) -> Instant? {
    var stretch: Range<Instant>?
    for interval in schedule.intervals(in: arrival..<(arrival + (wait + max(stay, 1)))) {
      // An open end has an unknown length, so it counts only for a single instant.
      guard interval.state == .open || orUnknown || (stay == 0 && interval.isOpenEnd) else {
        stretch = nil
        continue
      }
      let joined = Self.joined(stretch, interval.range)
      stretch = joined
      if let beginning = begins(in: joined) { return beginning }
    }
    return nil
  }
}
