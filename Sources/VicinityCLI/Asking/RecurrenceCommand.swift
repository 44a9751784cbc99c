import ArgumentParser
import CommandSupport
import Vicinity
import VicinityFormats
import VicinityLab

/// Lists the occurrences of a recurrence.
struct RecurrenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recurrence",
    abstract: "List the occurrences of an iCalendar recurrence (RFC 5545).",
    usage: "vicinity recurrence <rule> --start <when> [<options>]",
    discussion: """
      Examples:
        vicinity recurrence "FREQ=WEEKLY;BYDAY=FR;COUNT=10" \\
          --start 2026-11-27T20:00 --timezone Europe/Berlin
        vicinity recurrence "FREQ=MONTHLY;BYDAY=-1SU" --start 2026-01-25 \\
          --from 2030-01-01 --limit 5
        vicinity recurrence --cases cases.jsonl
      """)

  @Argument(
    help: ArgumentHelp("A rule, or lines of RRULE, RDATE and EXDATE.", valueName: "rule"))
  var rule: String?

  @Option(
    help: ArgumentHelp("When it starts: a day 2026-11-27, or a time 2026-11-27T20:00.", valueName: "when"))
  var start: String?

  @Option(help: ArgumentHelp("The zone of the start, such as Europe/Berlin (default: none).", valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("The start of the list (default: the start of the recurrence).", valueName: "when"))
  var from: String?

  @Option(help: ArgumentHelp("The end of the list, exclusive.", valueName: "when"))
  var to: String?

  @Option(name: .limit, help: "The maximum number of occurrences.")
  var limit = 20

  @OptionGroup var conformance: CaseOptions
  @OptionGroup var quiet: QuietOptions

  func validate() throws { try conformance.validate(besides: rule, called: "a rule in quotes") }

  func run() throws {
    if let path = conformance.cases {
      let cases = RecurrenceCases(path: path)
      return try conformance.run(
        answering: { try cases.run(writing: Console.output) },
        scoring: {
          let score = try cases.score()
          return (score.text, isClean: score.unreadable == 0 && score.misses.isEmpty)
        })
    }
    var request = RecurrenceRequest(recurrence: rule ?? "")
    (request.start, request.timeZone, request.from, request.to) = (start, timezone, from, to)
    request.limit = limit
    try Console.write(exactly: try OptionNames.query.speaking { try request.report() })
  }
}
