import CivilTime
import TestSupport
import Testing
import VicinityFormats

@testable import Vicinity

@Suite struct DatasetAnswerTests {
  private let now = Instant(secondsSince1970: 0)  // never used: every query has its own clock

  @Test func `all files are imported without a rejected line`() throws {
    let temporary = try TemporaryCatalog()
    for dataset in Dataset.listings {
      let report = try Importer(path: dataset.path).run(into: temporary.catalog)
      #expect(report.added == dataset.count, "\(dataset.name)")
      #expect(report.rows == dataset.count, "\(dataset.name)")
    }
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test func `every question finds something`() throws {
    let temporary = try catalog()
    for line in try Dataset.queries.lines() {
      let query = try Query(parsing: line.utf8)
      let answer = try temporary.catalog.answer(query, at: now)
      #expect(!answer.matches.isEmpty || answer.total ?? 0 > 0, "\(query.id ?? "?")")
    }
  }

  @Test(arguments: [
    (
      "only unknown hours: what should be asked by telephone",
      ["stuttgart-felgers", "stuttgart-lemberg", "stuttgart-weilimdorf-eck"]
    ),
    ("text: beginnings of words, diacritics folded", ["mures-targ-craciun"]),
    ("parties on the night the clocks go back", ["mures-halloween-bal", "philadelphia-halloween-rowhouse"]),
    ("a long stay within the night limits", ["budapest-kobanya", "budapest-xvi-sas"]),
    ("tags: an array means all of them", ["stuttgart-gerok", "stuttgart-heslach-hof", "stuttgart-sauerwasser"]),
  ]) func `the answers are those found by reading the files`(id: String, expected: [String]) throws {
    let temporary = try catalog()
    let query = try #require(try queries().first { $0.id == id })
    let answer = try temporary.catalog.answer(query, at: now)
    #expect(Set(answer.matches.map(\.id)) == Set(expected))
  }

  private func queries() throws -> [Query] {
    try Dataset.queries.lines().map { try Query(parsing: $0.utf8) }
  }

  private func catalog() throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    for dataset in Dataset.listings { _ = try Importer(path: dataset.path).run(into: temporary.catalog) }
    return temporary
  }
}
