import CivilTime
import Geography

extension Search {
  /// Tests one entry against all filters of the query.
  ///
  /// Uses the same steps as the search itself.
  /// - Parameter entry: at its exact place, if the caller may know it.
  mutating func admits(_ entry: Entry) throws -> Bool {
    let isExact = exact?.hold(UInt32(clamping: entry.fid)) ?? false
    guard try passes(entry, without: [], isExact: isExact) else { return false }
    let before = stats.matches
    var top = TopMatches()
    top.begin(limit: 1, slack: 1)
    try considerExactly(entry, &top)
    return stats.matches > before
  }

  /// Adds a match to everything computed over all matches.
  mutating func note(_ entry: Entry, _ distance: Double) throws {
    try tally?.add(entry)
    if weighing?.condition == .stay { try countFreeDates(entry) }
    guard let weighing, let shortfall = try shortfall(of: entry, distance, weighing) else { return }
    weighing.add(shortfall)
  }

  private mutating func countFreeDates(_ entry: Entry) throws {
    guard let stay = weighing?.asked.stay else { return }
    for shift in Query.Stay.shifts where try isFree(entry, for: stay.shifted(byDays: shift)) {
      weighing?.free[shift, default: 0] += 1
    }
  }

  private func shortfall(of entry: Entry, _ distance: Double, _ weighing: Weighing) throws -> Shortfall? {
    let asked = weighing.asked
    switch weighing.condition {
    case .kinds, .area, .tag, .anyTag, .noTag, .currency, .nightCurrency, .text, .coming, .inBusiness, .filter, .part:
      return nil
    case .radius: return over(distance, asked.radiusMeters)
    case .cap: return over(distances(to: entry)?.max(), asked.group?.maxMeters)
    case .width:
      let place = source?.measured(entry.coordinate, withDistances: false)?.place
      return over(place?.offsetMeters, asked.along?.widthMeters)
    case .box: return asked.within.map { outside($0, entry.coordinate) }
    case .leastPrice:
      return asked.price?.min.flatMap { entry.amount(by: $0 - entry.price) }
    case .greatestPrice:
      return asked.price?.max.flatMap { entry.amount(by: entry.price - $0) }
    case .leastNightPrice: return try nightPrice(of: entry, isLeast: true, asked.nightPrice?.min)
    case .greatestNightPrice: return try nightPrice(of: entry, isLeast: false, asked.nightPrice?.max)
    case .priceLevel:
      guard let most = asked.price?.maxLevel, let place = Field.priceLevel.codePlace else { return nil }
      let level = Int(entry.code(place))
      return level == 0 ? nil : Shortfall(by: Double(level - most), .number(Double(level)))
    case .rating:
      return asked.rating?.min.flatMap { least in
        entry.rating.isNaN ? nil : Shortfall(by: least - entry.rating, .number(entry.rating))
      }
    case .votes:
      let votes = max(entry.votes, 1)
      return asked.rating?.minCount.map { Shortfall(by: Double($0 - votes), .number(Double(votes))) }
    case .stay: return try asked.stay.flatMap { stay in try stayShift(of: entry, stay) }
    case .guests:
      guard let stay = asked.stay, entry.kind == .couch else { return nil }
      let hosts = max(entry.guests ?? 1, 1)
      return Shortfall(by: Double(stay.guests - hosts), .number(Double(hosts)))
    case .during: return try lateness(of: entry, asked)
    case .open: return try asked.open.flatMap { try wait(for: entry, distance, $0) }
    }
  }

  /// The bound in whole minor units that the price of a night would just pass.
  private func nightPrice(of entry: Entry, isLeast: Bool, _ asked: Double?) throws -> Shortfall? {
    guard let asked, let stayPrices, let sum = try stayPrices.cheapest(of: entry)?.minorUnits else { return nil }
    let (down, rest) = sum.quotientAndRemainder(dividingBy: stayPrices.nightCount)
    let minorUnits = isLeast || rest == 0 ? down : down + 1
    let amount = Double(minorUnits) / Double(try stayPrices.minorUnitsPerMajor(of: entry))
    return Shortfall(
      by: isLeast ? asked - amount : amount - asked, .number(amount),
      currency: Int32(entry.leaf.currencies[entry.index]))
  }

