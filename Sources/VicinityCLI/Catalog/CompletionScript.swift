import ArgumentParser
import CommandSupport
import Foundation

/// The script by which a shell completes the command: the parser's, with the commands of `vicinity-server`, whose
/// options only that program has.
enum CompletionScript {
  /// - Parameter own: the script of this program.
  static func script(_ own: String, for shell: CompletionShell) -> String {
    let names = ServerProgram.commands.compactMap { $0.configuration.commandName }
    do {
      return merged(
        own, try output(of: ServerProgram.path(for: "completion"), shell), commands: names, isFish: shell == .fish)
    } catch {
      Console.sayError("the options of \(names.joined(separator: ", ")) are left out: \(error)")
      return own
    }
  }

  private static func output(of program: String, _ shell: CompletionShell) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--generate-completion-script", shell.rawValue]
    let script = try process.text(reading: \.standardOutput, seconds: 60)
    guard process.terminationStatus == 0 else { throw Failed(program: program, status: process.terminationStatus) }
    return script
  }

  /// The other program has no script.
  private struct Failed: Error, CustomStringConvertible {
    let program: String
    let status: Int32

    var description: String { "\(program) ended with the status \(status)" }
  }

  /// A script with the parts of some commands from another one for the same shell.
  static func merged(_ own: String, _ other: String, commands: [String], isFish: Bool) -> String {
    let (lines, others) = (own.split(separator: "\n", omittingEmptySubsequences: false), other.split(separator: "\n"))
    return commands.reduce(lines) { lines, command in
      isFish ? fish(lines, others, command) : functions(lines, others, command)
    }.joined(separator: "\n")
  }

  /// For bash and zsh, which have a function for each command.
  private static func functions(_ lines: [Substring], _ others: [Substring], _ command: String) -> [Substring] {
    let name = "_vicinity_\(command)"
    func begins(_ line: Substring) -> Bool {
      line == "\(name)() {" || line.hasPrefix("\(name)_") && line.hasSuffix("() {")
    }
    let made = blocks(in: others, from: begins) { $0 == "}" }
    if made.isEmpty { return lines }
    return replaced(lines, blocks(in: lines, from: begins) { $0 == "}" }, by: made.flatMap { Array(others[$0]) + [""] })
  }

  /// For fish, which has a case for each command, and a line for each option.
  private static func fish(_ lines: [Substring], _ others: [Substring], _ command: String) -> [Substring] {
    let level = String(repeating: " ", count: 8)
    func isOfCommand(_ line: Substring) -> Bool {
      line.hasPrefix("complete ") && ["\"", " "].contains { line.contains("\"vicinity \(command)\($0)") }
    }
    func cases(_ lines: [Substring]) -> [ClosedRange<Int>] {
      blocks(in: lines, from: { $0 == "\(level)case '\(command)'" }) { _ in true }.map { start in
        let rest = lines[(start.lowerBound + 1)...]
        let end = rest.firstIndex { $0.hasPrefix("\(level)case ") || $0.hasPrefix("\(level)end") } ?? lines.endIndex
        return start.lowerBound...(end - 1)
      }
    }
    let options = others.filter(isOfCommand)
    return replaced(lines, cases(lines), by: cases(others).flatMap { others[$0] }).filter { !isOfCommand($0) } + options
  }

  private static func blocks(
    in lines: [Substring], from begins: (Substring) -> Bool, to ends: (Substring) -> Bool
  ) -> [ClosedRange<Int>] {
    lines.indices.filter { begins(lines[$0]) }.compactMap { start in
      lines[start...].firstIndex(where: ends).map { start...$0 }
    }
  }

  /// The lines with one text in place of the first of some ranges, and without the others.
  private static func replaced(
    _ lines: [Substring], _ ranges: [ClosedRange<Int>], by text: [Substring]
  ) -> [Substring] {
    var lines = lines
    for range in ranges.reversed() {
      lines.replaceSubrange(range, with: range == ranges.first ? text : [])
    }
    return lines
  }
}
