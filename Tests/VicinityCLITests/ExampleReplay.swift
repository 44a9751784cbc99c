import Foundation
import TestSupport

/// The examples of a page, run one after another in one folder. In it `datasets` and `docs` link to the project's, and it
/// has the files that the page offers as a download: `[bars.osm](bars.osm "download")`.
///
/// A block is of one of these kinds, named after its opening fence:
/// - `console`: commands and their output. A line `…` stands for any lines, and `…` within a line for any characters.
/// - `json query`, `json listing`, `json action`, `json signal`: lines that a command reads without an error.
/// - `cql2`: filters, one per line.
/// - `swift`: compiled by `scripts/check-docs`, or for README by `ReadmeExampleTests`.
/// - `python`: run by the tests of the Python package.
/// - `LANGUAGE file=NAME`: the content of a file, which later commands can use.
/// - `console follow-tutorial`: run by `scripts/follow-tutorial` on a bare system.
/// - `sh server`: requests that `scripts/test-examples` sends to a server with the datasets.
/// - `LANGUAGE not run: REASON`: no example.
struct ExampleReplay {
  /// Faults that recording the page does not fix.
  private(set) var faults: [String] = []
  /// The commands with another output than the page shows.
  private(set) var differences: [String] = []
  /// The page with the current output of its commands.
  private(set) var recorded = ""
  /// The pictures of the page that its commands draw, where they differ from the files beside the page.
  private(set) var pictures: [URL: Data] = [:]

  /// The time of blocks without commands: the result must not depend on the clock.
  private static let now = "--now 2026-11-27T12:00:00+01:00"

  private let page: MarkdownPage
  private let folder: WorkFolder

  init(of page: MarkdownPage) throws {
    self.page = page
    folder = try WorkFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "docs"), withDestinationURL: Project.root.appending(path: "docs"))
    for match in page.text.matches(of: #/\]\(([^()\s]+) "download"\)/#) {
      let file = page.file.deletingLastPathComponent().appending(path: match.output.1)
      try FileManager.default.copyItem(at: file, to: folder.url.appending(path: file.lastPathComponent))
    }
    var lines = page.lines[...]
    var replayed: [String] = []
    for block in page.blocks() {
      let before = lines.prefix(block.line - (page.lines.count - lines.count))
      checkProse(before)
      replayed += before
      replayed += try run(block)
      lines = lines.dropFirst(before.count + block.lines.count)
    }
    checkProse(lines)
    recorded = (replayed + lines).joined(separator: "\n")
    for match in page.text.matches(of: #/\]\((pictures/([a-z]+\.svg))\)/#) {
      let file = page.file.deletingLastPathComponent().appending(path: match.output.1)
      let drawn = folder.url.appending(path: match.output.2)
      guard FileManager.default.fileExists(atPath: drawn.path) else { continue }
      let picture = try Data(contentsOf: drawn)
      if try picture != Data(contentsOf: file) { pictures[file] = picture }
    }
  }

  /// The lines of the block after it has run.
  private mutating func run(_ block: MarkdownPage.Block) throws -> [String] {
    if !block.isClosed { fault(block.line, "the block has no end") }
    switch block.info {
    case "console": return try runCommands(of: block)
    case "json query": try read(block.values, at: block.line, by: "vicinity batch .block \(Self.now)")
    case "json listing": try read(block.values, at: block.line, by: "vicinity import .block --strict --source examples")
    case "json action": try read(block.values, at: block.line, by: "vicinity apply .block \(Self.now)")
    case "json signal": try read(block.values, at: block.line, by: "vicinity import-signals .block")
    case "cql2":
      let queries = try block.lines.map { String(decoding: try JSONEncoder().encode(["filter": $0]), as: UTF8.self) }
      try read(queries, at: block.line, by: "vicinity batch .block \(Self.now)")
    case "swift", "python", "console follow-tutorial", "sh server": break
    default:
      if let file = block.info.firstMatch(of: #/^\w+ file=(\S+)$/#) {
        let url = folder.url.appending(path: String(file.output.1))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(block.lines.map { $0 + "\n" }.joined().utf8).write(to: url)
      } else if block.info.firstMatch(of: #/^\w+ not run: \S/#) == nil {
        fault(block.line, "blocks of \"\(block.info)\" are not run; see ExampleReplay for those that are")
      }
    }
    return block.lines
  }

  private mutating func runCommands(of block: MarkdownPage.Block) throws -> [String] {
    if block.lines.first?.hasPrefix("$ ") != true { fault(block.line, "the block does not begin with a command") }
    return try block.commands.flatMap { command in
      let (status, output, error) = try folder.shell(command.text)
      // Misuse of the command, or no such command.
      if status == 64 || status == 127 { fault(command.line, "exit status \(status): \(command.text)") }
      let printed = Abridgement.lines(of: output + error)
      let shown = Abridgement.of(printed, as: command.output)
      if shown != command.output {
        let comparison =
          "shown:\n\(command.output.joined(separator: "\n"))\nprinted:\n\(printed.joined(separator: "\n"))"
        differences.append("\(page.name):\(command.line): \(command.lines[0])\n\(comparison)")
      }
      return command.lines + shown
    }
  }

  private mutating func read(_ lines: [String], at line: Int, by command: String) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.url.appending(path: ".block"))
    let (status, output, error) = try folder.shell(command)
    let refused = output.split(separator: "\n").filter { $0.contains(#""error":{"#) }.joined(separator: "\n")
    if status != 0 { fault(line, refused.isEmpty ? error : refused) }
  }

  private mutating func checkProse(_ lines: ArraySlice<String>) {
    for (index, line) in zip(lines.indices, lines) where line.hasPrefix("    ") && Self.isCommand(line) {
      fault(index + 1, "a command in indented text is not run; write ```console and its output")
    }
  }

  private static func isCommand(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("$ ") || (text.hasPrefix("vicinity ") && !text.contains("|"))
  }

  private mutating func fault(_ line: Int, _ text: String) { faults.append("\(page.name):\(line): \(text)") }
}

/// The output of a command as a page shows it.
enum Abridgement {
  /// The output line by line, without durations.
  static func lines(of printed: String) -> [String] {
    var lines = printed.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).replacing(#/ in [0-9.]+ s( \([0-9]+ per second\))?$/#, with: "")
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// `printed` with the omissions of `shown`; equal to `shown` if only these are missing.
  static func of(_ printed: [String], as shown: [String]) -> [String] {
    guard let gap = shown.firstIndex(of: "…"), printed.count >= shown.count else {
      return printed.enumerated().map { index, line in
        index < shown.count ? abridged(line, as: shown[index]) : line
      }
    }
    let after = shown.count - gap - 1
    return of(Array(printed.prefix(gap)), as: Array(shown.prefix(gap))) + ["…"]
      + of(Array(printed.suffix(after)), as: Array(shown.suffix(after)))
  }

  /// A line with the omissions of `shown`, found by the characters beside them.
  private static func abridged(_ line: String, as shown: String) -> String {
    let parts = shown.components(separatedBy: "…")
    var (start, rest) = ("", line[...])
    for (before, after) in zip(parts, parts.dropFirst()) {
      let (left, right) = (before.suffix(8), after.prefix(2))
      guard let from = left.isEmpty ? rest.startIndex : rest.firstRange(of: left)?.upperBound,
        let to = right.isEmpty ? rest.endIndex : rest[from...].firstRange(of: right)?.lowerBound
      else { continue }
      start += rest[..<from] + "…"
      rest = rest[to...]
    }
    return start + rest
  }
}
