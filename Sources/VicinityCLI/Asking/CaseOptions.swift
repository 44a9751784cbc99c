import ArgumentParser
import CommandSupport
import Streams
import VicinityLab

/// Answers or scores a conformance file instead of a single input.
struct CaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer a file of cases instead, one JSON object per line, plain or gzip; - reads standard input.",
      valueName: "file"), completion: .file())
  var cases: String?

  @Flag(
    help: "Compare the answers with the expected ones: counts by feature, and the cases that differ.")
  var score = false

  func validate(besides text: String?, called name: String) throws {
    if score, cases == nil { throw ValidationError("--score needs --cases FILE") }
    if (text == nil) == (cases == nil) { throw ValidationError("give either \(name), or --cases FILE") }
  }

  func run(answering answer: () throws -> CaseCounts, scoring: () throws -> (text: String, isClean: Bool)) throws {
    guard score else { return try report(try answer()) }
    let score = try scoring()
    try Console.write(score.text)
    if !score.isClean { throw ExitStatus.someRefused }
  }

  private func report(_ counts: CaseCounts) throws {
    guard counts.unreadable > 0 else { return }
    let lines = counts.unreadable.counted("line is not a case; see its", "lines are not cases; see their")
    Console.sayError("\(lines) message")
    throw ExitStatus.someRefused
  }
}
