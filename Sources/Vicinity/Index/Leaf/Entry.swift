import CPrefetch
import Foundation
import Geography

/// One listing on a leaf, with the values for filters and ranking.
struct Entry {
  let leaf: Leaf
  private let position: Int32
  /// The index of the picked occurrence in `SearchScratch.occurrences`, from 1; 0 for the listing's own times.
  let occurrence: Int32

  init(leaf: Leaf, index: Int, occurrence: Int = 0) {
    self.leaf = leaf
    position = Int32(truncatingIfNeeded: index)
    self.occurrence = Int32(clamping: occurrence)
  }

  var index: Int { Int(position) }
  var row: UInt32 { leaf.fids[index] }
  var fid: Int64 { Int64(row) }
  var coordinate: Coordinate { Coordinate(latitude: leaf.latitudes[index], longitude: leaf.longitudes[index]) }
  var price: Double { leaf.prices[index] }
  var rating: Double { leaf.ratings[index] }
  var votes: Int { Int(leaf.votes[index]) }
  var schedule: Int32 { leaf.schedules[index] }
  var zone: Int32 { Int32(leaf.zones[index]) }

  var kind: Kind {
    let shape = leaf.shape
    return index < shape.firstEvent ? .bar : index < shape.firstCouch ? .event : .couch
  }

  /// The first time of the event, as in its source; unknown for other kinds.
  var ownTimes: OccurrenceTimes {
    guard kind == .event else { return OccurrenceTimes(starts: .max, ends: .min) }
    let event = index - leaf.shape.firstEvent
    return OccurrenceTimes(starts: leaf.starts[event], ends: leaf.ends[event])
  }

  /// Whether it is an event with a recurrence.
  var recurs: Bool { leaf.recurring.contains(index) }
  /// Whether it is an event that was cancelled or postponed, and so does not take place at its times.
  var isOff: Bool { leaf.off.contains(index) }
  /// Whether it is not in business.
  var isClosed: Bool { leaf.closed.contains(index) }

  /// The byte of a field that is stored as a byte; 0 without a value.
  func code(_ place: Int) -> UInt8 { leaf.codes(place)[index] }
  /// For couches, if known.
  var guests: Int? { couch.flatMap { leaf.guests[$0] == 0 ? nil : Int(leaf.guests[$0]) } }
  var minNights: Int? { couch.flatMap { leaf.minNights[$0] == 0 ? nil : Int(leaf.minNights[$0]) } }
  var maxNights: Int? { couch.flatMap { leaf.maxNights[$0] == .max ? nil : Int(leaf.maxNights[$0]) } }
  private var couch: Int? { kind == .couch ? index - leaf.shape.firstCouch : nil }

  /// Taken nights, ascending and disjoint; for couches only.
  var nights: UnsafeBufferPointer<NightRange> {
    kind == .couch ? leaf.nights(ofCouch: index - leaf.shape.firstCouch) : UnsafeBufferPointer(start: nil, count: 0)
  }

  /// The terms of a couch, including its own limits on the number of nights.
  var terms: StayTerms {
    var terms = hasTerms ? leaf.terms(at: index) : StayTerms()
    if let couch { (terms.minNights, terms.maxNights) = (leaf.minNights[couch], leaf.maxNights[couch]) }
    return terms
  }

  /// Whether it is a couch with nightly rates or notice.
  var hasTerms: Bool { leaf.withTerms.contains(index) }

  /// Prefetches the data that an answer shows, in three steps: each needs the data of the previous one.
  func prefetch(step: Int) {
    switch step {
    case 0: prefetch_line(leaf.base)
    case 1:
      prefetch_line(leaf.latitudes + index)
      prefetch_line(leaf.longitudes + index)
      prefetch_line(leaf.base + leaf.shape.idEnds + 4 * index)
    default: prefetch_line(idBytes.baseAddress)
    }
  }

  /// Whether its id sorts before that of another one.
  func hasLesserId(than other: Entry) -> Bool {
    let (own, others) = (idBytes, other.idBytes)
    guard let start = own.baseAddress, let otherStart = others.baseAddress else { return own.count < others.count }
    let order = memcmp(start, otherStart, min(own.count, others.count))
    return order == 0 ? own.count < others.count : order < 0
  }

  /// UTF-8 of the id.
  var idBytes: UnsafeBufferPointer<UInt8> { leaf.id(index) }
  var id: String {
    let bytes = idBytes
    return String(decoding: bytes, as: UTF8.self)
  }
}
