/// The terms of a couch's stays apart from its own limits on the number of nights; stored in a table of its leaf if
/// there are any.
///
/// The table: for each such couch, in order, its notice and the ends of its arrivals and of its prices, then all
/// arrivals, then all prices.
struct StayTerms {
  /// Nights with other limits on the length of a stay that arrives then; 0 for no difference.
  struct Arrivals {
    var from: Int32
    var to: Int32
    var minNights: Int32
    var maxNights: Int32
  }

  /// Nights with another price, in minor units.
  struct NightPrice {
    var from: Int32
    var to: Int32
    var minorUnits: Int
  }

  /// The terms of one couch, before they are laid out.
  typealias Draft = (notice: Int32, arrivals: ArraySlice<Arrivals>, prices: ArraySlice<NightPrice>)

  /// The notice of a couch and the ends of its arrivals and prices; the same size as an element of either, so that all
  /// are aligned.
  private struct Head {
    var notice: Int32
    var arrivalsEnd: Int32
    var pricesEnd: Int32
    var unused: Int32 = 0
  }

  /// Days between booking and arrival; -1 for none.
  private(set) var notice: Int32 = -1
  /// Ascending and disjoint.
  private(set) var arrivals = UnsafeBufferPointer<Arrivals>(start: nil, count: 0)
  /// Ascending and disjoint.
  private(set) var prices = UnsafeBufferPointer<NightPrice>(start: nil, count: 0)

  /// The limits on other days.
  var minNights: Int32 = 0
  var maxNights = Int32.max

  init() {}

  /// The terms of one of `count` couches.
  init(in table: UnsafeRawPointer, at position: Int, of count: Int) {
    let heads = table.assumingMemoryBound(to: Head.self)
    let head = heads[position]
    let before = position == 0 ? Head(notice: -1, arrivalsEnd: 0, pricesEnd: 0) : heads[position - 1]
    notice = head.notice
    let allArrivals = (table + count * MemoryLayout<Head>.stride).assumingMemoryBound(to: Arrivals.self)
    arrivals = UnsafeBufferPointer(
      start: allArrivals + Int(before.arrivalsEnd), count: Int(head.arrivalsEnd - before.arrivalsEnd))
    let allPrices = UnsafeRawPointer(allArrivals + Int(heads[count - 1].arrivalsEnd))
      .assumingMemoryBound(to: NightPrice.self)
    prices = UnsafeBufferPointer(
      start: allPrices + Int(before.pricesEnd), count: Int(head.pricesEnd - before.pricesEnd))
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

  /// The price of the nights from one day to another, in minor units; nil if that of any is unknown.
  ///
  /// - Parameter usual: the price of a night without one of its own; nil if it is unknown.
  func price(from: Int32, to: Int32, usual: Int?) -> Int? {
    var (others, total) = (Int(to - from), 0)
    var index = prices.partitioningIndex { $0.to > from }
    while index < prices.count, prices[index].from < to {
      let count = Int(min(prices[index].to, to) - max(prices[index].from, from))
      others -= count
      total += count * prices[index].minorUnits
      index += 1
    }
    guard others > 0 else { return total }
    return usual.map { total + others * $0 }
  }

  /// The size of a table in bytes.
  static func byteCount(of table: UnsafeRawPointer, couches count: Int) -> Int {
    let last = table.load(fromByteOffset: (count - 1) * MemoryLayout<Head>.stride, as: Head.self)
    return count * MemoryLayout<Head>.stride + Int(last.arrivalsEnd) * MemoryLayout<Arrivals>.stride
      + Int(last.pricesEnd) * MemoryLayout<NightPrice>.stride
  }

  /// Whether bytes are a table of `count` couches.
  static func areSound(_ table: UnsafeRawBufferPointer, couches count: Int) -> Bool {
    guard let base = table.baseAddress, table.count >= count * MemoryLayout<Head>.stride else { return false }
    let heads = base.assumingMemoryBound(to: Head.self)
    var last = Head(notice: -1, arrivalsEnd: 0, pricesEnd: 0)
    for couch in 0..<count {
      guard heads[couch].arrivalsEnd >= last.arrivalsEnd, heads[couch].pricesEnd >= last.pricesEnd,
        heads[couch].notice == -1 || StoredRange.notice.contains(Int(heads[couch].notice))
      else { return false }
      last = heads[couch]
    }
    guard byteCount(of: base, couches: count) == table.count else { return false }
    let most = 0...Int32(clamping: StoredRange.maxNights.upperBound)
    return (0..<count).allSatisfy { couch in
      let terms = StayTerms(in: base, at: couch, of: count)
      var (arrival, price) = (Int32.min, Int32.min)
      for rate in terms.arrivals {
        guard rate.from >= arrival, NightRange.areDays(rate.from, rate.to), most.contains(rate.minNights),
          most.contains(rate.maxNights)
        else { return false }
        arrival = rate.to
      }
      for rate in terms.prices {
        guard rate.from >= price, NightRange.areDays(rate.from, rate.to), StoredRange.price.contains(rate.minorUnits)
        else { return false }
        price = rate.to
      }
      return true
    }
  }

  /// Lays out the terms of couches in an arena.
  static func table(_ terms: [Draft], in arena: PageArena) -> UnsafeRawPointer {
    let arrivalsStart = terms.count * MemoryLayout<Head>.stride
    let pricesStart = arrivalsStart + terms.reduce(0) { $0 + $1.arrivals.count } * MemoryLayout<Arrivals>.stride
    let table = arena.allocate(
      byteCount: pricesStart + terms.reduce(0) { $0 + $1.prices.count } * MemoryLayout<NightPrice>.stride)
    var head = Head(notice: -1, arrivalsEnd: 0, pricesEnd: 0)
    for (position, couch) in terms.enumerated() {
      head.notice = couch.notice
      for arrivals in couch.arrivals {
        let place = arrivalsStart + Int(head.arrivalsEnd) * MemoryLayout<Arrivals>.stride
        table.storeBytes(of: arrivals, toByteOffset: place, as: Arrivals.self)
        head.arrivalsEnd += 1
      }
      for price in couch.prices {
        let place = pricesStart + Int(head.pricesEnd) * MemoryLayout<NightPrice>.stride
        table.storeBytes(of: price, toByteOffset: place, as: NightPrice.self)
        head.pricesEnd += 1
      }
      table.storeBytes(of: head, toByteOffset: position * MemoryLayout<Head>.stride, as: Head.self)
    }
    return UnsafeRawPointer(table)
  }
}
