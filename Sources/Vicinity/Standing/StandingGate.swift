import Geography

/// The values of a listing that gates test, at one place.
struct StandingFacts {
  var kind: Kind
  /// The maximum number of guests of a couch; the greatest number for other kinds.
  var guests: UInt16
  var latitude: Float
  var longitude: Float
  /// Major units; NaN if unknown.
  var price: Float
  /// NaN if unrated.
  var rating: Float
  /// Bits of the tags, and of the beginnings of the words; see `StandingMarks`.
  var tags: UInt64
  var words: SIMD2<UInt64>
  /// Whether only queries with a caller are wanted: few members may know this location.
  var isForCallers = false
}

/// A quick test of one standing query in one of its places: true for every listing of a wanted kind that matches, and
/// for some others.
///
/// Kept in one array per kind and cell of the map, in which a search reads all of them one after the other: 80 bytes
/// each.
struct StandingGate {
  /// The slot of the query.
  var number: UInt32
  var hasCaller: Bool
  var guests: UInt16
  /// Rounded outward, and without crossing the antimeridian.
  var south: Float
  var west: Float
  var north: Float
  var east: Float
  /// Rounded outward; a listing without a price passes only if none is asked for: `leastPrice` is NaN then.
  var leastPrice: Float
  var greatestPrice: Float
  /// NaN if no rating is asked for.
  var leastRating: Float
  /// The marks of tags that are all required.
  var allTags: UInt64
  /// The marks of tags: one is required; 0 for no condition.
  var anyTags: UInt64
  /// The marks of words: one is required; zero for no condition.
  var words: SIMD2<UInt64>

  @inline(__always)
  func passes(_ facts: StandingFacts) -> Bool {
    south <= facts.latitude && facts.latitude <= north && west <= facts.longitude
      && facts.longitude <= east && allTags & ~facts.tags == 0 && (anyTags == 0 || anyTags & facts.tags != 0)
      && (words == .zero || words & facts.words != .zero) && guests <= facts.guests
      && (leastPrice.isNaN || (leastPrice <= facts.price && facts.price <= greatestPrice))
      && (leastRating.isNaN || leastRating <= facts.rating) && (hasCaller || !facts.isForCallers)
  }
}

extension StandingGate {
  /// The gate of a query anywhere.
  init(_ query: Query, _ plan: Plan, text: StandingText?) {
    number = 0
    hasCaller = query.caller != nil
    guests = UInt16(clamping: query.stay?.guests ?? 1)
    (south, west, north, east) = (-90, -180, 90, 180)
    let price = query.price.flatMap { $0.asksForAmount ? $0 : nil }
    leastPrice = price.map { Float($0.min ?? 0).nextDown } ?? .nan
    greatestPrice = price.map { Float($0.max ?? .infinity).nextUp } ?? .nan
    leastRating = query.rating.map { Float($0.min ?? 0).nextDown } ?? .nan
    allTags = StandingMarks.tags(plan.filter.tags.all)
    anyTags = StandingMarks.tags(plan.filter.tags.any)
    words = text?.marks ?? .zero
  }

  /// The same gate in a window.
  func placed(in window: BoundingBox) -> StandingGate {
    var gate = self
    (gate.south, gate.west) = (Float(window.south).nextDown, Float(window.west).nextDown)
    (gate.north, gate.east) = (Float(window.north).nextUp, Float(window.east).nextUp)
    return gate
  }
}

/// Bits by which sets of tags and words are compared: two texts may share one, so that a set with all bits of another
/// may still lack some of its texts, but never the reverse.
enum StandingMarks {
  static func tags(_ tags: some Sequence<String>) -> UInt64 {
    tags.reduce(0) { $0 | 1 << (hash($1.utf8) & 63) }
  }

  /// The mark of a word by its first three bytes.
  static func word(_ word: some Sequence<UInt8>) -> SIMD2<UInt64> {
    let bit = hash(word.prefix(prefixLength)) & 127
    return bit < 64 ? SIMD2(1 << bit, 0) : SIMD2(0, 1 << (bit - 64))
  }

  /// The length of the prefix by which a word is marked.
  static let prefixLength = 3

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // The lowest bits of the product depend only on the lowest bits of the bytes.
    return hash ^ hash >> 32
  }
}
