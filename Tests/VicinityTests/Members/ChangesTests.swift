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
        [.favourite(listing: "bar", member: "a"), .favourite(listing: "unknown", member: "a")], at: now)
    }
    try catalog.perform(.favourite(listing: "bar", member: "a"), at: now)
    try catalog.perform(.favourite(listing: "bar", member: "a"), at: now)
    try catalog.perform(.leave(listing: "party", member: "a"), at: now)
    try catalog.save([SignalWorld.bar], source: "other")
    try catalog.remove(ids: ["bar"])
    var couch = SignalWorld.couch
    couch.name = "Couch"
    try catalog.save([couch], source: "test")
    let expected = [
      CatalogChange(.joined, listing: "party", member: "a"), CatalogChange(.joined, listing: "party", member: "b"),
      CatalogChange(.waiting, listing: "party", member: "c"), CatalogChange(.favourited, listing: "bar", member: "a"),
      CatalogChange(.left, listing: "party", member: "a"), CatalogChange(.movedUp, listing: "party", member: "c"),
      CatalogChange(.removed, listing: "bar"), CatalogChange(.imported),
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

  @Test("changes by another process are reported as such, own ones are not", .timeLimit(.minutes(1)))
  func others() async throws {
    let temporary = try SignalWorld.catalog()
    let other = try Catalog(path: temporary.path, access: .readWrite)
    let reader = try Catalog(path: temporary.path)
    let (own, foreign, read) = (temporary.catalog.changes, other.changes, reader.changes)
    try temporary.catalog.perform(.favourite(listing: "bar", member: "a"), at: now)
    for (listener, kind) in [(own, CatalogChange.Kind.favourited), (foreign, .other), (read, .other)] {
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
            let favourite = Action.favourite(listing: "bar", member: "m\(number)-\(round)")
            try catalog.perform(favourite, at: now)
          }
        }
        group.addTask {
          for _ in 0..<25 {
            let changes = catalog.changes
            try catalog.perform(.visit(listing: "bar", member: "l\(number)"), at: now)
            try catalog.perform(.favourite(listing: "bar", member: "l\(number)"), at: now)
            try catalog.perform(.unfavourite(listing: "bar", member: "l\(number)"), at: now)
            let own = await changes.first { $0.member == "l\(number)" && $0.kind == .unfavourited }
            #expect(own?.listing == "bar")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try catalog.dependents(of: ["bar"], at: now).map(\.favourites) == [100])
  }
}
