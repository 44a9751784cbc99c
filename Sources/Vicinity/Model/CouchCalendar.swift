import CivilTime

/// The nights that are taken on a couch, and what its host asks of a stay.
public struct CouchCalendar: Hashable, Sendable {
  /// The most nights of a stay, and between the dates among which one is looked for: two years.
  public static let longestStay = 731

  /// The id of the couch.
  public let listing: String
  /// How many guests it hosts; 1 where the listing does not say.
  public let guests: Int
  /// The fewest nights of a stay; nil for any number.
  public let minNights: Int?
  /// The most nights of a stay; nil for any number.
  public let maxNights: Int?
  /// How many days the host wants between booking and arrival; nil for any.
  public let advanceNotice: Int?
  /// What a night costs; nil where not known.
  public let price: Price?
  /// Nights with another price or other numbers of nights, ascending and disjoint.
  public let rates: [NightlyRate]
  /// The nights taken and by what, ascending by their beginning; those the host blocks may overlap others.
  public let taken: [TakenNights]
  /// The same nights whatever takes them: ascending, disjoint, not touching.
  public let busy: [Nights]
  /// On its clock the day changes; UTC where the listing names no zone.
  let zone: Zone
  /// The member who offers it; nil where the listing does not say.
  let host: String?
  /// The row of the couch.
  let row: Int

  init(row: Int, of couch: Listing, taken: [TakenNights]) {
    self.row = row
    listing = couch.id
    guests = max(couch.guests ?? 1, 1)
    (minNights, maxNights, advanceNotice) = (couch.minNights, couch.maxNights, couch.advanceNotice)
    (price, rates) = (couch.price, couch.nightlyRates)
    zone = couch.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    host = couch.host
    self.taken = taken.sorted()
    busy = Nights.merged(taken.map(\.nights))
  }

  /// Whether nothing is in the way of a stay.
  ///
  /// - Parameter now: when it would be booked.
  /// - Complexity: O(log n) in the stretches of taken nights and in the rates.
  public func isFree(for nights: Nights, guests: Int = 1, at now: Instant) -> Bool {
    guard guests <= self.guests, allows(nights), nights.from >= firstArrival(at: now) else {
      return false
    }
    return firstBusy(endingAfter: nights.from).map { busy[$0].from >= nights.to } ?? true
  }

  /// Everything that is in the way of a stay; empty when it can be had.
  /// - Parameter now: when it would be booked.
  public func obstacles(to nights: Nights, guests: Int = 1, at now: Instant) -> [Obstacle] {
    var obstacles: [Obstacle] = []
    let first = firstArrival(at: now)
    let isPast = nights.from < today(at: now)
    if isPast { obstacles.append(.past(arrival: nights.from, first: first)) }
    if guests > self.guests { obstacles.append(.tooManyGuests(asked: guests, hosts: self.guests)) }
    obstacles += lengthObstacles(to: nights)
    if let notice = advanceNotice, !isPast, nights.from < first {
      obstacles.append(.shortNotice(days: notice, bookBy: nights.from - notice))
    }
    return obstacles + taken.filter { nights.overlaps($0.nights) }.map { .nightsTaken($0.nights, by: $0.reason) }
  }

  private func lengthObstacles(to nights: Nights) -> [Obstacle] {
    let rate = rates.rate(on: nights.from)
    var obstacles: [Obstacle] = []
    if let least = rate?.minNights ?? minNights, nights.count < least {
      obstacles.append(
        rate?.minNights == nil
          ? .tooFewNights(asked: nights.count, least: least)
          : .arrivalTakesMore(on: nights.from, asked: nights.count, least: least))
    }
    if let most = rate?.maxNights ?? maxNights, nights.count > most {
      obstacles.append(
        rate?.maxNights == nil
          ? .tooManyNights(asked: nights.count, most: most)
          : .arrivalTakesFewer(on: nights.from, asked: nights.count, most: most))
    }
    return obstacles
  }

  /// The first day on which a guest who books now may arrive: today where the host wants no notice.
  public func firstArrival(at now: Instant) -> LocalDate { today(at: now) + max(0, advanceNotice ?? 0) }

  /// The date on the couch's clock.
  package func today(at now: Instant) -> LocalDate { zone.localDateTime(at: now).date }

  private func allows(_ nights: Nights) -> Bool { allows(nights.count, rates.rate(on: nights.from)) }

  private func allows(_ count: Int, _ rate: NightlyRate?) -> Bool {
    count >= rate?.minNights ?? minNights ?? 1 && count <= rate?.maxNights ?? maxNights ?? .max
  }

  /// The free nights around a stay that is free.
  public func free(around nights: Nights) -> FreeWindow {
    let next = firstBusy(endingAfter: nights.from) ?? busy.count
    return FreeWindow(from: next > 0 ? busy[next - 1].to : nil, until: next < busy.count ? busy[next].from : nil)
  }

  /// The first stay of so many nights that can be had from a date on.
  ///
  /// - Parameters:
  ///   - count: 1 to `CouchCalendar.longestStay`.
  ///   - now: when it would be booked.
  /// - Returns: nil when the couch takes no stay of that length or with so many guests.
  public func nextWindow(of count: Int, from date: LocalDate, guests: Int = 1, at now: Instant) -> Nights? {
    guard (1...CouchCalendar.longestStay).contains(count), guests <= self.guests else { return nil }
    var arrival = max(date, firstArrival(at: now))
    while let stay = Nights(from: arrival, to: arrival + count) {
      let rate = rates.rate(on: arrival)
      if !allows(count, rate) {
        guard let later = rate?.nights.to ?? rates.first(where: { $0.nights.from > arrival })?.nights.from else {
          return nil
        }
        arrival = later
      } else if let next = firstBusy(endingAfter: arrival), busy[next].overlaps(stay) {
        arrival = busy[next].to
      } else {
        return stay
      }
    }
    return nil
  }

  /// The stretches of nights within a range that nothing takes, ascending; those before today as well.
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

  /// What a stay costs: each night by its own price; nil where one is not known.
  /// - Complexity: O(n) in the rates of the stay.
  public func price(of nights: Nights) -> Price? {
    var (usual, total) = (nights.count, OutingPrice())
    for rate in rates where rate.price != nil && rate.nights.overlaps(nights) {
      let count = min(rate.nights.to, nights.to) - max(rate.nights.from, nights.from)
      usual -= count
      total.add(rate.price, times: count)
    }
    if usual > 0 { total.add(price, times: usual) }
    return total.total.map { Price(minorUnits: $0.minorUnits, currency: rates.currency(besides: price)) }
  }

  /// The first stretch that is not over on a date.
  private func firstBusy(endingAfter date: LocalDate) -> Int? {
    let index = busy.partitioningIndex { $0.to > date }
    return index < busy.count ? index : nil
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