  /// Meters beyond a bound, rounded up to the millimeter.
  private func over(_ meters: Double?, _ bound: Double?) -> Shortfall? {
    guard let meters, meters < .infinity, let bound else { return nil }
    return Shortfall(by: meters - bound, .number(meters.roundedUpToMillimeters))
  }

  private func distances(to entry: Entry) -> [Double]? {
    source?.measured(entry.coordinate, withDistances: true)?.distances
  }

  private func outside(_ box: BoundingBox, _ coordinate: Coordinate) -> Shortfall {
    let meters = plan.query.metric.meters(from: coordinate, to: box.nearest(to: coordinate))
    return Shortfall(by: box.contains(coordinate) ? 0 : meters, .coordinate(coordinate))
  }

  private func isFree(_ entry: Entry, for stay: Query.Stay) throws -> Bool {
    try StayFilter(stay, at: plan.now).passes(entry, numbers)
  }

  private func stayShift(of entry: Entry, _ stay: Query.Stay) throws -> Shortfall? {
    guard entry.kind == .couch else { return nil }
    let shift = try stay.leastShift { try isFree(entry, for: $0) }
    return shift.map { Shortfall(by: Double($0), .number(Double($0))) }
  }

  private func lateness(of entry: Entry, _ asked: Query) throws -> Shortfall? {
    guard entry.kind == .event, let window = asked.during,
      let extent = window.extent(in: try numbers.zone(entry.zone), now: plan.now)
    else { return nil }
    let starts = worker.scratch.times(of: entry).starts
    guard starts < .max else { return nil }
    // The end of a window is exclusive: whole minutes, rounded up past it.
    let minutes = starts < extent.to ? 0 : (starts - extent.to) / 60 + 1
    return Shortfall(by: Double(minutes), .number(Double(minutes)))
  }

  private func wait(for entry: Entry, _ distance: Double, _ opening: Query.Opening) throws -> Shortfall? {
    let travelDistance = arrivals?.travelDistance(to: entry.coordinate, distance: distance) ?? distance
    guard let seconds = try clock?.wait(of: entry, for: opening, distance: travelDistance) else { return nil }
    let minutes = Int((seconds + 59) / 60)
    return Shortfall(by: Double(max(0, minutes - (opening.waitMinutes ?? 0))), .number(Double(minutes)))
  }
}

extension Entry {
  /// The amount of money above or below a bound; nil without a price.
  fileprivate func amount(by excess: Double) -> Shortfall? {
    price.isNaN ? nil : Shortfall(by: excess, .number(price), currency: Int32(leaf.currencies[index]))
  }
}

extension Query.Stay {
  /// The days by which a stay may be moved, nearest first and later before earlier: up to 30 in either direction.
  static let shifts = (1...30).flatMap { [$0, -$0] }

  /// The fewest days by which the stay must be later (positive) or earlier to pass, preferring later; nil within 30
  /// days.
  func leastShift(_ passes: (Query.Stay) throws -> Bool) rethrows -> Int? {
    if try passes(self) { return 0 }
    return try Self.shifts.first { try passes(shifted(byDays: $0)) }
  }

  func shifted(byDays days: Int) -> Query.Stay {
    var stay = self
    if let nights = Nights(from: nights.from + days, to: nights.to + days) { stay.nights = nights }
    stay.word = nil
    return stay
  }
}

extension Double {
  /// Rounded up to the next millimeter, so that what was within stays within.
  var roundedUpToMillimeters: Double {
    let rounded = (self * 1000).rounded(.up) / 1000
    return rounded < self ? rounded.nextUp : rounded
  }
}
