import CivilTime
import Foundation
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Vicinity

@Suite("Standing queries with a budget")
struct JudgingBudgetTests {
  private static let now = StandingQueriesTests.now

  /// A query that the facts of a listing do not decide on.
  private static var costly: Query {
    var query = Query()
    (query.near, query.radiusMeters, query.kinds) = (StandingQueriesTests.center, 10_000, [.couch])
    query.filter = .and([
      .compare(FilterOperand(.price), .less, .number(20)), .like(FilterOperand(.description), "%a%b%"),
    ])
    return query
  }

  private static var couch: Listing {
    var couch = StandingQueriesTests.couch()
    couch.description = "a b"
    return couch
  }

  private static func setPrice(_ price: Int, _ catalog: Catalog) throws {
    try catalog.edit("couch") { $0.price = Price(minorUnits: price * 100, currency: "EUR") }
  }

  /// A budget whose clock takes one microsecond for each test of a query: its begin and its end are measured.
  private static func budget(ofOwner: Int, ofChange: Int) -> JudgingBudget {
    let time = Mutex(0)
    return JudgingBudget(ofOwner: ofOwner, ofChange: ofChange) {
      time.withLock {
        $0 += 1; return $0
      }
    }
  }

  @Test("skip queries beyond their owner's budget, in turn with those of others, and report it")
  func owners() throws {
    let temporary = try TemporaryCatalog([Self.couch])
    let catalog = temporary.catalog
    let standing = try catalog.watchKeeping(within: Self.budget(ofOwner: 3, ofChange: 100)) { Self.now }
    for number in 0..<9 { try standing.set(Self.costly, for: "ana-\(number)", of: "ana") }
    try standing.set(Self.costly, for: "bela", of: "bela")
    var plain = Self.costly
    plain.filter = nil
    try standing.set(plain, for: "plain", of: "ana")
    try Self.setPrice(18, catalog)
    let kept = try #require(try catalog.keptChanges().changes.first)
    #expect(kept.found == ["plain"] && kept.skipped == (3..<9).map { "ana-\($0)" })
    let changes = try standing.changes()
    #expect(changes.listings == [StandingChange(listing: "couch", begins: ["ana-0", "ana-1", "ana-2", "bela"])])
    #expect(changes.skipped.map(\.query) == (3..<9).map { "ana-\($0)" } && changes.isComplete)
  }

  @Test("skip queries beyond a change's budget, and never report a query without a former state, also after a restart")
  func changes() throws {
    let temporary = try TemporaryCatalog([Self.couch])
    let catalog = temporary.catalog
    let standing = try catalog.watchKeeping(within: Self.budget(ofOwner: 100, ofChange: 2)) { Self.now }
    for owner in ["ana", "bela", "csilla"] { try standing.set(Self.costly, for: owner, of: owner) }
    try Self.setPrice(18, catalog)
    // Another process, with a sufficient budget.
    let next = try catalog.watchKeeping { Self.now }
    for owner in ["ana", "bela", "csilla"] { try next.set(Self.costly, for: owner, of: owner) }
    for change in try catalog.keptChanges().changes { next.resume(change) }
    let changes = try next.changes()
    #expect(changes.listings == [StandingChange(listing: "couch", begins: ["ana", "bela"])])
    #expect(changes.skipped == [SkippedQuery(query: "csilla", listing: "couch")])
  }

