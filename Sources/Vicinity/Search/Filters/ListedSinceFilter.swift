import CivilTime

/// Keeps listings that were added to the catalog at or after a time.
struct ListedSinceFilter: ListingFilter {
  private let since: Query.Since
  private let now: Instant
  private let own: OwnFields
  private let numbers: DictionaryCache.Reader

  /// - Parameter own: reads the column of times.
  init(_ since: Query.Since, now: Instant, _ own: OwnFields, _ numbers: DictionaryCache.Reader) {
    (self.since, self.now, self.own, self.numbers) = (since, now, own, numbers)
  }

  var columns: [LeafColumn.Source] { [.added] }

  func narrow(_ entries: inout EntrySet, of leaf: Leaf) throws {
    guard !entries.isEmpty else { return }
    let times = try own.column(.added, of: leaf).numbers
    // An unknown time is NaN, for which every comparison is false.
    if case .local = since {
      try entries.keep { position in
        let zone = try numbers.zone(Int32(leaf.zones[position])) ?? .utc
        return times[position] >= least(in: zone)
      }
    } else {
      let least = least(in: .utc)
      entries.keep { times[$0] >= least }
    }
  }

  private func least(in zone: Zone) -> Double { Double(since.instant(in: zone, now: now).secondsSince1970) }
}
