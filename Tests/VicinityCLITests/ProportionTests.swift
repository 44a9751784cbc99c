import Foundation
import Streams
import TestSupport
import Testing
import Vicinity

/// The table of cases whose costs `benchmarks/proportion` measures.
@Suite("The cases of benchmarks/proportion")
struct ProportionTests {
  @Test("ask every part of a query")
  func parts() throws {
    // A row has a key `after` if its query continues after the last of as many results.
    let objects = try Self.queries.get() + Self.rows.get()
    let keys = Set(objects.flatMap { $0.members.map(\.key) })
    #expect(QueryPart.table.map(\.key).filter { !keys.contains($0) } == [])
  }

  @Test("ask for every order, facet and field of a filter")
  func values() throws {
    let queries = try Self.queries.get()
    func words(_ keys: String...) -> Set<String> {
      let texts = queries.flatMap { query in keys.compactMap { query[$0]?.text } }
      return Set(texts.flatMap { text in text.split { !$0.isLetter }.map(String.init) })
    }
    let orders = words("sort", "front")
    #expect(Query.SortProperty.allCases.map(\.rawValue).filter { !orders.contains($0) } == [])
    let facets = words("facets")
    #expect(Query.Facet.allCases.map(\.rawValue).filter { !facets.contains($0) } == [])
    let filters = words("filter")
    #expect((Queryable.all(own: []).map(\.name) + ["geometry"]).filter { !filters.contains($0) } == [])
  }

  @Test("include every command")
  func commands() throws {
    let asked = Set(
      try Self.rows.get().compactMap { row in
        if case .array(let words) = row["command"], case .string(let command) = words.first { command } else { nil }
      })
    let dump = try WorkFolder().shell("vicinity --experimental-dump-help").output
    let object = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    let root = try #require(object?["command"] as? [String: Any])
    let names = try #require(root["subcommands"] as? [[String: Any]]).compactMap { $0["commandName"] as? String }
    #expect(names.count > 50)
    #expect(names.filter { $0 != "help" && !asked.contains($0) } == [])
  }

  @Test("are valid queries, each with a name of its own")
  func valid() throws {
    let rows = try Self.rows.get()
    let names = try rows.map { try #require($0["name"]) }
    #expect(Set(names).count == names.count)
    for case .object(let query) in rows.map({ $0["query"] ?? .null }) {
      #expect(throws: Never.self) { try Query(parsing: JSONValue.object(query).text) }
    }
  }

  private static let rows = Result {
    let file = Project.root.appending(path: "benchmarks/proportion.jsonl")
    let text = try String(contentsOf: file, encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      guard case .object(let row) = try JSONValue(parsing: Array(line.utf8)) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return row
    }
  }

  private static let queries = Result {
    try rows.get().compactMap { row in if case .object(let query) = row["query"] { query } else { nil } }
  }
}
