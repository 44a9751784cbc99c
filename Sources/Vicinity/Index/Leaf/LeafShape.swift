/// The offsets of a leaf's columns in its memory.
///
/// Widest elements first, so that all are aligned. Columns of a single kind only have elements for that kind.
struct LeafShape {
  /// Listings on the leaf; bars first, then events, then couches.
  var count: Int32 = 0
  /// The numbers of bars and events.
  var bars: Int32 = 0
  var events: Int32 = 0
  /// Distinct tags on the leaf.
  var tags: Int32 = 0
  /// The number of ranges of taken nights of all couches.
  var nights: Int32 = 0
  /// The total size of all ids in bytes.
  var idBytes: Int32 = 0

  /// The size of the header in bytes.
  static let header = 128
  /// The offsets in the header, which begins with the shape.
  enum Header {
    /// Addresses of values that are read later; 0 until then.
    static let (names, columns, events) = (24, 96, 120)
    static let box = 32
    /// Sets of entries.
    static let (off, recurring, withTerms, closed) = (64, 72, 80, 112)
    /// The address of the terms of couches; 0 without any.
    static let terms = 88
    static let node = 104
  }
  /// Bytes after the last column, so that vectors may be read beyond the end of a column.
  static let padding = 64

  @inline(__always) var n: Int { Int(count) }
  @inline(__always) var couches: Int { Int(count - bars - events) }
  @inline(__always) var firstEvent: Int { Int(bars) }
  @inline(__always) var firstCouch: Int { Int(bars + events) }

  // Eight bytes each.
  @inline(__always) var latitudes: Int { Self.header }
  @inline(__always) var longitudes: Int { latitudes + 8 * n }
  @inline(__always) var prices: Int { longitudes + 8 * n }
  @inline(__always) var ratings: Int { prices + 8 * n }
  @inline(__always) var starts: Int { ratings + 8 * n }
  @inline(__always) var ends: Int { starts + 8 * Int(events) }
  @inline(__always) var tagMasks: Int { ends + 8 * Int(events) }
  @inline(__always) var nightRanges: Int { tagMasks + 8 * Int(tags) }
  // Four bytes each.
  @inline(__always) var fids: Int { nightRanges + 8 * Int(nights) }
  @inline(__always) var votes: Int { fids + 4 * n }
  @inline(__always) var schedules: Int { votes + 4 * n }
  @inline(__always) var idEnds: Int { schedules + 4 * n }
  @inline(__always) var tagNumbers: Int { idEnds + 4 * n }
  @inline(__always) var guests: Int { tagNumbers + 4 * Int(tags) }
  @inline(__always) var minNights: Int { guests + 4 * couches }
  @inline(__always) var maxNights: Int { minNights + 4 * couches }
  @inline(__always) var nightEnds: Int { maxNights + 4 * couches }
  // Two bytes each.
  @inline(__always) var zones: Int { nightEnds + 4 * couches }
  @inline(__always) var currencies: Int { zones + 2 * n }
  // Single bytes.
  @inline(__always) var ids: Int { currencies + 2 * n }
  /// One column after the other for each of `Field.coded`.
  @inline(__always) var codes: Int { ids + Int(idBytes) }

  @inline(__always) var byRow: Int { codes + Field.coded.count * n }

  /// The total size in bytes.
  var byteCount: Int { byRow + n + Self.padding }
}
