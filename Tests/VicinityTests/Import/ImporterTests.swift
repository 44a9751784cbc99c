import Foundation
import Testing

@testable import Vicinity

struct ImporterTests {
  /// A catalog in a folder of its own.
  private func withCatalog(_ body: (Catalog) throws -> Void) throws {
    let folder = try ImportSource("", name: "catalog.gpkg")
    try FileManager.default.removeItem(atPath: folder.path)
    try body(try Catalog(path: folder.path, access: .create))
  }

  private func rows(_ ids: [String], name: String = "A") -> String {
    ids.map { #"{"id":"\#($0)","kind":"bar","lat":1,"lon":2,"name":"\#(name)"}"# }.joined(separator: "\n")
  }

  @Test func importingAgainUpdatesAndReplacingRemoves() throws {
    try withCatalog { catalog in
      let first = try Importer(path: ImportSource(rows(["a", "b"])).keep()).run(into: catalog)
      #expect(first.added == 2 && first.updated == 0 && first.unchanged == 0)
      var options = ImportOptions()
      options.replacesSource = true
      let second = try Importer(
        path: ImportSource(rows(["b"]) + "\n" + rows(["c"], name: "C")).keep(), options: options
      )
      .run(into: catalog)
      #expect(second.added == 1 && second.unchanged == 1 && second.removed == 1)
      #expect(try catalog.listing("a") == nil)
      let third = try Importer(path: ImportSource(rows(["b"], name: "B")).keep()).run(into: catalog)
      #expect(third.added == 0 && third.updated == 1)
      #expect(try catalog.listing("b")?.name == "B")
    }
  }

  @Test func aFileThatCannotBeReadToItsEndLeavesTheCatalogAsItWas() throws {
    try withCatalog { catalog in
      _ = try Importer(path: ImportSource(rows(["a"])).keep()).run(into: catalog)
      let cut = try ImportSource("[" + rows(["b"]) + ",\n" + rows(["c"]).dropLast(4)).keep()
      #expect(throws: ImportError.self) { try Importer(path: cut).run(into: catalog) }
      #expect(try catalog.listing("b") == nil)
      #expect(try catalog.listing("a") != nil)
    }
  }

  @Test func theReportIsReadByPeopleAndMachines() throws {
    let (_, report) = try readFixture("osm.geojson")
    #expect(report.description.contains("1 × amenity=atm"))
    #expect(report.description.contains("no time zone"))
    let json = try #require(report.json.object)
    #expect(json["rejected"]?.array?.count == 3)
    #expect(json["format"] == .string("geojson"))
  }

  @Test func hoursThatAreNotUnderstoodAreCounted() throws {
    let lines = ["Mo-Fr 17:00-02:00", "whenever we feel like it, really", "Mo-Fr 17:00-02:00"].enumerated().map {
      #"{"id":"\#($0)","kind":"bar","lat":1,"lon":2,"openingHours":"\#($1)"}"#
    }
    let (_, report) = try ImportSource(lines.joined(separator: "\n")).read()
    #expect(report.schedules.distinct == 2)
    #expect(report.schedules.understood == 1)
    #expect(report.schedules.notUnderstood.map(\.code) == ["whenever we feel like it, really"])
  }

  @Test func progressCountsTheBytesOfTheFile() throws {
    let source = try ImportSource(rows((0..<5000).map { "r\($0)" }))
    var seen: [ImportProgress] = []
    _ = try Importer(path: source.path).read(into: ListSink()) { seen.append($0) }
    #expect(seen.count == 5)
    #expect(seen.last?.fraction == 1)
  }
}
