import Foundation
import TestSupport

/// A page of documentation and its fenced blocks.
struct MarkdownPage {
  /// Its path in the project.
  let name: String
  let lines: [String]

  var file: URL { Project.root.appending(path: name) }
  var text: String { lines.joined(separator: "\n") }

  init(name: String) throws {
    let file = Project.root.appending(path: name)
    self.init(name: name, text: try String(contentsOf: file, encoding: .utf8))
  }

  init(name: String, text: String) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines between two fences.
  struct Block {
    /// The text after the opening fence, such as `console`.
    let info: String
    /// The number of the opening fence, counted from 1.
    let line: Int
    var lines: [String] = []
    var isClosed = false

    /// The lines that begin with `$ `, each with those below it up to the next.
    var commands: [Command] {
      var commands: [Command] = []
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("$ ") {
          commands.append(Command(lines: [line], line: self.line + 1 + index))
        } else if let last = commands.indices.last {
          commands[last].add(line)
        }
      }
      return commands
    }

    /// The values of a block of JSON, one per line: a line that begins with a space continues the one before it.
    var values: [String] {
      lines.reduce(into: []) { values, line in
        if line.hasPrefix(" "), let last = values.indices.last { values[last] += line } else { values.append(line) }
      }
    }
  }

  /// A command and its output.
  struct Command {
    /// Its own lines: the first after `$ `, further ones after `> `, as a shell shows them.
    var lines: [String]
    /// The number of the first of them, counted from 1.
    let line: Int
    var output: [String] = []

    var text: String { lines.map { String($0.dropFirst(2)) }.joined(separator: "\n") }

    mutating func add(_ line: String) {
      if output.isEmpty, line.hasPrefix("> ") { lines.append(line) } else { output.append(line) }
    }
  }

  func blocks() -> [Block] {
    var blocks: [Block] = []
    for (index, line) in lines.enumerated() {
      let isInside = blocks.last.map { !$0.isClosed } ?? false
      if !isInside, line.hasPrefix("```") {
        blocks.append(Block(info: String(line.dropFirst(3)), line: index + 1))
      } else if isInside, line == "```" {
        blocks[blocks.count - 1].isClosed = true
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }
}
