import CivilTime
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Ratings")
struct RatingTests {
  @Test("stars are 1 to 5 in steps of a half")
  func stars() {
    let numbers = [0.5, 1, 1.25, 3.5, 5, 5.5, .nan, .infinity, -2].map { Stars($0)?.number }
    #expect(numbers == [nil, 1, nil, 3.5, 5, nil, nil, nil, nil])
  }

  @Test("the source's votes and the members' are one mean, and the last rating taken back restores the source's")
  func mean() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let first = try catalog.rate("bar", .known(1), by: "a", at: SignalWorld.now)
    #expect(first.mean == (4.5 * 10 + 1) / 11 && first.votes == 11 && first.sourceMean == 4.5)
    let second = try catalog.rate("bar", .known(5), text: "well", by: "a", at: SignalWorld.now)
    #expect(second.mean == 50.0 / 11 && second.votes == 11 && second.count(of: .known(5)) == 1)
    #expect(try catalog.listing("bar")?.rating == 50.0 / 11)
    try catalog.perform(.unrate(listing: "bar", member: "a"), at: SignalWorld.now)
    let bar = try #require(try catalog.listing("bar"))
    #expect(bar.rating == 4.5 && bar.ratingCount == 10)
    #expect(try catalog.check().isEmpty)
  }

  @Test("importing the same again leaves the mean, and a new word of the source goes into it")
  func reimport() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try catalog.rate("bar", .known(2), by: "a", at: SignalWorld.now)
    #expect(try catalog.save([SignalWorld.bar], source: "test").unchanged == 1)
    #expect(try catalog.listing("bar")?.rating == 47.0 / 11)
    var bar = SignalWorld.bar
    (bar.rating, bar.ratingCount) = (3, nil)
    #expect(try catalog.save([bar], source: "test").updated == 1)
    #expect(try catalog.listing("bar")?.rating == 2.5)
    #expect(try catalog.listing("bar")?.ratingCount == 2)
    bar.rating = nil
    try catalog.save([bar], source: "test")
    #expect(try catalog.listing("bar")?.rating == 2)
    #expect(try catalog.reviews(of: "bar").summary.sourceMean == nil)
  }

  @Test("an event can be rated once it has begun, by those who had a place")
  func events() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let begun = SignalWorld.now + 3600
    for member in ["a", "b", "c"] { try catalog.join("party", by: member, at: SignalWorld.now) }
    #expect(throws: SignalError.notBegun(listing: "party", starts: "2026-11-27T22:00:00+01:00")) {
      try catalog.rate("party", .known(4), by: "a", at: begun - 1)
    }
    #expect(try catalog.rate("party", .known(4), by: "a", at: begun).mean == 4)
    for member in ["c", "d"] {
      #expect(throws: SignalError.notAttended(listing: "party", member: member)) {
        try catalog.rate("party", .known(4), by: member, at: begun)
      }
    }
  }

  @Test("a host's rating weighs the votes of all listings as orders by rating do")
  func hosts() throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    try catalog.rate("couch", .known(2), by: "a", at: SignalWorld.now)
    let prior = try #require(try catalog.statistics().meanRating)
    let rating = try catalog.hostRating(of: SignalWorld.host)
    #expect(rating.listings == 3 && rating.votes == 11 && rating.mean == 47.0 / 11)
    #expect(rating.voteAwareMean == (47 + 10 * prior) / 21)
    #expect(try catalog.hostRating(of: "nobody").voteAwareMean == nil)
  }

  /// The expected rating of a listing, calculated from all its ratings each time.
  private struct Model {
    var told: [String: (Double?, Int?)] = [:]
    var said: [String: [String: Stars]] = [:]

    func expected(_ id: String) -> (rating: Double?, count: Int?) {
      let (rating, count) = told[id] ?? (nil, nil)
      let stars = Array((said[id] ?? [:]).values)
      if stars.isEmpty { return (rating, count) }
      let votes = rating == nil ? 0 : max(1, count ?? 1)
      let sum = (rating ?? 0) * Double(votes) + Double(stars.map(\.halves).reduce(0, +)) / 2
      return (sum / Double(votes + stars.count), votes + stars.count)
    }
  }

  @Test(
    "after any changes, mean, votes and distribution are those of what was said",
    arguments: 1...6 as ClosedRange<UInt64>)
  func property(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let ids = ["p", "q", "r"]
    var model = Model()
    for _ in 0..<150 {
      let id = ids[SeededWorld.pick(3, &random)]
      let member = "m\(SeededWorld.pick(4, &random))"
      switch SeededWorld.pick(8, &random) {
      case 0: try importAnew(id, into: catalog, &model, &random)
      case 1:
        try catalog.remove(ids: [id])
        (model.told[id], model.said[id]) = (nil, nil)
      case 2, 3:
        guard model.told[id] != nil else { continue }
        try catalog.perform(.unrate(listing: id, member: member), at: SignalWorld.now)
        model.said[id]?[member] = nil
      default:
        guard model.told[id] != nil else { continue }
        let stars = try #require(Stars(halves: 2 + SeededWorld.pick(9, &random)))
        try catalog.rate(id, stars, by: member, at: SignalWorld.now)
        model.said[id, default: [:]][member] = stars
      }
      try compare(catalog, model, ids)
    }
    #expect(try catalog.check().isEmpty)
  }

  private func importAnew(
    _ id: String, into catalog: Catalog, _ model: inout Model, _ random: inout SplitMix64
  ) throws {
    var listing = Listing(id: id, kind: .couch, coordinate: Coordinate(latitude: 1, longitude: 2))
    if !SeededWorld.oneIn(3, &random) { listing.rating = Double(SeededWorld.pick(51, &random)) / 10 }
    if !SeededWorld.oneIn(3, &random) { listing.ratingCount = SeededWorld.pick(7, &random) }
    try catalog.save([listing], source: "s")
    model.told[id] = (listing.rating, listing.ratingCount)
  }

  private func compare(_ catalog: Catalog, _ model: Model, _ ids: [String]) throws {
    for id in ids {
      let listing = try catalog.listing(id)
      #expect((listing != nil) == (model.told[id] != nil))
      guard listing != nil else { continue }
      let expected = model.expected(id)
      #expect(listing?.rating == expected.rating && listing?.ratingCount == expected.count)
      let said = (model.said[id] ?? [:]).values
      let distribution = (2...10).map { halves in said.count { $0.halves == halves } }
      #expect(try catalog.reviews(of: id).summary.distribution == distribution)
    }
  }
}
