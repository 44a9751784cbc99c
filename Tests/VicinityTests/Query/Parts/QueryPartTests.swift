import Foundation
import Streams
import TestSupport
import Testing

@testable import Vicinity

/// The table of query parts.
@Suite("Query parts", .serialized)
struct QueryPartTests {
  @Test("have different keys and inputs, and no more keys than an object marks")
  func names() {
    #expect(Set(Query.keys).count == Query.keys.count && Query.keys.count <= 64)
    let names = QueryPart.inputs.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(QueryPart.inputs.map(\.path)).count == names.count)
  }

  @Test("name inputs that exist")
  func references() {
    let names = Set(QueryPart.inputs.map(\.name))
    for part in QueryPart.table {
      for input in part.inputs {
        #expect(input.path == part.key || input.path.hasPrefix("\(part.key)."), "\(input.path)")
        #expect(names.isSuperset(of: input.needs + input.excludes), "\(input.name)")
        var named: Set<String> = []
        let text = input.meaning(
          name: {
            named.insert($0)
            return $0
          }, value: { $0 })
        #expect(names.isSuperset(of: named) && !text.contains { "{}`".contains($0) }, "\(input.meaning)")
      }
      #expect(part.notes.first?.path?.hasPrefix(part.key) == true, "\(part.key) is not documented")
    }
  }

  @Test("has a row for each field of words that the index keeps")
  func words() {
    #expect(Set(Query.keys).isSuperset(of: Query.wordFields.map(\.field.rawValue)))
  }

  @Test("are read from the texts of options and parameters")
  func texts() throws {
    func form(_ texts: [String: [String]]) throws -> String {
      JSONValue.object(try QueryPart.inputs.form(of: texts, naming: { $0 })).text
    }
    #expect(try form(["max-price": ["5"], "currency": ["EUR"]]) == #"{"price":{"max":5,"currency":"EUR"}}"#)
    #expect(
      try form(["max-night-price": ["5"], "currency": ["EUR"]]) == #"{"nightPrice":{"max":5,"currency":"EUR"}}"#)
    #expect(try form(["tag": ["a, b", "c"]]) == #"{"tags":{"all":["a","b","c"]}}"#)
    #expect(try form(["tag": [""]]) == #"{"tags":{"all":[""]}}"# && form(["sort": [""]]) == #"{"sort":[]}"#)
    #expect(
      try form(["bbox": ["1,2,3,4"], "within": ["Mitte"]]) == #"{"within":{"bbox":[1,2,3,4],"area":"Mitte"}}"#)
    #expect(try form(["open": [""]]) == #"{"open":{"at":"now"}}"#)
    #expect(try form(["near": ["Paris, US"]]) == #"{"near":"Paris, US"}"#)
    #expect(
      try form(["nights": ["3"], "between": ["2026-12-01/2026-12-20"], "weekend": [""]])
        == #"{"stay":{"nights":3,"between":["2026-12-01","2026-12-20"],"weekend":true}}"#)
    #expect(
      try form(["filter": ["price < 5", #"{"tags":["jazz"]}"#]])
        == #"{"filter":{"and":["price < 5",{"tags":["jazz"]}]}}"#)
    #expect(
      throws: QueryError.missing(path: "stay.on", neededBy: "stay.guests", hint: "add stay FROM..TO")
    ) { try form(["guests": ["2"]]) }
    #expect(
      throws: QueryError.unreadable(
        path: "radius", found: "far", expected: "500m, 2km, 1mi or a number of meters")
    ) { try form(["radius": ["far"]]) }
    #expect(throws: QueryError.conflict("give either stay, or nights and between")) {
      try form(["stay": ["weekend"], "nights": ["2"]])
    }
  }

  // MARK: - The documentation

  private static let head = "| key | value | option | meaning |\n|---|---|---|---|\n"
  private static let sections: [(heading: String, sections: [QueryPart.Section])] = [
    ("Caller", [.caller]), ("Where", [.place]), ("Properties", [.conditions]), ("Times", [.times, .clock]),
    ("Sorting and limits", [.order, .overview, .recommending]),
  ]

  private static func rows(_ part: QueryPart) -> String {
    let paths = Set(part.notes.compactMap(\.path))
    return part.notes.map { note in
      let names = part.inputs.filter { $0.path == note.path || note.path == part.key && !paths.contains($0.path) }
      let typed = (note.typed ?? names.map(\.name)).map(Self.typed).joined(separator: ", ")
      let cells = [note.path.map { "`\($0)`" } ?? "", note.value, typed, replaced(note.meaning)]
      return "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }.joined()
  }

  private static func typed(_ text: String) -> String {
    let option = text.first?.isLowercase == true ? "--\(text)" : text
    return "`\(replaced(option.replacing("--command ", with: "vicinity ")))`"
  }

  private static func replaced(_ text: String) -> String {
    text.replacing(/\{([a-z-]+)\}/) { "--\($0.1)" }
  }

  /// `VICINITY_RECORD=1` writes the tables.
  @Test("are the tables of the documentation", arguments: sections.indices)
  func documentation(index: Int) throws {
    let (heading, sections) = Self.sections[index]
    let url = Project.root.appending(path: "docs/queries.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let section = try #require(page.range(of: "\n## \(heading)\n"))
    let start = try #require(page.range(of: Self.head, range: section.upperBound..<page.endIndex))
    let end = try #require(page.range(of: "\n\n", range: start.upperBound..<page.endIndex))
    let rows = QueryPart.table.filter { sections.contains($0.section) }.map(Self.rows).joined()
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try (page[..<start.upperBound] + rows + page[end.lowerBound...].dropFirst())
        .write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(page[start.upperBound..<end.lowerBound] + "\n" == rows, "record it with VICINITY_RECORD=1")
    }
  }
}
