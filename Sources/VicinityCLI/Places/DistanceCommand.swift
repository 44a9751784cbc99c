import ArgumentParser
import CommandSupport
import Geography
import Vicinity
import VicinityFormats
import VicinityLab

/// Computes the distance between two coordinates.
struct DistanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: "Compute the distance and direction from one coordinate to another.",
    usage: "vicinity distance <lat,lon> <lat,lon> [<options>]",
    discussion: """
      Examples:
        vicinity distance 48.7758,9.1829 46.5425,24.5575
        vicinity distance 0,0 0.5,179.7 --metric sphere
        vicinity distance --cases pairs.csv > answers.csv
        vicinity distance --cases pairs.csv --score
      """)

  @Argument(help: ArgumentHelp("Start and end, in degrees.", valueName: "lat,lon"))
  var coordinates: [String] = []

  @Option(help: "The figure of the Earth: wgs84 or sphere.")
  var metric = Metric.wgs84

  @Option(
    help: ArgumentHelp(
      """
      Add the columns meters and azimuth to a table with the columns lat1, lon1, lat2 and lon2, plain or gzip; \
      - reads standard input.
      """,
      valueName: "file"), completion: .file())
  var cases: String?

  @Flag(
    help: "Compare with the table's own columns meters or s12_m, and azimuth or azi1_deg: errors by band of distance.")
  var score = false

  @OptionGroup var output: ReportOptions
  @OptionGroup var distances: DistanceOptions
  @OptionGroup var quiet: QuietOptions

  func validate() throws {
    if score, cases == nil { throw ValidationError("--score needs --cases FILE") }
    if (cases == nil) == coordinates.isEmpty {
      throw ValidationError("give either two coordinates LAT,LON LAT,LON, or --cases FILE")
    }
  }

  func run() throws {
    if let cases { return try answer(DistanceCases(path: cases, metric: metric)) }
    let degrees = try TextForm.degrees(
      coordinates.joined(separator: " "), count: 4, at: "LAT,LON LAT,LON", example: "48.7758,9.1829 46.5425,24.5575")
    let report = try DistanceReport(
      from: Coordinate(latitude: degrees[0], longitude: degrees[1]),
      to: Coordinate(latitude: degrees[2], longitude: degrees[3]), metric: metric)
    try output.write(report.text(in: distances.units), or: report.json)
  }

  private func answer(_ cases: DistanceCases) throws {
    if score {
      let score = try cases.score()
      try Console.write(score.text)
      if score.unreadable > 0 { throw ExitStatus.someRefused }
      return
    }
    let outcome = try cases.run(writing: Console.output)
    guard let error = outcome.firstError else { return }
    Console.sayError("rows that are not cases: \(outcome.counts.unreadable); the first is \(error)")
    throw ExitStatus.someRefused
  }
}

extension Metric: ExpressibleByArgument {}
