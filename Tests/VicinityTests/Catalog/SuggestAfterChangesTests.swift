import Foundation
import Geography
import Streams
import Synchronization
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Completions after changes") struct SuggestAfterChangesTests {
  /// That of a request which may not wait.
  private static var impatient: WorkBudget {
    var budget = WorkBudget.usual
    budget.mayWait = false
    return budget
  }

  private static func listing(_ id: String, _ name: String?, _ latitude: Double = 48, tags: [String] = []) -> Listing {
    var listing = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: latitude, longitude: 9))
    (listing.name, listing.tags) = (name, tags)
    return listing
  }

  private static func snapshots(of catalog: Catalog) throws -> SnapshotCache {
    try catalog.read { worker, _, _ in worker.snapshots }
  }

  /// Runs `body` while nothing is made again.
  private static func withoutRenewal(of catalog: Catalog, _ body: () throws -> Void) throws {
    _ = try catalog.suggest("a")
    let gate = DispatchSemaphore(value: 0)
    let snapshots = try snapshots(of: catalog)
    let ending = snapshots.renew(snapshots.completions, named: "held", because: .wait) { reader, present, last in
      gate.wait()
      gate.signal()
      return (present.basis, try Completions(reading: reader, work: reader.work, after: last))
    }
    defer {
      gate.signal()
      _ = try? ending?.wait(until: nil)
    }
    try body()
  }

  @Test("are the former ones until they are rebuilt, and current for callers who wait")
  func former() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Zebra")])
    let catalog = temporary.catalog
    try Self.withoutRenewal(of: catalog) {
      try catalog.save([Self.listing("b", "Zebulon")], source: "other", at: SeededWorld.now)
      #expect(try catalog.suggest("zeb", within: Self.impatient).map(\.text) == ["Zebra"])
    }
    #expect(try Set(catalog.suggest("zeb").map(\.text)) == ["Zebra", "Zebulon"])
    #expect(try Set(catalog.suggest("zeb", within: Self.impatient).map(\.text)) == ["Zebra", "Zebulon"])
  }

  @Test("never show removed listings after the change")
  func gone() throws {
    let temporary = try TemporaryCatalog([
      Self.listing("removed", "Zebra"), Self.listing("hidden", "Zebu", tags: ["zebus"]),
      Self.listing("renamed", "Zeborah"), Self.listing("closed", "Zebedee"), Self.listing("near", "Zebrina", 48),
      Self.listing("far", "ZEBRINA", 50), Self.listing("stays", "Zebulon"),
    ])
    let catalog = temporary.catalog
    let near = Coordinate(latitude: 48, longitude: 9)
    #expect(try catalog.suggest("zeb", near: near).count == 7)
    try Self.withoutRenewal(of: catalog) {
      _ = try catalog.remove(ids: ["removed", "near"])
      try catalog.hide("hidden", because: "test", at: SeededWorld.now)
      _ = try catalog.edit("renamed") { $0.name = "Antelope" }
      _ = try catalog.edit("closed") { $0.operatingStatus = .closed }
      let found = try catalog.suggest("zeb", near: near, within: Self.impatient)
      #expect(found.map(\.text) == ["ZEBRINA", "Zebulon"])
      #expect(found.first?.coordinate == Coordinate(latitude: 50, longitude: 9), "the other one with the name")
      #expect(try catalog.suggest("zeb", within: Self.impatient).map(\.text) == ["ZEBRINA", "Zebulon"])
    }
  }

  @Test("show a listing that has become private at its public point, from the change on")
  func nowPrivate() throws {
    let exact = Coordinate(latitude: 48.123456, longitude: 9.123456)
    var couch = Listing(id: "couch", kind: .couch, coordinate: exact)
    couch.name = "Zebra sofa"
    let temporary = try TemporaryCatalog([couch])
    let catalog = temporary.catalog
    #expect(try catalog.suggest("zeb", near: exact).first?.coordinate == exact)
    try Self.withoutRenewal(of: catalog) {
      _ = try catalog.edit("couch") { $0.publicRadiusMeters = 500 }
      let shown = try #require(try catalog.listing("couch")?.coordinate)
      let found = try catalog.suggest("zeb", near: exact, within: Self.impatient)
      #expect(shown != exact && found.map(\.coordinate) == [shown])
      #expect(found.first?.distanceMeters == Metric.wgs84.meters(from: exact, to: shown))
    }
  }

  @Test("show only former ones that still exist", arguments: [1, 2] as [UInt64])
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func name() -> String {
      ["zebra", "zebu", "zebulon", "Zeb"][SeededWorld.pick(4, &random)] + " \(SeededWorld.pick(30, &random))"
    }
    var live = Dictionary(uniqueKeysWithValues: (0..<120).map { ("\($0)", name()) })
    let temporary = try TemporaryCatalog(live.map { Self.listing($0, $1) })
    let before = live
    try Self.withoutRenewal(of: temporary.catalog) {
      for id in live.keys.sorted() {
        switch SeededWorld.pick(4, &random) {
        case 0:
          _ = try temporary.catalog.remove(ids: [id])
          live[id] = nil
        case 1:
          let new = name()
          _ = try temporary.catalog.edit(id) { $0.name = new }
          live[id] = new
        default: break
        }
      }
      // Only unchanged names; other listings may have received names that existed before.
      let expected = Set(before.filter { live[$0.key] == $0.value }.map { $0.value.lowercased() })
      for limit in [5, 500] {
        let found = try temporary.catalog.suggest("zeb", limit: limit, within: Self.impatient).map(\.text)
        #expect(found.allSatisfy(live.values.contains))
        #expect(limit == 5 ? found.count == min(5, expected.count) : Set(found.map { $0.lowercased() }) == expected)
      }
    }
    // Rebuilt, they are current.
    let found = try temporary.catalog.suggest("zeb", limit: 500).map { $0.text.lowercased() }
    #expect(Set(found) == Set(live.values.map { $0.lowercased() }) && Set(found).count == found.count)
  }

  @Test("are not made again after changes that touch no names, and places only after a change of the gazetteer")
  func kept() throws {
    let temporary = try GazetteerWorld.catalog(listings: [Self.listing("a", "Zebra")])
    let catalog = temporary.catalog
    _ = try catalog.suggest("zeb")
    let snapshots = try Self.snapshots(of: catalog)
    let first = try #require(snapshots.completions.usable())
    try catalog.perform(.favorite(listing: "a", member: "ana"), at: SeededWorld.now)
    try catalog.rate("a", try #require(Stars(4)), by: "ana", at: SeededWorld.now)
    #expect(try catalog.suggest("zeb").map(\.text) == ["Zebra"])
    #expect(snapshots.completions.count == 1)
    try catalog.save([Self.listing("b", "Zebulon")], source: "other", at: SeededWorld.now)
    _ = try catalog.suggest("zeb")
    let second = try #require(snapshots.completions.usable())
    #expect(second.value !== first.value && second.value.places === first.value.places)
    let files = try GazetteerWorld.write([GazetteerWorld.cities], in: temporary.folder)
    try catalog.importGazetteer(files)
    _ = try catalog.suggest("zeb")
    #expect(try #require(snapshots.completions.usable()).value.places !== first.value.places)
  }

  @Test("are rebuilt at the change, but only if they are in use")
  func atChange() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Zebra")])
    let catalog = temporary.catalog
    let snapshots = try Self.snapshots(of: catalog)
    try catalog.save([Self.listing("b", "Zebulon")], source: "other", at: SeededWorld.now)
    #expect(!snapshots.completions.isWanted)
    _ = try catalog.suggest("zeb")
    // If it takes long, the pause after the first build delays it.
    var changes = 0
    while snapshots.completions.count == 1, changes < 1000 {
      changes += 1
      try catalog.save([Self.listing("b", "Zebulon \(changes)")], source: "other", at: SeededWorld.now)
    }
    #expect(snapshots.completions.count > 1)
  }

  @Test("take less than half of the memory limit from the nodes, and do not keep others from being decoded")
  func memory() throws {
    let temporary = try TemporaryCatalog((0..<200).map { Self.listing("\($0)", "Zebra \($0)") })
    let small = try Catalog(path: temporary.path, memoryLimit: 20_000)
    #expect(try small.suggest("zebra 1").count == 10)
    let snapshots = try Self.snapshots(of: small)
    #expect(snapshots.completions.byteCount > 20_000)
    let snapshot = try small.read { _, snapshot, _ in snapshot }
    #expect(try small.read { _, again, _ in again === snapshot })
    #expect(try small.indexMemory().words >= snapshots.completions.byteCount)
    #expect(snapshots.completions.count == 1)
  }

  @Test("correct typing errors by the former words, and show nothing removed")
  func corrections() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Zebrawood"), Self.listing("b", "Mahogany")])
    let catalog = temporary.catalog
    func ids(_ text: String) throws -> [String] {
      var query = Query()
      query.text = text
      return try catalog.answer(query, at: SeededWorld.now, within: Self.impatient).matches.map(\.id)
    }
    var query = Query()
    query.text = "zebrawodo"
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["a"])
    let gate = DispatchSemaphore(value: 0)
    let snapshots = try Self.snapshots(of: catalog)
    let ending = snapshots.renew(snapshots.words, named: "held", because: .wait) { reader, present, _ in
      gate.wait()
      gate.signal()
      return (present.basis, try WordList { try TextIndex.forEachWord(work: reader.work, in: reader, $0) })
    }
    _ = try catalog.edit("b") { $0.name = "Rosewood" }
    #expect(try ids("zebrawodo") == ["a"])
    #expect(try ids("mahogani") == [])
    #expect(try ids("rosewodo") == [], "not known yet")
    gate.signal()
    _ = try? ending?.wait(until: nil)
    query.text = "rosewodo"
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["b"])
  }

  private static let gazetteer = ["countryInfo.txt", "admin1CodesASCII.txt.gz", "cities15000.txt.gz"].map {
    GazetteerImportTests.shared + "/gazetteer/" + $0
  }
  private static var hasGazetteer: Bool { gazetteer.allSatisfy(FileManager.default.fileExists) }

  @Test(
    "of all cities are always answered while the catalog changes every 50 ms, after the first build",
    .enabled(if: hasGazetteer, "the data beside the project are missing"))
  func writing() throws {
    let temporary = try TemporaryCatalog([Self.listing("a", "Zebra")])
    let catalog = temporary.catalog
    try catalog.importGazetteer(Self.gazetteer)
    #expect(try catalog.suggest("münch").first?.text == "Munich, Bavaria, DE")
    let isDone = Atomic(false)
    let failures = Mutex<[String]>([])
    let writer = Thread {
      for number in 0..<40 {
        do {
          try catalog.save([Self.listing("b", "Zebulon \(number)")], source: "other", at: SeededWorld.now)
        } catch { failures.withLock { $0.append("\(error)") } }
        usleep(50_000)
      }
      isDone.store(true, ordering: .relaxed)
    }
    writer.start()
    var asked = 0
    while !isDone.load(ordering: .relaxed) {
      #expect(try catalog.suggest("berl", within: Self.impatient).first?.text == "Berlin, Berlin, DE")
      #expect(try catalog.suggest("zeb", within: Self.impatient).isEmpty == false)
      asked += 1
    }
    #expect(asked > 0 && failures.withLock { $0 } == [])
  }
}
