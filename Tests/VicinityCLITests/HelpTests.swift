import Foundation
import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
  @Test("of every command fits into 80 columns, and has a line of usage and an example")
  func everyPage() throws {
    let pages = try Self.pages.get()
    #expect(pages.count > 75)
    for page in pages {
      let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for line in lines { #expect(line.count <= 80, "\(page.command): \(line)") }
      #expect(lines.filter { $0.hasPrefix("USAGE:") }.count == 1, "\(page.command)")
      #expect(lines.contains { $0.hasPrefix("Example") } || page.command == "vicinity", "\(page.command): no example")
    }
  }

  @Test("has examples that can be pasted: none continues at the margin")
  func examples() throws {
    for page in try Self.pages.get() {
      let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let start = lines.firstIndex(where: { $0.hasPrefix("Example") }) else { continue }
      for line in lines[(start + 1)...].prefix(while: { !$0.isEmpty }) {
        #expect(line.hasPrefix("  "), "\(page.command): \(line)")
      }
    }
  }

  @Test("with all options fits, too, and has one overview")
  func allOptions() throws {
    let lines = try WorkFolder().shell("vicinity near --help-all").output.split(separator: "\n")
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(lines.filter { $0.hasPrefix("OVERVIEW") }.count == 1)
  }

  @Test("for the server aligns its settings")
  func serve() throws {
    let help = try WorkFolder().shell("vicinity serve --help").output.split(separator: "\n").map(String.init)
    let start = try #require(help.firstIndex { $0 == "WHERE IT LISTENS:" })
    let end = try #require(help.firstIndex { $0.hasPrefix("USAGE:") })
    for line in help[start..<end] where !line.hasPrefix(" ") { #expect(line.hasSuffix(":"), "\(line)") }
    #expect(help[start..<end].contains { $0.hasPrefix("  --metrics-port <port>       A separate port") })
  }

  @Test("names only formats that a command accepts")
  func formats() throws {
    let folder = try WorkFolder()
    for command in ["stats", "settings", "mine", "why", "distance", "list joined"] {
      let help = try folder.shell("vicinity \(command) --help").output.replacing(#/\s+/#, with: " ")
      #expect(help.contains("(values: table, jsonl)"), "\(command)")
    }
  }

  @Test("on versions names those of the libraries, too")
  func versions() throws {
    let folder = try WorkFolder()
    let short = try folder.shell("vicinity --version; vicinity -V; vicinity-server --version").output
    #expect(short.wholeMatch(of: #/(\d+\.\d+\.\d+\n)\1\1/#) != nil, "\(short)")
    let long = try folder.shell("vicinity version --format table").output
    let versions = #/vicinity [\d.]+\ncommit \w+\nSQLite 3\.[\d.]+\nGEOS 3\.[\d.]+\ntime zones \w+\nsystem .+\n/#
    #expect(long.wholeMatch(of: versions) != nil, "\(long)")
  }

  // MARK: - All pages

  private struct Page {
    let command: String
    let text: String
  }

  /// The help of all commands.
  private static let pages = Result { try readPages() }

  private static func readPages() throws -> [Page] {
    let folder = try WorkFolder()
    let dumps = try folder.shell("vicinity --experimental-dump-help; vicinity-server --experimental-dump-help").output
    let commands = dumps.split(separator: "\n}\n").flatMap { Self.commands(in: Data("\($0)\n}".utf8)) }
    let pages = Set(commands).sorted()
    let text = try folder.shell(pages.map { "echo '\u{1}\($0)'; \($0) --help" }.joined(separator: "\n")).output
    return text.split(separator: "\u{1}").map { page in
      let parts = page.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Page(command: parts[0], text: parts.last ?? "")
    }
  }

  /// The command lines of a dump: of the program, and of the commands below it.
  private static func commands(in dump: Data) -> [String] {
    guard let object = try? JSONSerialization.jsonObject(with: dump) as? [String: Any],
      let root = object["command"] as? [String: Any]
    else { return [] }
    return commands(below: root, after: [])
  }

  private static func commands(below command: [String: Any], after path: [String]) -> [String] {
    guard let name = command["commandName"] as? String, name != "help" else { return [] }
    let subcommands = command["subcommands"] as? [[String: Any]] ?? []
    return [(path + [name]).joined(separator: " ")] + subcommands.flatMap { commands(below: $0, after: path + [name]) }
  }
}
