import Foundation
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// A catalog whose file is removed, or exchanged for another one, while it is open.
@Suite("A catalog that is replaced while it is open")
struct ReplacedCatalogTests {
  private let folder: CatalogFolder
  private var path: String { folder.path("c.gpkg") }

  init() throws { folder = try CatalogFolder() }

  private func listing(_ id: String) -> Listing {
    var listing = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    listing.tags = ["tag of \(id)"]
    return listing
  }

  private func make(_ name: String, _ ids: [String]) throws {
    try Catalog(path: folder.path(name), access: .create).save(ids.map(listing), source: "s")
  }

  private func ids(_ catalog: Catalog, tag: String? = nil) throws -> [String] {
    var query = Query()
    query.tags.all = tag.map { [$0] } ?? []
    return try catalog.answer(query, at: SeededWorld.now).matches.map(\.id)
  }

  private func replace() { #expect(rename(folder.path("new.gpkg"), path) == 0) }

  /// Longer than answers from memory may lag behind.
  private func wait() { Thread.sleep(forTimeInterval: 0.15) }

  @Test("the new file is read, with its own meaning of numbers")
  func replaced() throws {
    try make("c.gpkg", ["a", "b"])
    try make("new.gpkg", ["x", "y", "z"])
    let catalog = try Catalog(path: path)
    #expect(try ids(catalog) == ["a", "b"])
    #expect(try ids(catalog, tag: "tag of b") == ["b"])
    replace()
    wait()
    #expect(try ids(catalog) == ["x", "y", "z"])
    #expect(try ids(catalog, tag: "tag of y") == ["y"])
    #expect(try ids(catalog, tag: "tag of b") == [])
  }

  @Test("data from the file is never read from the old one")
  func atOnce() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let catalog = try Catalog(path: path)
    #expect(try ids(catalog) == ["a"])
    replace()
    #expect(try catalog.listing("a") == nil)
    #expect(try ids(catalog) == ["x"])
  }

  @Test("a worker lent for many queries moves to the new file as well")
  func series() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let catalog = try Catalog(path: path)
    var series = catalog.answerSeries(within: .unlimited)
    #expect(try line(of: &series).contains(#""id":"a""#))
    replace()
    wait()
    #expect(try line(of: &series).contains(#""id":"x""#))
  }

  private func line(of series: inout AnswerSeries) throws -> String {
    var lines = AnswerLines()
    try series.write(Query(), at: SeededWorld.now, to: &lines)
    return String(decoding: lines.json.bytes, as: UTF8.self)
  }

  @Test("while the old file is being read, callers without time do not wait, and the version is that of neither")
  func withoutWaiting() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let catalog = try Catalog(path: path)
    let before = try catalog.contentVersion()
    let between = try catalog.readFile { _ in
      replace()
      let between = try catalog.contentVersion()
      for budget in [WorkBudget(nodes: 160), WorkBudget(deadline: .now)] {
        #expect(throws: CatalogError.busy(path: path)) {
          try catalog.answer(Query(), at: SeededWorld.now, within: budget)
        }
      }
      #expect(try catalog.contentVersion() == between)
      return between
    }
    let after = try catalog.contentVersion()
    #expect(Set([before, between, after]).count == 3)
    #expect(try ids(catalog) == ["x"])
  }

  @Test("a removed file is an error until there is one again")
  func removed() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let catalog = try Catalog(path: path)
    #expect(try ids(catalog) == ["a"])
    try FileManager.default.removeItem(atPath: path)
    wait()
    for _ in 1...2 {
      #expect(throws: CatalogError.removed(path: path)) { try catalog.listing("a") }
    }
    replace()
    wait()
    #expect(try ids(catalog) == ["x"])
  }

  @Test("statistics and a check are of the new file, and fail once it is removed")
  func wholeFile() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x", "y"])
    let catalog = try Catalog(path: path)
    func count() throws -> Int { try catalog.statistics().kinds.reduce(0) { $0 + $1.count } }
    #expect(try count() == 1)
    try TestDatabase.run("DROP TABLE visit", path: folder.path("new.gpkg"))
    #expect(try catalog.check() == [])
    replace()
    #expect(try catalog.check() != [])
    #expect(try count() == 2)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: CatalogError.removed(path: path)) { try count() }
    #expect(throws: CatalogError.removed(path: path)) { try catalog.check() }
  }

  @Test("a symbolic link that is led to another file is followed")
  func link() throws {
    try make("old.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let link = folder.path("link.gpkg")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "old.gpkg")
    let catalog = try Catalog(path: link)
    #expect(try ids(catalog) == ["a"])
    unlink(link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "new.gpkg")
    wait()
    #expect(try ids(catalog) == ["x"])
  }

  @Test("changes go to the new file")
  func writing() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let catalog = try Catalog(path: path, access: .readWrite)
    try catalog.save([listing("b")], source: "more")
    replace()
    try catalog.save([listing("y")], source: "more")
    #expect(try Catalog(path: path).answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["x", "y"])
    #expect(try ids(catalog) == ["x", "y"])
  }

  @Test("changes to a removed file are refused")
  func writingRemoved() throws {
    try make("c.gpkg", ["a"])
    let catalog = try Catalog(path: path, access: .readWrite)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: CatalogError.removed(path: path)) { try catalog.save([listing("b")], source: "more") }
  }

  @Test("a listener learns of it")
  func told() throws {
    try make("c.gpkg", ["a"])
    try make("new.gpkg", ["x"])
    let workers = try WorkerPool(path: CatalogPath(path), memoryLimit: 1 << 20)
    let commits = ForeignCommits(workers: workers, writer: nil)
    commits.begin()
    #expect(!commits.haveHappened())
    replace()
    #expect(commits.haveHappened())
    #expect(!commits.haveHappened())
  }
}
