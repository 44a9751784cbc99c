import Foundation
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Vicinity

@Suite("Async work on the threads of a catalog", .timeLimit(.minutes(2)))
struct CatalogRunTests {
  private static let ids = (0..<20).map { "bar-\($0)" }

  private static func listings() -> [Listing] {
    ids.enumerated().map { number, id in
      Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48 + Double(number) / 100, longitude: 9))
    }
  }

  /// A gate that threads wait at until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func pass() {
      semaphore.wait()
      semaphore.signal()
    }
  }

  /// How many bodies run now, and how many ran at a time at most.
  private final class Gauge: Sendable {
    private let state = Mutex((now: 0, most: 0))
    var now: Int { state.withLock { $0.now } }
    var most: Int { state.withLock { $0.most } }
    func measure<Value>(_ body: () throws -> Value) rethrows -> Value {
      state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { state.withLock { $0.now -= 1 } }
      return try body()
    }
    /// Waits, as a task, until `count` bodies run.
    func reaches(_ count: Int) async throws {
      while now < count { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test("many tasks get their own answers, and no more bodies run at a time than there are threads")
  func manyTasks() async throws {
    let temporary = try TemporaryCatalog(Self.listings())
    let catalog = try Catalog(path: temporary.path, threads: 3)
    let gauge = Gauge()
    let found = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      for number in 0..<400 {
        group.addTask {
          let id = Self.ids[number % Self.ids.count]
          return (number, try await catalog.run { catalog in try gauge.measure { try catalog.listing(id)?.id } })
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(found == Dictionary(uniqueKeysWithValues: (0..<400).map { ($0, Self.ids[$0 % Self.ids.count]) }))
    #expect(gauge.most <= 3)
  }

  @Test("bodies that block take no thread from other tasks, and run side by side")
  func blockedBodies() async throws {
    let temporary = try TemporaryCatalog()
    // More than tasks have threads.
    let threads = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
    let catalog = try Catalog(path: temporary.path, threads: threads)
    let (gate, gauge) = (Gate(), Gauge())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<threads { group.addTask { try await catalog.run { _ in gauge.measure { gate.pass() } } } }
      try await gauge.reaches(threads)
      gate.open()
      try await group.waitForAll()
    }
    #expect(gauge.most == threads)
  }

  @Test("a task that is cancelled before its turn ends at once, and its body never runs")
  func cancelledWhileWaiting() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = try Catalog(path: temporary.path, threads: 1)
    let (gate, gauge) = (Gate(), Gauge())
    let first = Task { try await catalog.run { _ in gauge.measure { gate.pass() } } }
    try await gauge.reaches(1)
    let second = Gauge()
    let cancelled = Task { try await catalog.run { _ in second.measure {} } }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let waiting = Task { try await catalog.run { _ in 1 } }
    gate.open()
    try await first.value
    #expect(try await waiting.value == 1)
    #expect(second.most == 0)
  }

  @Test("a task that is cancelled already does not begin, and one that has begun ends as if it were not")
  func cancelledBeforeAndAfter() async throws {
    let temporary = try TemporaryCatalog()
    let (gate, gauge) = (Gate(), Gauge())
    let begun = Task {
      try await temporary.catalog.run { catalog in
        gauge.measure { gate.pass() }
        return try catalog.save([Self.listings()[0]], source: "late")
      }
    }
    try await gauge.reaches(1)
    begun.cancel()
    gate.open()
    _ = try await begun.value
    #expect(try temporary.catalog.listing("bar-0") != nil)

    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await temporary.catalog.run { try $0.listing("bar-0") }
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test("an error of a body is rethrown")
  func errors() async throws {
    let temporary = try TemporaryCatalog(Self.listings())
    let catalog = try Catalog(path: temporary.path)
    await #expect(throws: CatalogError.readOnly(path: temporary.path)) {
      try await catalog.run { try $0.save(Self.listings(), source: "x") }
    }
    #expect(try await catalog.run { try $0.listing("bar-1")?.id } == "bar-1")
  }

  @Test("the last reference to a catalog may end in a body")
  func lastReference() async throws {
    let temporary = try TemporaryCatalog(Self.listings())
    let path = temporary.path
    for _ in 0..<20 {
      let task = Task { try await Catalog(path: path).run { try $0.listing("bar-2")?.id } }
      #expect(try await task.value == "bar-2")
    }
  }
}
