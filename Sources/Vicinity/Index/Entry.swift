import CPrefetch

/// One listing on a leaf: what filters test and ranking compares.
struct Entry {
  let leaf: Leaf
  let index: Int

  var fid: Int64 { Int64(leaf.fids[index]) }
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

  /// Unix seconds; `Int64.max` for what is no event or has no start.
  var starts: Int64 { kind == .event ? leaf.starts[index - leaf.shape.firstEvent] : .max }
  /// Unix seconds; `Int64.min` for what is no event or has no known end.
  var ends: Int64 { kind == .event ? leaf.ends[index - leaf.shape.firstEvent] : .min }
  var start: Instant? { starts == .max ? nil : Instant(secondsSince1970: starts) }
  var end: Instant? { ends == .min ? nil : Instant(secondsSince1970: ends) }

  var priceLevel: Int? { leaf.priceLevels[index] == 0 ? nil : Int(leaf.priceLevels[index]) }
  /// Of couches, where they are known.
  var guests: Int? { couch.flatMap { leaf.guests[$0] == 0 ? nil : Int(leaf.guests[$0]) } }
  var minNights: Int? { couch.flatMap { leaf.minNights[$0] == 0 ? nil : Int(leaf.minNights[$0]) } }
  var maxNights: Int? { couch.flatMap { leaf.maxNights[$0] == .max ? nil : Int(leaf.maxNights[$0]) } }
  private var couch: Int? { kind == .couch ? index - leaf.shape.firstCouch : nil }

  /// Nights taken, ascending and disjoint; of couches only.
  var nights: UnsafeBufferPointer<NightRange> {
    kind == .couch ? leaf.nights(ofCouch: index - leaf.shape.firstCouch) : UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Asks for what an answer tells of every match, in three steps, each of which needs what the one before has brought.
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

  /// UTF-8 of the id.
  var idBytes: UnsafeBufferPointer<UInt8> { leaf.id(index) }
  var id: String {
    let bytes = idBytes
    return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
  }
}
