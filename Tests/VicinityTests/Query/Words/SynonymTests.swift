import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite struct SynonymTests {
  private func catalog() throws -> TemporaryCatalog {
    let names = ["The Pub", "Zur Kneipe", "Tavern", "New York Bar", "NYC Diner", "Straßencafé", "Public library"]
    return try TemporaryCatalog(
      names.enumerated().map { index, name in
        var listing = Listing(id: "\(index)", kind: .bar, coordinate: Coordinate(latitude: 1, longitude: 2))
        listing.name = name
        return listing
      })
  }

  private func ids(_ text: String, _ catalog: Catalog) throws -> [String] {
    var query = Query()
    (query.text, query.fields, query.sort) = (text, [.id], [.name])
    return try catalog.answer(query, at: SeededWorld.now).matches.map(\.id).sorted()
  }

  @Test func `words that mean the same find each other`() throws {
    let temporary = try catalog()
    let catalog = temporary.catalog
    #expect(try ids("kneipe", catalog) == ["1"])
    try catalog.replaceSynonyms(
      by: Synonyms(parsing: "# words\npub, tavern, Kneipe\n\nNYC => New York\nKaffeehaus => straßencafé\n"))
    let expected: [(String, [String])] = [
      ("kneipe", ["0", "1", "2", "6"]), ("\"pub\"", ["0", "1", "2"]), ("tavern -pub", ["1", "2"]), ("nyc", ["3", "4"]),
      ("\"new york\"", ["3"]), ("kaffeehaus", ["5"]), ("kneipe york", []),
      ("nyc OR tavern", ["0", "1", "2", "3", "4", "6"]),
    ]
    for (text, wanted) in expected { #expect(try ids(text, catalog) == wanted, "\(text)") }
    var filtered = Query()
    filtered.filter = try FilterExpression(parsing: "NOT text('kneipe')")
    #expect(try catalog.answer(filtered, at: SeededWorld.now).matches.count == 3)
    #expect(try catalog.synonyms().map(\.phrase) == ["kaffeehaus", "kneipe", "nyc", "pub", "tavern"])
    #expect(try catalog.check().isEmpty)
    try catalog.replaceSynonyms(by: Synonyms(parsing: ""))
    #expect(try ids("kneipe", catalog) == ["1"])
  }

  @Test(arguments: [("pub", 1), ("a, b\npub =>", 2), ("a => b => c", 1), (", ,", 1)])
  func `a line that is no rule is named`(text: String, line: Int) {
    do {
      _ = try Synonyms(parsing: text)
      Issue.record("\(text) was taken")
    } catch { #expect(error.line == line) }
  }

  @Test func `a sign that no text can be searched for is named`() {
    let error = #expect(throws: SynonymError.self) { try Synonyms(parsing: "pub, tavern\n&, and, und\n") }
    #expect(error?.line == 2 && error?.sign == "&")
  }
}
