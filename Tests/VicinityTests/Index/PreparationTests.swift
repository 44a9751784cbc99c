import Foundation
import Geography
import Streams
import Synchronization
import TestSupport
import Testing

@testable import Vicinity

@Suite("A value built once for a version")
struct PreparationTests {
  private final class Number: Sized {
    let value: Int
    var byteCount: Int { 8 }

    init(_ value: Int) { self.value = value }
  }

  @Test("is built by another thread than the caller's, once for all waiting callers")
  func once() throws {
    let preparation = Preparation<Number>()
    let threads = Mutex<[Thread]>([])
    let gate = DispatchSemaphore(value: 0)
    let make: @Sendable () throws -> Number = {
      gate.wait()
      threads.withLock { $0.append(Thread.current) }
      return Number(7)
    }
    let endings = (0..<3).map { _ in preparation.begin(named: "test", make) }
    #expect(endings.allSatisfy { $0 === endings[0] } && preparation.made == nil)
    #expect(try endings[0].wait(until: .now) == false, "a thread waits until its deadline, and the making goes on")
    gate.signal()
    #expect(try endings[0].wait(until: nil))
    #expect(preparation.made?.value == 7)
    #expect(threads.withLock { $0.count == 1 && $0[0] !== Thread.current })
  }

  @Test("is tried again after an error, which the waiting callers get")
  func failure() throws {
    struct Broken: Error {}
    let preparation = Preparation<Number>()
    #expect(throws: Broken.self) {
      try preparation.begin(named: "test", { () throws -> Number in throw Broken() }).wait(until: nil)
    }
    #expect(try preparation.begin(named: "test", { Number(8) }).wait(until: nil))
    #expect(preparation.made?.value == 8)
  }

  @Test("does not block a request that cannot wait, and is built in the meantime")
  func withoutWaiting() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Alpha")])
    var budget = WorkBudget.usual
    budget.mayWait = false
    var endings = 0
    while endings < 100 {
      do {
        _ = try temporary.catalog.suggest("a", within: budget)
        break
      } catch let error as BeingMade {
        endings += 1
        #expect(try error.ending.wait(until: nil))
      }
    }
    #expect(endings == 1, "the first request is let go, and the second one answered")
  }

  @Test("ends when a newer version exists, which waiting callers then read")
  func newerVersion() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Alpha")])
    let catalog = temporary.catalog
    #expect(try catalog.suggest("al").map(\.text) == ["Alpha"])
    let old = try catalog.read { _, snapshot, _ in snapshot }
    try catalog.save([Self.listing("b", "Albatross")], source: "other", at: SeededWorld.now)
    #expect(try Set(catalog.suggest("al").map(\.text)) == ["Alpha", "Albatross"])
    #expect(old.stop.isUp)
    #expect(throws: Stopped.self) {
      let work = WorkMeter(stop: old.stop)
      for _ in 0..<1000 { try work.visitNodes() }
    }
  }

  @Test("ends when the catalog is closed")
  func closed() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Alpha")])
    let snapshot = try temporary.catalog.read { _, snapshot, _ in snapshot }
    temporary.catalog.close()
    #expect(snapshot.stop.isUp)
    #expect(try temporary.catalog.suggest("al").count == 1, "the next question opens it again")
  }

  private static func listing(_ id: String, _ name: String) -> Listing {
    var listing = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    listing.name = name
    return listing
  }
}
