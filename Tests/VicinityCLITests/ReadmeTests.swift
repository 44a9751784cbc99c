import Foundation
import Testing

/// Runs the examples of README.md: every block marked `console`, one after another in one folder.
struct ReadmeTests {
  static let blocks = Result { try Readme().blocks(of: "console") }

  @Test func `the first screen shows an import and a query`() throws {
    let commands = try Self.blocks.get().flatMap(\.commands).map(\.text)
    #expect(commands.first?.hasPrefix("vicinity import ") == true)
    #expect(commands.dropFirst().first?.hasPrefix("vicinity near ") == true)
  }

  @Test func `every command prints what README shows`() throws {
    let folder = try WorkFolder()
    for command in try Self.blocks.get().flatMap(\.commands) {
      let (_, output, error) = try folder.shell(command.text)
      let printed = Readme.Command.lines(of: output + error)
      #expect(printed == command.output, "$ \(command.text), README.md:\(command.line)")
    }
  }
}

/// The fenced blocks of README.md.
struct Readme {
  /// The lines between two fences.
  struct Block {
    var lines: [String] = []
    /// The line number of the first of them in the file, counted from 1.
    var firstLine: Int

    /// The lines that begin with `$ `, each with those below it up to the next.
    var commands: [Command] {
      var commands: [Command] = []
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("$ ") {
          commands.append(Command(text: String(line.dropFirst(2)), line: firstLine + index))
        } else if !commands.isEmpty {
          commands[commands.count - 1].output.append(Command.withoutTime(line))
        }
      }
      return commands
    }
  }

  /// A command and its output.
  struct Command {
    let text: String
    let line: Int
    var output: [String] = []

    /// The output line by line, without durations.
    static func lines(of printed: String) -> [String] {
      var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map { withoutTime(String($0)) }
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }

    static func withoutTime(_ line: String) -> String {
      line.replacing(#/ in [0-9.]+ s( \([0-9]+ per second\))?$/#, with: "")
    }
  }

  private let lines: [String]

  init() throws {
    let text = try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The blocks whose fence names `language`.
  func blocks(of language: String) -> [Block] {
    var blocks: [Block] = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      if line == "```\(language)" {
        blocks.append(Block(firstLine: index + 2))
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }
}
