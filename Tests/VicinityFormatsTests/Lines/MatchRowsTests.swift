import Foundation
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Batches as rows") struct MatchRowsTests {
  private static let fields = Query.fields("id,distance,name")

  @Test("each match is a row with the id of its query, in the order of the answers", arguments: [1, 3])
  func csv(threads: Int) throws {
    let world = try BatchTests.world()
    let queries = (0..<200).map { #"{"id":"q\#($0)","near":{"lat":48,"lon":\#(8.5 + Double($0) / 200)},"limit":3}"# }
    let rows = MatchRows(.csv, columns: Self.fields)
    #expect(String(decoding: rows.header, as: UTF8.self) == "query,id,distance,name,error\r\n")
    let (lines, counts) = try BatchTests.run(
      queries.joined(separator: "\n"), on: world, threads: threads, rows: rows)
    #expect(counts == Batch.Counts(answered: 200, failed: 0))
    let expected = try queries.flatMap { text in
      var query = try Query(parsing: text.utf8)
      query.fields = [.id, .distance, .name]
      let answer = try world.catalog.answer(query, at: SeededWorld.now)
      return CSVWriter().rows(of: answer).map { "\(query.id ?? ""),\($0)," }
    }
    #expect(lines == expected)
  }

  @Test("what has no row is an error in its place")
  func errors() throws {
    let lines = [
      #"{"id":"a","limit":1,"near":{"lat":48,"lon":9}}"#, #"{"id":"b","limt":1}"#, #"{"id":"c","show":"x"}"#,
      #"{"id":"d","fields":["id","phone"]}"#, #"{"id":"e","facets":["kind"]}"#, "nonsense",
      #"{"id":"f","fields":["name"],"limit":1}"#,
    ]
    let (rows, counts) = try BatchTests.run(
      lines.joined(separator: "\n"), on: try BatchTests.world(), threads: 2, rows: MatchRows(.csv, columns: Self.fields)
    )
    #expect(counts == Batch.Counts(answered: 2, failed: 5))
    try #require(rows.count == 7)
    #expect(rows.map { $0.prefix { $0 != "," } } == ["a", "b", "c", "d", "e", "", "f"])
    #expect(rows[1].contains("line 2: unknown-key:") && rows[3].contains("the field phone"))
    #expect(rows[2].contains("show has no rows") && rows[4].contains("facets has no place in a row"))
  }

  @Test("features have the query among their properties, and errors have no geometry")
  func features() throws {
    let (lines, _) = try BatchTests.run(
      #"{"id":"a","near":{"lat":48,"lon":9},"limit":2,"fields":["id","name"]}"# + "\n" + #"{"limit":-1}"#,
      on: try BatchTests.world(), threads: 1, rows: MatchRows(.geojson))
    let features = try lines.map { try #require(try JSONParser.parse($0.utf8).object) }
    #expect(features.map { $0["type"]?.string } == ["Feature", "Feature", "Feature"])
    #expect(features[0]["properties"]?.object?.keys == ["query", "name"] && features[0]["id"]?.string != nil)
    #expect(features[2]["geometry"]?.isNull == true)
    #expect(features[2]["properties"]?.object?["error"]?.object?["line"]?.integer == 2)
  }
}

extension Query {
  fileprivate static func fields(_ names: String) -> Query {
    var query = Query()
    query.fields = names.split(separator: ",").compactMap { Field(rawValue: String($0)) }
    return query
  }
}

extension CSVWriter {
  /// The rows of an answer without the header.
  fileprivate func rows(of answer: Answer) -> [String] {
    var writer = self
    return writer.text(of: answer).split(separator: "\r\n").dropFirst().map(String.init)
  }
}
