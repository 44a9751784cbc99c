/// The nights that are taken on a couch, and what its host asks of a stay.
public struct CouchCalendar: Hashable, Sendable {
  /// The id of the couch.
  public let listing: String
  /// How many guests it hosts; 1 where the listing does not say.
  public let guests: Int
  /// The fewest nights of a stay; nil for any number.
  public let minNights: Int?
  /// The most nights of a stay; nil for any number.
  public let maxNights: Int?
  /// What a night costs; nil where not known.
  public let price: Price?
  /// The nights taken and by what, ascending by their beginning; those the host blocks may overlap others.
  public let taken: [TakenNights]
  /// The same nights whatever takes them: ascending, disjoint, not touching.
  public let busy: [Nights]
  /// The row of the couch.
  let row: Int

  init(row: Int, listing: String, guests: Int?, limits: (least: Int?, most: Int?), price: Price?, taken: [TakenNights])
  {
    self.row = row
    self.listing = listing
    self.guests = max(guests ?? 1, 1)
    (minNights, maxNights) = limits
    self.price = price
    self.taken = taken.sorted()
    busy = Nights.merged(taken.map(\.nights))
  }

  /// Whether nothing is in the way of a stay.
  /// - Complexity: O(log n) in the stretches of taken nights.
  public func isFree(for nights: Nights, guests: Int = 1) -> Bool {
    guard guests <= self.guests, nights.count >= minNights ?? 1, nights.count <= maxNights ?? .max else { return false }
    return firstBusy(endingAfter: nights.from).map { busy[$0].from >= nights.to } ?? true
  }

  /// Everything that is in the way of a stay; empty when it can be had.
  public func obstacles(to nights: Nights, guests: Int = 1) -> [Obstacle] {
    var obstacles: [Obstacle] = []
    if guests > self.guests { obstacles.append(.tooManyGuests(asked: guests, hosts: self.guests)) }
    if let minNights, nights.count < minNights {
      obstacles.append(.tooFewNights(asked: nights.count, least: minNights))
    }
    if let maxNights, nights.count > maxNights {
      obstacles.append(.tooManyNights(asked: nights.count, most: maxNights))
    }
    return obstacles + taken.filter { nights.overlaps($0.nights) }.map { .nightsTaken($0.nights, by: $0.reason) }
  }

  /// The free nights around a stay that is free.
  public func free(around nights: Nights) -> FreeWindow {
    let next = firstBusy(endingAfter: nights.from) ?? busy.count
    return FreeWindow(from: next > 0 ? busy[next - 1].to : nil, until: next < busy.count ? busy[next].from : nil)
  }

  /// The first free nights in a row, so many, from a date on.
  ///
  /// - Returns: nil when the couch takes no stay of that length or with so many guests.
  public func nextWindow(of count: Int, from date: LocalDate, guests: Int = 1) -> Nights? {
    guard count >= 1, guests <= self.guests, count >= minNights ?? 1, count <= maxNights ?? .max else { return nil }
    var arrival = date
    for nights in busy[(firstBusy(endingAfter: date) ?? busy.count)...] {
      if nights.from - arrival >= count { break }
      arrival = max(arrival, nights.to)
    }
    return Nights(from: arrival, to: arrival + count)
  }

  /// The stretches of free nights within a range, ascending.
  public func freeNights(in range: Nights) -> [Nights] {
    var free: [Nights] = []
    var start = range.from
    for nights in busy where nights.overlaps(range) {
      if let gap = Nights(from: start, to: nights.from) { free.append(gap) }
      start = nights.to
    }
    if let gap = Nights(from: start, to: range.to) { free.append(gap) }
    return free
  }

  /// What takes a night; empty when it is free.
  public func reasons(for night: LocalDate) -> [TakenNights.Reason] {
    taken.filter { $0.nights.from <= night && night < $0.nights.to }.map(\.reason)
  }

  /// What a stay costs: the nights by the price of one; nil where that is not known.
  public func price(of nights: Nights) -> Price? {
    guard let price else { return nil }
    let (total, isTooMuch) = price.minorUnits.multipliedReportingOverflow(by: nights.count)
    return isTooMuch ? nil : Price(minorUnits: total, currency: price.currency)
  }

  /// The first stretch that is not over on a date.
  private func firstBusy(endingAfter date: LocalDate) -> Int? {
    var (low, high) = (0, busy.count)
    while low < high {
      let middle = (low + high) / 2
      if busy[middle].to > date { high = middle } else { low = middle + 1 }
    }
    return low < busy.count ? low : nil
  }
}

/// Nights of a couch that nobody else can have, and why.
public struct TakenNights: Hashable, Sendable, Comparable {
  /// The nights.
  public var nights: Nights
  /// What takes them.
  public var reason: Reason

  /// What takes nights.
  public enum Reason: String, Codable, CaseIterable, Hashable, Sendable {
    /// A booking that the host has not answered.
    case requested
    /// A booking that the host has agreed to.
    case confirmed
    /// The host keeps them.
    case blocked
    /// The source that the couch comes from says so.
    case unavailable
  }

  /// Orders by nights, then by reason.
  public static func < (left: TakenNights, right: TakenNights) -> Bool {
    (left.nights, left.reason.rawValue) < (right.nights, right.reason.rawValue)
  }
}
