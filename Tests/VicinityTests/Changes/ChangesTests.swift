import TestSupport
import Testing

@testable import Vicinity

@Suite("Committed changes")
struct ChangesTests {
  private let now = SignalWorld.now

  @Test("every listener receives every change in order, and nothing that was rolled back", .timeLimit(.minutes(1)))
  func order() async throws {
    let temporary = try SignalWorld.catalog()
    defer { withExtendedLifetime(temporary) {} }
    let catalog = temporary.catalog
    let listeners = [catalog.changes, catalog.changes]
    for member in ["a", "b", "c"] { try catalog.join("party", by: member, at: now) }
    #expect(throws: ActionFailure.self) {
      try catalog.perform(
        all: [.favorite(listing: "bar", member: "a"), .favorite(listing: "unknown", member: "a")], at: now)
    }
    try catalog.perform(.favorite(listing: "bar", member: "a"), at: now)
    try catalog.perform(.favorite(listing: "bar", member: "a"), at: now)
    try catalog.perform(.leave(listing: "party", member: "a"), at: now)
    try catalog.save([SignalWorld.bar], source: "other")
    try catalog.remove(ids: ["bar"])
    var couch = SignalWorld.couch
    couch.name = "Couch"
    try catalog.save([couch], source: "test")
    try catalog.save([], source: "test")
    let expected = [
      CatalogChange(.joined, listing: "party", member: "a"), CatalogChange(.joined, listing: "party", member: "b"),
      CatalogChange(.waiting, listing: "party", member: "c"), CatalogChange(.favorited, listing: "bar", member: "a"),
      CatalogChange(.left, listing: "party", member: "a"), CatalogChange(.movedUp, listing: "party", member: "c"),
      // It has another source.
      CatalogChange(.imported, extent: .listings(changed: ["bar"])),
      CatalogChange(.removed, listing: "bar"), CatalogChange(.imported, extent: .listings(changed: ["couch"])),
    ]
    for listener in listeners {
      var told: [CatalogChange] = []
      for await change in listener {
        told.append(change)
        if told.count == expected.count { break }
      }
      #expect(told == expected)
    }
  }

  @Test("a listener that falls too far behind learns once that it has missed changes", .timeLimit(.minutes(1)))
  func slow() async throws {
    let feed = ChangeQueue()
    let change = CatalogChange(.visited, listing: "bar", member: "a")
    for _ in 0...CatalogChanges.capacity { feed.put([change]) }
    feed.put([change])
    var told: [CatalogChange] = []
    for await change in CatalogChanges(queue: feed) {
      told.append(change)
      if told.count == 2 { break }
    }
    #expect(told == [CatalogChange(.missed), change])
  }

  /// The next change of a listener.
  private func next(_ changes: CatalogChanges) async throws -> CatalogChange {
    var iterator = changes.makeAsyncIterator()
    return try #require(await iterator.next())
  }

  @Test("a change names the listings that were added, changed and removed", .timeLimit(.minutes(1)))
  func extents() async throws {
    let temporary = try SignalWorld.catalog()
    let (catalog, changes) = (temporary.catalog, temporary.catalog.changes)
    var (bar, other) = (SignalWorld.bar, SignalWorld.bar)
    (bar.name, other.id) = ("Linse", "other")
    try catalog.save([bar, other, SignalWorld.couch], source: "test")
    let saved = try await next(changes)
    #expect(saved == CatalogChange(.imported, extent: .listings(added: ["other"], changed: ["bar"])))
    #expect(saved.concerns("bar") && saved.concerns("other") && !saved.concerns("couch") && saved.listing == nil)

    _ = try catalog.bulkLoad(source: "test") { load in
      load.replacesSource = true
      try load.stage([other, SignalWorld.couch])
    }
    let replaced = try await next(changes)
    #expect(replaced.extent == .listings(removed: ["bar", "party", "dance", "concert"]))

    other.id = "third"
    _ = try catalog.put(other, source: "test", at: now) { _ in }
    let put = try await next(changes)
    #expect(put.extent == .listings(added: ["third"]) && put.listing == "third")
    try catalog.edit("third") { $0.name = "Dritte" }
    #expect(try await next(changes) == CatalogChange(.edited, extent: .listings(changed: ["third"])))
    try catalog.remove(ids: ["third"])
    #expect(try await next(changes) == CatalogChange(.removed, extent: .listings(removed: ["third"])))
    try catalog.replaceSynonyms(by: Synonyms(parsing: ""))
    let synonyms = try await next(changes)
    #expect(synonyms.extent == .everything && synonyms.concerns("bar") && synonyms.listing == nil)
  }

  @Test("more listings than a change may name are everything", .timeLimit(.minutes(1)))
  func manyListings() async throws {
    let temporary = try SignalWorld.catalog()
    let (catalog, changes) = (temporary.catalog, temporary.catalog.changes)
    let listings = (0...CatalogChange.Extent.most).map { number in
      var bar = SignalWorld.bar
      bar.id = "bar-\(number)"
      return bar
    }
    try catalog.save(Array(listings.dropLast()), source: "many")
    #expect(try await next(changes).extent == .listings(added: Set(listings.dropLast().map(\.id))))
    _ = try catalog.bulkLoad(source: "others") { try $0.stage(listings.map { $0.renamed("o-\($0.id)") }) }
    #expect(try await next(changes).extent == .everything)
  }

  @Test("a listener keeps only so many ids", .timeLimit(.minutes(1)))
  func idCapacity() async throws {
    let queue = ChangeQueue()
    let ids = Set((0..<CatalogChange.Extent.most).map { "bar-\($0)" })
    let change = CatalogChange(.imported, extent: .listings(added: ids))
    let kept = CatalogChanges.idCapacity / CatalogChange.Extent.most
    for _ in 0...kept { queue.put([change]) }
    for _ in 0..<kept { #expect(queue.take() == change) }
    #expect(queue.take() == CatalogChange(.imported, extent: .everything))
    queue.put([change])
    #expect(queue.take() == change && queue.take() == nil)
  }

  @Test("changes by another process are reported as such, own ones are not", .timeLimit(.minutes(1)))
  func others() async throws {
    let temporary = try SignalWorld.catalog()
    let other = try Catalog(path: temporary.path, access: .readWrite)
    let reader = try Catalog(path: temporary.path)
    let (own, foreign, read) = (temporary.catalog.changes, other.changes, reader.changes)
    try temporary.catalog.perform(.favorite(listing: "bar", member: "a"), at: now)
    for (listener, kind) in [(own, CatalogChange.Kind.favorited), (foreign, .other), (read, .other)] {
      var iterator = listener.makeAsyncIterator()
      #expect(await iterator.next()?.kind == kind)
    }
  }

  @Test("listening ends with the task", .timeLimit(.minutes(1)))
  func cancellation() async throws {
    let temporary = try SignalWorld.catalog()
    let changes = temporary.catalog.changes
    let task = Task {
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test("listening ends with the catalog", .timeLimit(.minutes(1)))
  func end() async throws {
    var temporary: TemporaryCatalog? = try SignalWorld.catalog()
    let changes = try #require(temporary?.catalog.changes)
    temporary = nil
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test("listeners come and go during writes, and none waits forever", .timeLimit(.minutes(2)))
  func comingAndGoing() async throws {
    let temporary = try SignalWorld.catalog()
    let catalog = temporary.catalog
    let now = now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for round in 0..<25 {
            let favorite = Action.favorite(listing: "bar", member: "m\(number)-\(round)")
            try catalog.perform(favorite, at: now)
          }
        }
        group.addTask {
          for _ in 0..<25 {
            let changes = catalog.changes
            try catalog.perform(.visit(listing: "bar", member: "l\(number)"), at: now)
            try catalog.perform(.favorite(listing: "bar", member: "l\(number)"), at: now)
            try catalog.perform(.unfavorite(listing: "bar", member: "l\(number)"), at: now)
            let own = await changes.first { $0.member == "l\(number)" && $0.kind == .unfavorited }
            #expect(own?.listing == "bar")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try catalog.dependents(of: ["bar"], at: now).map(\.favorites) == [100])
  }
}

extension Listing {
  fileprivate func renamed(_ id: String) -> Listing {
    var other = self
    other.id = id
    return other
  }
}
