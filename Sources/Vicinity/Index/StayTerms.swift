/// The terms of a couch's stays besides its own limits on the number of nights; stored in a table of its leaf if there
/// are any.
///
/// The table: for each such couch, in order, its notice and the end of its arrivals, then all arrivals.
struct StayTerms {
  /// Nights with other limits on the length of a stay that arrives then; 0 for no difference.
  struct Arrivals {
    var from: Int32
    var to: Int32
    var minNights: Int32
    var maxNights: Int32
  }

  /// The notice of a couch and the end of its arrivals.
  private struct Head {
    var notice: Int32
    var end: Int32
  }

  /// Days between booking and arrival; -1 for none.
  private(set) var notice: Int32 = -1
  /// Ascending and disjoint.
  private(set) var arrivals = UnsafeBufferPointer<Arrivals>(start: nil, count: 0)

  /// The limits on other days.
  var minNights: Int32 = 0
  var maxNights = Int32.max

  init() {}

  /// The terms of one of `count` couches.
  init(in table: UnsafeRawPointer, at position: Int, of count: Int) {
    let heads = table.assumingMemoryBound(to: Head.self)
    let start = position == 0 ? 0 : Int(heads[position - 1].end)
    notice = heads[position].notice
    let all = (table + count * MemoryLayout<Head>.stride).assumingMemoryBound(to: Arrivals.self)
    arrivals = UnsafeBufferPointer(start: all + start, count: Int(heads[position].end) - start)
  }

  /// The rate of arrivals on a day; nil without special terms.
  func arrivals(on day: Int32) -> Arrivals? {
    let index = arrivals.partitioningIndex { $0.to > day }
    return index < arrivals.count && arrivals[index].from <= day ? arrivals[index] : nil
  }

  /// Whether a stay of a number of nights may arrive on a day.
  func allow(_ count: Int32, arrivingOn day: Int32) -> Bool {
    let rate = arrivals.isEmpty ? nil : arrivals(on: day)
    let (least, most) = (rate?.minNights ?? 0, rate?.maxNights ?? 0)
    return count >= (least > 0 ? least : minNights) && count <= (most > 0 ? most : maxNights)
  }

  /// Lays out the terms of couches in an arena.
  static func table(_ terms: [(notice: Int32, arrivals: ArraySlice<Arrivals>)], in arena: PageArena) -> UnsafeRawPointer
  {
    let heads = terms.count * MemoryLayout<Head>.stride
    let count = terms.reduce(0) { $0 + $1.arrivals.count }
    let table = arena.allocate(byteCount: heads + count * MemoryLayout<Arrivals>.stride)
    var end = 0
    for (position, couch) in terms.enumerated() {
      for arrivals in couch.arrivals {
        table.storeBytes(
          of: arrivals, toByteOffset: heads + end * MemoryLayout<Arrivals>.stride, as: Arrivals.self)
        end += 1
      }
      let head = Head(notice: couch.notice, end: Int32(end))
      table.storeBytes(of: head, toByteOffset: position * MemoryLayout<Head>.stride, as: Head.self)
    }
    return UnsafeRawPointer(table)
  }
}
