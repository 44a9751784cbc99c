/// All tests of a query that look at facts, bound to the numbers of one catalog; cheap ones are asked first.
struct Tests {
  private let kind: KindTest?
  private let price: PriceTest?
  private let rating: RatingTest?
  private let tags: TagTest?
  private let stay: StayTest?
  private let during: DuringTest?
  private let open: OpenTest?
  /// Opening hours at the end of a way, whose length must be known first.
  private let arrival: OpenTest?

  init(_ plan: Plan, clock: OpeningClock, numbers: CatalogNumbers.Reader) throws {
    let query = plan.query
    kind = plan.kinds.count == Kind.allCases.count ? nil : KindTest(kinds: plan.kinds)
    price = try query.price.map { filter in
      PriceTest(filter: filter, currency: try filter.currency.map { try numbers.currency($0) ?? -1 })
    }
    rating = query.rating.map(RatingTest.init)
    tags = query.tags.isEmpty ? nil : try TagTest(query.tags, number: numbers.tag)
    stay = query.stay.map(StayTest.init)
    during = query.during.map { DuringTest(window: $0, clock: clock) }
    let openTest = query.open.map { OpenTest(opening: $0, clock: clock) }
    let needsWay = query.open?.arriving != nil
    (open, arrival) = needsWay ? (nil, openTest) : (openTest, nil)
  }

  func pass(_ candidate: Candidate) throws -> Bool {
    if let kind, !kind.passes(candidate) { return false }
    if let price, !price.passes(candidate) { return false }
    if let rating, !rating.passes(candidate) { return false }
    if let tags, !tags.passes(candidate) { return false }
    if let stay, !stay.passes(candidate) { return false }
    if let during, try !during.passes(candidate) { return false }
    if let open, try !open.passes(candidate) { return false }
    return true
  }

  /// The tests that need the distance in meters; passed by all candidates where there are none.
  func pass(_ candidate: Candidate, distance: Double) throws -> Bool {
    try arrival?.passes(candidate, distance: distance) ?? true
  }
}
