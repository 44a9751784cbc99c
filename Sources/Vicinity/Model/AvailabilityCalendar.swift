import CivilTime

/// The availability calendar of a couch: its taken nights and the terms of its host.
public struct AvailabilityCalendar: Hashable, Sendable {
  /// The maximum number of nights of a stay, and of the range of dates searched for one: two years.
  public static let longestStay = 731

  /// The id of the couch.
  public let listing: String
  /// The number of guests; 1 if the listing does not say.
  public let guests: Int
  /// The minimum number of nights of a stay; nil for none.
  public let minNights: Int?
  /// The maximum number of nights of a stay; nil for none.
  public let maxNights: Int?
  /// The required number of days between booking and arrival; nil for none.
  public let advanceNoticeDays: Int?
  /// The price per night; nil if unknown.
  public let price: Price?
  /// Nights with another price or other limits of a stay's length, ascending and disjoint.
  public let rates: [NightlyRate]
  /// The taken nights with their reasons, ascending by start; blocked ranges may overlap others.
  public let taken: [TakenNights]
  /// The same nights regardless of reason: ascending, disjoint, not adjacent.
  public let busy: [Nights]
  /// The zone in which its days change; UTC if the listing has none.
  let zone: Zone
  /// Whether it is in business; nil when it is.
  let operatingStatus: OperatingStatus?
  /// The host; nil if the listing does not say.
  package let host: String?
  /// The name; nil if the listing has none.
  let name: String?
  /// The row of the couch.
  let row: Int

  init(row: Int, of couch: Listing, taken: [TakenNights]) {
    self.row = row
    listing = couch.id
    guests = max(couch.guests ?? 1, 1)
    (minNights, maxNights, advanceNoticeDays) = (couch.minNights, couch.maxNights, couch.advanceNoticeDays)
    (price, rates) = (couch.price, couch.nightlyRates)
    zone = couch.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    (host, operatingStatus, name) = (couch.host, couch.operatingStatus, couch.name)
    self.taken = taken.sorted()
    busy = Nights.merged(taken.map(\.nights))
  }

  /// Whether a stay is possible.
  ///
  /// - Parameters:
  ///   - nights: the stay.
  ///   - guests: how many people, at least 1.
  ///   - now: the time of booking.
  /// - Complexity: O(log n) in the ranges of taken nights and in the rates.
  public func isFree(for nights: Nights, guests: Int = 1, at now: Instant) -> Bool {
    guard operatingStatus == nil, guests <= self.guests, allows(nights), nights.from >= firstArrival(at: now) else {
      return false
    }
    return firstBusy(endingAfter: nights.from).map { busy[$0].from >= nights.to } ?? true
  }

  /// All obstacles to a stay; empty when it is possible.
  /// - Parameters:
  ///   - nights: the stay.
  ///   - guests: how many people, at least 1.
  ///   - now: the time of booking.
  public func obstacles(to nights: Nights, guests: Int = 1, at now: Instant) -> [Obstacle] {
    var obstacles = [operatingStatus.map(Obstacle.notInBusiness)].compactMap(\.self)
    let first = firstArrival(at: now)
    let isPast = nights.from < today(at: now)
    if isPast { obstacles.append(.past(arrival: nights.from, first: first)) }
    if guests > self.guests { obstacles.append(.tooManyGuests(asked: guests, hosts: self.guests)) }
    obstacles += lengthObstacles(to: nights)
    if let notice = advanceNoticeDays, !isPast, nights.from < first {
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

  /// The first possible day of arrival when booking now: today if the host requires no notice.
  public func firstArrival(at now: Instant) -> LocalDate { today(at: now) + max(0, advanceNoticeDays ?? 0) }

  /// The date in the couch's local time.
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

  /// The first possible stay of `count` nights from a date on.
  ///
  /// - Parameters:
  ///   - count: 1 to `AvailabilityCalendar.longestStay`.
  ///   - date: the earliest arrival.
  ///   - guests: how many people, at least 1.
  ///   - now: the time of booking.
  /// - Returns: nil when the couch accepts no stay of that length or with that many guests.
  public func nextWindow(of count: Int, from date: LocalDate, guests: Int = 1, at now: Instant) -> Nights? {
    guard (1...AvailabilityCalendar.longestStay).contains(count), guests <= self.guests else { return nil }
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

  /// The free ranges of nights within a range, ascending; including those before today.
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

  /// Why a night is taken; empty when it is free.
  public func reasons(for night: LocalDate) -> [TakenNights.Reason] {
    taken.filter { $0.nights.from <= night && night < $0.nights.to }.map(\.reason)
  }

  /// The price of a stay: each night by its own price; nil if one is unknown.
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

  /// The first taken range that ends after a date.
  private func firstBusy(endingAfter date: LocalDate) -> Int? {
    let index = busy.partitioningIndex { $0.to > date }
    return index < busy.count ? index : nil
  }
}

/// Taken nights of a couch, with the reason.
public struct TakenNights: Hashable, Sendable, Comparable {
  /// The nights.
  public var nights: Nights
  /// The reason.
  public var reason: Reason

  /// Why nights are taken.
  public enum Reason: String, Codable, CaseIterable, Hashable, Sendable {
    /// A booking not yet answered by the host.
    case requested
    /// A booking confirmed by the host.
    case confirmed
    /// Blocked by the host.
    case blocked
    /// Unavailable according to the listing's source.
    case unavailable
  }

  /// Orders by nights, then by reason.
  public static func < (left: TakenNights, right: TakenNights) -> Bool {
    (left.nights, left.reason.rawValue) < (right.nights, right.reason.rawValue)
  }
}
