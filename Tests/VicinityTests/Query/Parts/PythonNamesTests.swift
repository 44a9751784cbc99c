import Foundation
import TestSupport
import Testing

@testable import Vicinity

/// The keys of queries and the fields of matches that the Python package names.
@Suite("The names in the Python package")
struct PythonNamesTests {
  private static let path = "clients/python/package/src/vicinity/_names.py"

  private static let head = """
    \"\"\"The keys of a query, and the fields of a match.

    Generated from the tables of the engine: `VICINITY_RECORD=1 swift test --filter PythonNamesTests` writes this file.
    \"\"\"
    from __future__ import annotations

    from typing import Any, List, TypedDict

    from ._values import Distance, Instant, When, Words



    """

  /// A key or field: its name, its type in Python, and its meaning.
  private struct Row {
    let name: String
    let type: String
    let meaning: [String]

    /// Its line in a class.
    var text: String { "    \(name): \(type)\n" }

    /// Its lines in the documentation of the class, which `help` shows.
    var documentation: [String] {
      guard meaning.count > 1 else { return PythonNamesTests.filled("\(name): \(meaning.joined())", "    ") }
      return ["\(name):"] + meaning.flatMap { PythonNamesTests.filled("- \($0)", "  ").map { "    \($0)" } }
    }
  }

  private static let keys = QueryPart.table.map { part in
    Row(name: snake(part.key), type: type(of: part), meaning: part.notes.map { sentence($0) })
  }

  private static let fields = Field.allCases.map { Row(name: $0.rawValue, type: type(of: $0), meaning: []) }

  private static func sentence(_ note: QueryPart.Note) -> String {
    let meaning = note.meaning.replacing(/\{([a-z-]+)\}/) { "`\($0.1)`" }.replacing(/\[([^\]]*)\]\([^)]*\)/) {
      "\($0.1)"
    }
    let place = note.path.map { $0.contains(".") ? "`\($0)`, " : "" } ?? ""
    return "\(place)\(note.value): \(meaning)"
  }

  private static func snake(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }

  /// Values with several parts have no type of their own.
  private static func type(of part: QueryPart) -> String {
    if part.inputs.contains(where: { [.moment, .span, .dates].contains($0.form) }) { return "When" }
    guard let input = part.inputs.first(where: { $0.path == part.key }), part.inputs.count == 1 else { return "Any" }
    return switch input.form {
    case .text, .searchText, .word: part.key == "now" ? "Instant" : "str"
    case .number: "float"
    case .integer: "int"
    case .words, .names, .texts: "Words"
    case .flag: "bool"
    case .distance: "Distance"
    default: "Any"
    }
  }

  private static func type(of field: Field) -> String {
    switch field {
    case .tags, .images: return "List[str]"
    case .distance, .bearing, .lat, .lon, .price, .score, .weightedRating, .stayPrice, .nightPrice,
      .spread, .routePosition, .offset, .detour:
      return "float"
    case .id, .kind, .open, .opensOrCloses, .openComment, .openRule, .starts, .ends, .currency: return "str"
    case .allDay: return "bool"
    default: break
    }
    return switch field.definition?.value {
    case .text, .word: "str"
    case .whole: "int"
    case .number: "float"
    case .composite, nil: "Any"
    }
  }

  /// A text in lines, all but the first indented.
  private static func filled(_ text: String, _ indentation: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 108 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(lines.isEmpty ? String(word) : indentation + word)
      }
    }
    return lines
  }

  private static func table(_ name: String, _ summary: String, _ rows: [Row]) -> String {
    let documented = rows.filter { !$0.meaning.isEmpty }.flatMap(\.documentation)
    let attributes =
      documented.isEmpty
      ? "" : "\n\n    Attributes:\n" + documented.map { "        \($0)\n" }.joined() + "    "
    return "class \(name)(TypedDict, total=False):\n    \"\"\"\(summary)\(attributes)\"\"\"\n\n"
      + rows.map(\.text).joined()
  }

  /// `VICINITY_RECORD=1` writes the file.
  @Test("are those of the tables")
  func names() throws {
    let text =
      Self.head
      + Self.table("Query", "The keys of a query, as keyword arguments; docs/queries.md describes them.", Self.keys)
      + "\n\n" + Self.table("Match", "A result of a query, with the fields requested.", Self.fields)
    let url = Project.root.appending(path: Self.path)
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: url, encoding: .utf8) == text, "record it with VICINITY_RECORD=1")
    }
  }
}
