import CivilTime
import TestSupport
import VicinityLab

@testable import Vicinity

/// The times at which listings were added, over the last four weeks.
struct AddedTimes {
  let all: [Listing.ID: Instant]
  private let instants: [Instant]

  /// Saves listings in batches, each at a time of its own.
  init(saving listings: [Listing], to catalog: Catalog, _ random: inout SplitMix64) throws {
    var all: [Listing.ID: Instant] = [:]
    for part in stride(from: 0, to: listings.count, by: 20) {
      let batch = listings[part..<min(part + 20, listings.count)]
      let instant = Self.instant(&random)
      try catalog.save(Array(batch), source: "test", at: instant)
      for listing in batch { all[listing.id] = instant }
    }
    self.all = all
    instants = Set(all.values).sorted()
  }

  /// A full hour, so that spans meet it exactly.
  static func instant(_ random: inout SplitMix64) -> Instant {
    SeededWorld.now + -3600 * Int64(SeededWorld.pick(28 * 24, &random))
  }

  /// The time of a batch, or one close to it.
  func since(_ random: inout SplitMix64) -> Query.Since {
    let instant = instants[SeededWorld.pick(instants.count, &random)]
    switch SeededWorld.pick(4, &random) {
    case 0: return .instant(instant + Int64(SeededWorld.pick(2, &random)))
    case 1: return .ago(hours: Int((SeededWorld.now.secondsSince1970 - instant.secondsSince1970) / 3600))
    case 2: return .ago(hours: 24 * SeededWorld.pick(30, &random))
    default: return .local(LocalDateTime(date: Zone.utc.localDateTime(at: instant).date, secondOfDay: 0))
    }
  }
}
