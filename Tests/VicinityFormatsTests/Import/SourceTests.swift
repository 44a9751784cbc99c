import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Sources of a catalog") struct SourceTests {
  private static func rows(_ ids: [String], name: String) -> String {
    ids.map { #"{"id":"\#($0)","kind":"bar","lat":1,"lon":2,"name":"\#(name)"}"# }.joined(separator: "\n")
  }

  /// Imports rows as a source.
  private func load(
    _ text: String, as source: String, into catalog: Catalog, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    let file = try ImportSource(text, name: "\(source).jsonl")
    defer { withExtendedLifetime(file) {} }
    var options = ImportOptions()
    configure(&options)
    return try Importer(path: file.path, options: options).run(into: catalog)
  }

  private func names(_ catalog: Catalog) throws -> [String: String] {
    let answer = try catalog.answer(Query(), at: SeededWorld.now)
    return Dictionary(uniqueKeysWithValues: answer.matches.map { ($0.id, $0.listing?.name ?? "") })
  }

  @Test("an id of another source is rejected, and nothing of that source changes")
  func rejected() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: catalog)
    let report = try load(Self.rows(["1", "3"], name: "B"), as: "second", into: catalog)
    #expect(report.added == 1 && report.updated == 0 && report.takenOver == 0)
    #expect(report.rejected.map(\.code) == ["id-of-other-source"])
    #expect(report.rejected.first?.remedy == .takeOver(source: "first"))
    #expect(try names(catalog) == ["1": "A", "2": "A", "3": "B"])
    #expect(try catalog.sources().map(\.name) == ["first", "second"])
    #expect(try catalog.sources().map(\.listings) == [2, 1])
    #expect(throws: ImportError.self) {
      try load(Self.rows(["1"], name: "B"), as: "second", into: catalog) { $0.isStrict = true }
    }
  }

  @Test("a listing is taken over on request, and counted")
  func takenOver() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: catalog)
    // The first one without a change.
    let text = Self.rows(["1"], name: "A") + "\n" + Self.rows(["2", "3"], name: "B")
    let report = try load(text, as: "second", into: catalog) { $0.takesOver = true }
    #expect(report.added == 1 && report.updated == 2 && report.unchanged == 0 && report.takenOver == 2)
    #expect(try catalog.sources().map(\.name) == ["second"])
    let again = try load(text, as: "second", into: catalog) { $0.takesOver = true }
    #expect(again.unchanged == 3 && again.takenOver == 0)
  }

  @Test("the address of a source is forgotten with its last listing")
  func downloads() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    var download = Download(
      address: "https://x.example/a.jsonl", source: "first", entityTag: "\"1\"", lastModified: nil, at: SeededWorld.now)
    try catalog.note(download)
    #expect(try catalog.downloads() == [])
    _ = try load(Self.rows(["1"], name: "A"), as: "first", into: catalog)
    try catalog.note(download)
    #expect(try catalog.downloads() == [download])
    (download.entityTag, download.lastModified) = (nil, "Sat, 28 Nov 2026 10:00:00 GMT")
    try catalog.note(download)
    #expect(try catalog.downloads() == [download])
    try catalog.removeSource("first", at: SeededWorld.now)
    #expect(try catalog.downloads() == [])
  }

  @Test("a prefix keeps the ids of two sources apart")
  func prefix() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: catalog)
    let report = try load(Self.rows(["1", "2"], name: "B"), as: "second", into: catalog) { $0.idPrefix = "b/" }
    #expect(report.added == 2 && report.rejectedCount == 0)
    #expect(try names(catalog) == ["1": "A", "2": "A", "b/1": "B", "b/2": "B"])
  }

  @Test("replacing a source removes what is missing, although rows with ids of others are rejected")
  func replaced() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1"], name: "A"), as: "first", into: catalog)
    _ = try load(Self.rows(["2", "3"], name: "B"), as: "second", into: catalog)
    let report = try load(Self.rows(["1", "3"], name: "B"), as: "second", into: catalog) { $0.replacesSource = true }
    #expect(report.removed == 1 && report.unchanged == 1 && report.rejectedCount == 1)
    #expect(try names(catalog) == ["1": "A", "3": "B"])
  }

  @Test("a source is removed as a whole, and an unknown one is named with the nearest")
  func removed() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: catalog)
    _ = try load(Self.rows(["3"], name: "B"), as: "second", into: catalog)
    #expect(throws: CatalogError.unknownSource(name: "fist", similar: "first")) { try catalog.removeSource("fist") }
    #expect(try catalog.removeSource("first", at: SeededWorld.now) == 2)
    #expect(try names(catalog) == ["3": "B"])
    #expect(try catalog.check().isEmpty)
  }

  @Test("filters and answers name the source, also after it has changed")
  func filtered() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: catalog)
    _ = try load(Self.rows(["3"], name: "B"), as: "second", into: catalog)
    func ids(_ filter: String) throws -> [String] {
      var query = Query()
      (query.filter, query.fields) = (try FilterExpression(parsing: filter), [.id, .source])
      let matches = try catalog.answer(query, at: SeededWorld.now).matches
      return matches.map { "\($0.id) \($0.source ?? "")" }
    }
    #expect(try ids("source = 'first'") == ["1 first", "2 first"])
    #expect(try ids("source LIKE 'sec%'") == ["3 second"])
    #expect(try ids("source <> 'first'") == ["3 second"])
    #expect(try ids("source IS NULL").isEmpty)
    _ = try load(Self.rows(["1"], name: "A"), as: "second", into: catalog) { $0.takesOver = true }
    #expect(try ids("source IN ('first', 'third')") == ["2 first"])
    #expect(try ids("source = 'second'") == ["1 second", "3 second"])
  }

  @Test("a preview counts what an import does, and changes nothing")
  func preview() throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: catalog)
    _ = try load(Self.rows(["4"], name: "D"), as: "second", into: catalog)
    let text = Self.rows(["1", "2", "3", "4", "3"], name: "C") + "\n{\"id\":\"5\"}\n"
    let file = try ImportSource(text, name: "first.jsonl")
    for takesOver in [false, true] {
      var options = ImportOptions()
      options.takesOver = takesOver
      let (report, listings) = try Importer(path: file.path, options: options).preview(for: catalog, most: 2)
      #expect(report.isPreview && listings.map(\.id) == ["1", "2"] && listings.allSatisfy { $0.name == "C" })
      #expect(try names(catalog) == ["1": "A", "2": "A", "4": "D"])
      let copy = try TemporaryCatalog()
      _ = try load(Self.rows(["1", "2"], name: "A"), as: "first", into: copy.catalog)
      _ = try load(Self.rows(["4"], name: "D"), as: "second", into: copy.catalog)
      let done = try load(text, as: "first", into: copy.catalog) { $0.takesOver = takesOver }
      #expect([report.added, report.updated, report.takenOver] == [done.added, done.updated, done.takenOver])
      #expect(report.rejected == done.rejected)
    }
    let (report, _) = try Importer(path: file.path).preview(for: Catalog.inMemory())
    #expect(report.added == 4 && report.updated == 0)
  }

  @Test("a preview counts hidden, merged and private listings, and those that would be removed")
  func previewOfKept() throws {
    let couch = #"{"id":"c","kind":"couch","lat":1,"lon":2,"publicRadius":300,"host":"ada","address":"A 1"}"#
    let first = Self.rows(["1", "2", "3", "4"], name: "A") + "\n" + couch
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try load(first, as: "first", into: catalog)
    _ = try load(Self.rows(["9"], name: "A"), as: "second", into: catalog)
    try catalog.hide("1", because: "spam", at: SeededWorld.now)
    try catalog.merge("2", into: "9", at: SeededWorld.now)
    let text = Self.rows(["1", "2", "3"], name: "A") + "\n" + couch
    for replaces in [false, true] {
      let file = try ImportSource(text, name: "first.jsonl")
      var options = ImportOptions()
      options.replacesSource = replaces
      let (report, _) = try Importer(path: file.path, options: options).preview(for: catalog)
      let done = try load(text, as: "first", into: catalog) { $0.replacesSource = replaces }
      #expect([report.added, report.updated, report.unchanged] == [0, 0, 2])
      #expect([done.added, done.updated, done.unchanged] == [0, 0, 2])
      #expect(report.removed == (replaces ? 1 : 0) && done.removed == report.removed)
      #expect(report.notes.first == done.notes.first && report.notes.first?.hasPrefix("2 listings left out") ?? false)
    }
  }
}
