import Foundation
import TestSupport

/// The SQL that the sources contain: every string literal that is a statement, or goes on with one.
struct SourceStatement: Hashable {
  /// Below `Sources`.
  var file: String
  /// With single spaces; `hole` marks each interpolation.
  var text: String

  static let hole: Character = "\u{0}"

  var isTemplate: Bool { text.contains(Self.hole) }

  /// The number of characters that the template fixes.
  var precision: Int { text.count { $0 != Self.hole } }

  /// Whether a statement comes from this template.
  func produces(_ statement: String) -> Bool {
    var rest = Substring(statement)
    let parts = text.split(separator: Self.hole, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1, !part.isEmpty {
        // The rows of an insertion are added by a loop.
        return rest.hasSuffix(part) || part.hasSuffix("VALUES") && rest.contains(part)
      } else if !part.isEmpty {
        guard let found = rest.range(of: part) else { return false }
        rest = rest[found.upperBound...]
      }
    }
    return parts.count > 1 || rest.isEmpty
  }

  /// The statement in one line.
  static func inOneLine(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// All statements that read or change rows. Statements that create tables or set pragmas are left out.
  static func all() throws -> [SourceStatement] {
    let sources = Project.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var found: Set<SourceStatement> = []
    while let url = files?.nextObject() as? URL {
      guard url.pathExtension == "swift", url.lastPathComponent != "EmbeddedFiles.swift" else { continue }
      let file = String(url.path.dropFirst(sources.path.count + 1))
      // Statements of PostgreSQL, of whole files, and of the table of one row that only files of a cluster have.
      if file.hasPrefix("VicinityCluster/") || file.hasSuffix("/Catalog+Cluster.swift") { continue }
      var scanner = LiteralScanner(try String(contentsOf: url, encoding: .utf8))
      for literal in scanner.literals() where isStatement(literal) {
        found.insert(SourceStatement(file: file, text: inOneLine(literal)))
      }
    }
    return found.sorted { ($0.file, $0.text) < ($1.file, $1.text) }
  }

  private static func isStatement(_ literal: String) -> Bool {
    let text = inOneLine(literal)
    if text.wholeMatch(of: /(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH) .+/) != nil { return true }
    return text.wholeMatch(of: /\0 ?(?:WHERE|ORDER BY|JOIN|LEFT JOIN|GROUP BY|LIMIT|FROM|AND) .+/) != nil
  }
}

/// Finds the string literals of a Swift file.
private struct LiteralScanner {
  private let source: [UInt8]
  private var index = 0
  private var found: [String] = []

  init(_ text: String) { source = Array(text.utf8) }

  mutating func literals() -> [String] {
    while index < source.count { step() }
    return found
  }

  private func begins(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { index + $0.count <= source.count && source[index..<index + $0.count].elementsEqual($0) }
  }

  private mutating func step() {
    if begins("//") {
      while index < source.count, source[index] != UInt8(ascii: "\n") { index += 1 }
    } else if begins("/*") {
      while index < source.count, !begins("*/") { index += 1 }
      index += 2
    } else if begins("#\"") {
      index += 2
      let start = index
      while index < source.count, !begins("\"#") { index += 1 }
      found.append(String(decoding: source[start..<min(index, source.count)], as: UTF8.self))
      index += 2
    } else if begins("\"") {
      literal()
    } else {
      index += 1
    }
  }

  private mutating func literal() {
    let isLong = begins("\"\"\"")
    index += isLong ? 3 : 1
    var bytes: [UInt8] = []
    while index < source.count {
      if isLong ? begins("\"\"\"") : begins("\"") { break }
      if !isLong, begins("\n") { break }
      if begins("\\(") {
        index += 2
        interpolation()
        bytes.append(0)
      } else if begins("\\\n") {
        index += 2
      } else if begins("\\") {
        let escaped = index + 1 < source.count ? source[index + 1] : 0
        bytes.append(escaped == UInt8(ascii: "n") || escaped == UInt8(ascii: "t") ? UInt8(ascii: " ") : escaped)
        index += 2
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    index += isLong ? 3 : 1
    found.append(String(decoding: bytes, as: UTF8.self))
  }

  /// Goes on after the closing parenthesis.
  private mutating func interpolation() {
    var depth = 1
    while index < source.count, depth > 0 {
      if begins("\"") {
        literal()
        continue
      }
      if begins("(") { depth += 1 }
      if begins(")") { depth -= 1 }
      index += 1
    }
  }
}
