import ArgumentParser
import CommandSupport
import Geography
import Vicinity
import VicinityFormats
import VicinityLab

/// Finds the locality of a coordinate.
struct ZoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zone",
    abstract: "Find the time zone, country and city of a coordinate with the gazetteer.",
    usage: "vicinity zone <lat,lon> [<options>]",
    discussion: """
      Examples:
        vicinity zone 46.5425,24.5575
        vicinity zone - < coordinates.txt
      """)

  @Argument(
    help: ArgumentHelp("Degrees; - reads coordinates from standard input, one per line.", valueName: "lat,lon"))
  var coordinate: [String]

  @OptionGroup var output: ReportOptions
  @OptionGroup var distances: DistanceOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let catalog = try catalog.open()
    if coordinate == ["-"] {
      let counts = try PlaceLines.coordinates(in: catalog).run(reading: "-", writing: Console.output)
      if counts.unreadable > 0 { throw ExitStatus.someRefused }
      return
    }
    let degrees = try TextForm.degrees(
      coordinate.joined(separator: " "), count: 2, at: "LAT,LON", example: "48.7758,9.1829")
    guard abs(degrees[0]) <= 90, abs(degrees[1]) <= 180 else {
      throw ValidationError(
        "LAT,LON: \(degrees[0]), \(degrees[1]) is not a position on the Earth; latitudes are -90 to 90, longitudes -180 to 180"
      )
    }
    let place = try catalog.locality(of: Coordinate(latitude: degrees[0], longitude: degrees[1]))
    try output.write(place.text(in: distances.units), or: place.json)
  }
}