  @Test("are judged while others change listings, and again when it is the same listing")
  func outside() throws {
    let temporary = try TemporaryCatalog([Self.couch, StandingQueriesTests.couch("attic")])
    let catalog = temporary.catalog
    let isFirst = Mutex(true)
    let waits = Mutex<[DispatchTimeoutResult]>([])
    let budget = JudgingBudget(ofOwner: .max, ofChange: .max) {
      guard
        isFirst.withLock({ value in
          defer { value = false }; return value
        })
      else { return 0 }
      // While the first change is evaluated, two others are made and return.
      for body: @Sendable () throws -> Void in [
        { try catalog.edit("attic") { $0.guests = 4 } }, { try Self.setPrice(15, catalog) },
      ] {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          do { try body() } catch { Issue.record(error) }
          done.signal()
        }
        let result = done.wait(timeout: .now() + 60)
        waits.withLock { $0.append(result) }
      }
      return 0
    }
    let standing = try catalog.watchKeeping(within: budget) { Self.now }
    try standing.set(Self.costly, for: "cheap", of: "ana")
    try Self.setPrice(30, catalog)
    #expect(waits.withLock { $0 } == [.success, .success])
    #expect(try standing.changes().listings.isEmpty, "it is as it was")
    try Self.setPrice(15, catalog)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["cheap"])])
    try Self.setPrice(16, catalog)
    #expect(try standing.changes().listings.isEmpty)
  }

  @Test("know the listings of a transaction that names them late")
  func unforeseen() throws {
    var cheap = Self.couch
    cheap.price = Price(minorUnits: 1000, currency: "EUR")
    let temporary = try TemporaryCatalog([cheap])
    let catalog = temporary.catalog
    let standing = try catalog.watchKeeping(within: .usual) { Self.now }
    var free = Self.costly
    let from = try #require(LocalDate(year: 2027, month: 12, day: 1))
    let to = try #require(LocalDate(year: 2027, month: 12, day: 3))
    let nights = try #require(Nights(from: from, to: to))
    free.stay = .init(nights: nights)
    try standing.set(free, for: "free", of: "ana")
    let request = BookingRequest(listing: "couch", member: "bela", nights: nights)
    let booking = try catalog.book(request, at: Self.now)
    _ = try catalog.declineBooking(booking.id, at: Self.now)
    _ = try standing.changes()
    let again = try catalog.book(request, at: Self.now)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", ceases: ["free"])])
    // It names a booking, not a listing.
    _ = try catalog.declineBooking(again.id, at: Self.now)
    #expect(try standing.changes().listings == [StandingChange(listing: "couch", begins: ["free"])])
  }

  /// The smallest limit that allows a query.
  private static func least(_ query: Query) -> (conditions: Int?, patterns: Int?) {
    func isAllowed(_ conditions: Int, _ patterns: Int) -> Bool {
      (try? StandingLimit(conditions: conditions, patterns: patterns).check(query)) != nil
    }
    return ((0...200).first { isAllowed($0, .max) }, (0...200).first { isAllowed(.max, $0) })
  }

  @Test("of members are limited: each part counts, also deep within")
  func limit() throws {
    let base = try #require(Self.least(Query()).conditions)
    let like = FilterExpression.like(FilterOperand(.name), "%a%")
    let folded = FilterOperand(.name, ignoresCase: true)
    let cases: [(FilterExpression, Int, Int)] = [
      (like, 1, 1), (.not(.or([like, .and([like, like])])), 3, 3), (.isNull(.field(.price)), 1, 0),
      (.isIn(FilterOperand(.price), (0..<30).map { .number(Double($0)) }), 30, 0),
      (.isIn(folded, [.text("a"), .text("b")]), 2, 2), (.compare(folded, .equal, .text("a")), 1, 1),
      (.tags(.overlaps, ["a", "b", "c"]), 3, 0), (.constant(true), 0, 0),
    ]
    for (filter, conditions, patterns) in cases {
      var query = Query()
      query.filter = filter
      let least = Self.least(query)
      #expect(least.conditions == base + conditions && least.patterns == patterns, "\(filter): \(least)")
      var outer = Query()
      outer.filter = .conditions(query)
      let whole = Self.least(outer)
      #expect(whole.conditions ?? 0 >= conditions && whole.patterns == patterns)
    }
    var query = Query()
    (query.text, query.tags) = ("one two three", .init(any: ["a", "b"], all: ["c"], none: ["d"]))
    #expect(Self.least(query).conditions ?? 0 >= base + 7)
  }
}
