import Foundation
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

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

  @Test func listingsAreAddedAtTheTimeOfTheOptions() throws {
    try withCatalog { catalog in
      let times = try ["2026-09-01T12:00:00Z", "2026-11-25T12:00:00Z"].map { try Instant(parsing: $0) }
      for (id, time) in zip(["old", "new"], times) {
        var options = ImportOptions()
        options.now = time
        _ = try Importer(path: ImportSource(rows([id])).keep(), options: options).run(into: catalog)
      }
      var query = Query()
      (query.listedSince, query.fields) = (.ago(hours: 168), [.id, .added])
      let matches = try catalog.answer(query, at: times[1] + 3600).matches
      #expect(matches.map(\.id) == ["new"] && matches.first?.added == times[1])
    }
  }

  @Test func replacingNotesThatMostOfASourceIsRemoved() throws {
    func note(kept: Int, of count: Int) throws -> String? {
      var note: String?
      try withCatalog { catalog in
        let ids = (0..<count).map { "l\($0)" }
        _ = try Importer(path: ImportSource(rows(ids)).keep()).run(into: catalog)
        var options = ImportOptions()
        options.replacesSource = true
        let fewer = Array(ids.prefix(kept)) + ["new"]
        let report = try Importer(path: ImportSource(rows(fewer)).keep(), options: options).run(into: catalog)
        note = report.notes.first { $0.contains("were removed") }
      }
      return note
    }
    #expect(
      try note(kept: 10, of: 30) == "20 of 30 listings of rows were removed, because the file does not have them.")
    #expect(try note(kept: 15, of: 30) == nil)
    #expect(try note(kept: 1, of: 20) == nil)
  }

  @Test func replacingRemovesNothingWhenRowsWereRejected() throws {
    try withCatalog { catalog in
      _ = try Importer(path: ImportSource(rows(["a", "b", "c"])).keep()).run(into: catalog)
      var options = ImportOptions()
      options.replacesSource = true
      let faulty = rows(["a", "a"]) + "\n" + rows(["b"]).replacing(#""lat":1"#, with: #""lat":100"#)
      let report = try Importer(path: ImportSource(faulty).keep(), options: options).run(into: catalog)
      #expect(report.removed == 0 && report.rejectedCount == 2)
      #expect(report.notes.contains { $0.hasPrefix("nothing was removed from rows, because 1 row was rejected") })
      #expect(try catalog.listing("b") != nil && catalog.listing("c") != nil)
      // The listing of the first row with an id is imported.
      let repeated = try Importer(path: ImportSource(rows(["a", "a", "b"])).keep(), options: options).run(into: catalog)
      #expect(repeated.removed == 1)
      #expect(try catalog.listing("c") == nil)
    }
  }

  @Test(arguments: [2, 1200])
  func theLastSourceOwnsWhatItHas(count: Int) throws {
    try withCatalog { catalog in
      func load(_ ids: [String], source: String, replacing: Bool = false) throws -> ImportReport {
        var options = ImportOptions()
        (options.source, options.replacesSource, options.takesOver) = (source, replacing, true)
        return try Importer(path: ImportSource(rows(ids)).keep(), options: options).run(into: catalog)
      }
      let ids = (0..<count).map { "r\($0)" }
      _ = try load(ids, source: "s1")
      #expect(try load(ids, source: "s2").takenOver == count)
      let report = try load(["other"], source: "s1", replacing: true)
      #expect(report.removed == 0 && report.added == 1)
      #expect(try catalog.listing("r0") != nil)
      #expect(try catalog.statistics().sources.map(\.count) == [1, count])
    }
  }

  enum Fate {
    case taken, rejected
    /// Imported without the value.
    case cut
  }

  static let rowsOfBounds: [(String, Fate)] = [
    (#""minNights":0"#, .taken), (#""minNights":-1"#, .rejected), (#""minNights":1"#, .taken),
    (#""maxNights":0"#, .rejected), (#""minNights":0,"maxNights":1"#, .taken),
    (#""minNights":2,"maxNights":1"#, .rejected), (#""priceLevel":0"#, .cut), (#""priceLevel":4"#, .taken),
    (#""rating":-0.0"#, .taken), (#""rating":5.001"#, .cut), (#""ratingCount":-1"#, .cut),
    (#""ratingCount":3000000000"#, .cut), (#""guests":0"#, .cut), (#""guests":1"#, .taken),
    (#""capacity":-1"#, .rejected), (#""price":0"#, .taken), (#""price":1e12"#, .taken), (#""price":1.1e12"#, .cut),
    (#""starts":"9999-12-31""#, .rejected), (#""starts":"0000-01-01""#, .rejected),
    (#""starts":"9999-12-30""#, .taken), (#""publicRadius":5"#, .rejected), (#""status":"off""#, .rejected),
    (#""price":-1"#, .cut), (#""price":1,"currency":"euro""#, .cut), (#""price":1,"currency":5"#, .rejected),
    (#""accessible":"maybe""#, .cut), (#""tags":"wine""#, .cut), (#""name":7"#, .cut),
  ]

  @Test(arguments: rowsOfBounds)
  func whatTheValidatorLetsThroughTheCatalogTakes(members: String, fate: Fate) throws {
    try withCatalog { catalog in
      let row = #"{"id":"x","kind":"couch","lat":1,"lon":2,"timezone":"UTC",\#(members)}"#
      let path = try ImportSource(rows(["a"]) + "\n" + row).keep()
      var options = ImportOptions()
      options.isStrict = true
      if fate == .taken {
        #expect(try Importer(path: path, options: options).run(into: catalog).added == 2)
      } else {
        #expect(throws: ImportError.self) { try Importer(path: path, options: options).run(into: catalog) }
        let report = try Importer(path: path).run(into: catalog)
        #expect(report.rejectedCount == (fate == .rejected ? 1 : 0))
        #expect(report.leftOut.map(\.count) == (fate == .cut ? [1] : []))
        #expect(report.added == (fate == .rejected ? 1 : 2))
      }
      #expect(try catalog.check() == [])
    }
  }

  @Test func anAmountAboveZeroIsNeverFree() throws {
    for (amount, currency, units) in [
      (0.004, "EUR", 1), (1e-300, "JPY", 1), (0.0, "EUR", 0), (0.006, "EUR", 1), (0.4, "JPY", 1),
    ] {
      #expect(Price(amount: amount, currency: currency)?.minorUnits == units)
    }
  }

  @Test func aFileThatCannotBeReadToItsEndLeavesTheCatalogAsItWas() throws {
    try withCatalog { catalog in
      _ = try Importer(path: ImportSource(rows(["a"])).keep()).run(into: catalog)
      let cut = try ImportSource("[" + rows(["b"]) + ",\n" + rows(["c"]).dropLast(4)).keep()
      #expect(throws: InputError.self) { try Importer(path: cut).run(into: catalog) }
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
    let size = try #require(FileManager.default.attributesOfItem(atPath: source.path)[.size] as? Int)
    #expect(seen.last == .reading(rows: 5000, bytes: size, of: size))
  }

  @Test func progressRisesFromReadingToIndexing() throws {
    let source = try ImportSource(rows((0..<5000).map { "r\($0)" }))
    var seen: [ImportProgress] = []
    try withCatalog { catalog in _ = try Importer(path: source.path).run(into: catalog) { seen.append($0) } }
    let shares = seen.compactMap(\.fraction)
    #expect(shares.count == seen.count && shares == shares.sorted())
    #expect(seen.last == .indexing)
    #expect(seen.contains { if case .writing(let written, of: 5000) = $0 { written > 0 } else { false } })
  }

  @Test func theTimeLeftFollowsFromTheTimeSpent() {
    let half = ImportProgress.reading(rows: 1, bytes: 50, of: 100)
    let share = half.fraction ?? 0
    #expect(abs((half.secondsLeft(after: 10) ?? 0) - 10 * (1 - share) / share) < 1e-9)
    #expect(ImportProgress.reading(rows: 1, bytes: 1, of: nil).secondsLeft(after: 10) == nil)
    #expect(ImportProgress.reading(rows: 0, bytes: 0, of: 100).secondsLeft(after: 10) == nil)
    #expect(ImportProgress.indexing.secondsLeft(after: 85).map { abs($0 - 15) < 1e-9 } == true)
  }
}
