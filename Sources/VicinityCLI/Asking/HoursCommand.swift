import ArgumentParser
import CodedErrors
import CommandSupport
import Vicinity
import VicinityFormats
import VicinityLab

extension HoursFormat: ExpressibleByArgument {}

/// Evaluates opening hours.
struct HoursCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hours",
    abstract: "Evaluate opening hours: the state, the next changes, and a week.",
    usage: "vicinity hours <text> [<options>]",
    discussion: """
      Examples:
        vicinity hours "Mo-Fr 17:00-02:00; PH off" --timezone Europe/Berlin
        vicinity hours "sunrise-sunset" --timezone Europe/Bucharest --lat 46.54 \\
          --lon 24.56
        vicinity hours "Mo-Sa 10-20 Uhr; PH off" --country de --region by \\
          --from 2026-12-24 --to 2027-01-02
        vicinity hours --cases cases.jsonl
      """)

  @Argument(help: ArgumentHelp("The hours in the language of OpenStreetMap.", valueName: "text"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      "When: now (the default), an instant, a local time 2026-11-27T22:30, or \"Sa 22:30\".", valueName: "when"))
  var at: String?

  @Option(help: ArgumentHelp("The start of a window to list, instead of --at.", valueName: "when"))
  var from: String?

  @Option(help: ArgumentHelp("The end of the window.", valueName: "when"))
  var to: String?

  @Option(help: ArgumentHelp("The zone of the place, such as Europe/Berlin (default: UTC).", valueName: "zone"))
  var timezone: String?

  @Option(help: ArgumentHelp("The country for holidays (default: the country of the zone).", valueName: "code"))
  var country: String?

  @Option(help: ArgumentHelp("The region of the country, such as by, DE-BY or Bayern.", valueName: "region"))
  var region: String?

  @Option(help: ArgumentHelp("Degrees north, for sun times.", valueName: "degrees"))
  var lat: String?

  @Option(help: ArgumentHelp("Degrees east, for sun times.", valueName: "degrees"))
  var lon: String?

  @Option(name: .shortAndLong, help: "The output format.")
  var format = HoursFormat.table

  @OptionGroup var conformance: CaseOptions
  @OptionGroup var quiet: QuietOptions

  @OptionGroup var clock: ClockOptions

  func validate() throws { try conformance.validate(besides: text, called: "the hours in quotes") }

  func run() throws {
    if let path = conformance.cases {
      let cases = HoursCases(path: path)
      return try conformance.run(
        answering: { try cases.run(writing: Console.output) },
        scoring: {
          let score = try cases.score()
          return (score.text, isClean: score.unreadable == 0 && score.misses.isEmpty)
        })
    }
    let report = try OptionNames.query.speaking { try request(for: text ?? "").report(at: try clock.instant) }
    try Console.write(exactly: report.text(as: format))
    if format == .table { for remedy in report.remedies { try Console.write("advice   \(remedy.words)") } }
  }

  private func request(for text: String) throws -> HoursRequest {
    var request = HoursRequest(hours: text)
    (request.at, request.from, request.to) = (at, from, to)
    (request.timeZone, request.country, request.region) = (timezone, country, region)
    request.latitude = try lat.map { try TextForm.degrees($0, count: 1, at: "--lat", example: "48.7758")[0] }
    request.longitude = try lon.map { try TextForm.degrees($0, count: 1, at: "--lon", example: "9.1829")[0] }
    return request
  }
}
