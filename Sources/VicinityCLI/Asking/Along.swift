import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Answers one query along a route.
struct Along: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "along",
    abstract: "List listings along a route, in route order.",
    usage: "vicinity along <file> --width <distance> [<options>]",
    discussion: """
      FILE is a GPX file (its tracks or, if none, its routes) or GeoJSON with a LineString; - is standard input. Takes \
      the same options as near; --radius limits the sum of the distances along and off the line. \
      \(FilterParts.statusNote)

      --help-all lists all options.

      Examples:
        vicinity along tour.gpx --width 500m
        vicinity along tour.gpx --width 300m --from 12km --speed cycling --open \\
          --fields id,name,routePosition,detour
      """)

  @Option(help: ArgumentHelp("The maximum distance from the line, to either side: 500m, 2km.", valueName: "distance"))
  var width: String

  @Option(
    help: ArgumentHelp(
      "Your position: a distance along the line, or LAT,LON; listings behind it are left out.", valueName: "position"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Only listings open on arrival at this speed: walking, cycling, driving, or meters per second.",
      valueName: "speed"))
  var speed: String?

  @OptionGroup var near: Near

  func run() throws {
    var near = near
    guard near.place.words.count == 1 else {
      throw ValidationError("Which route? Give one file: a GPX file, or GeoJSON with a LineString")
    }
    let file = near.place.words.removeFirst()
    if speed != nil, near.filter["arriving"] != nil { throw ValidationError("give either --speed or --arriving") }
    if let speed { near.filter.texts["arriving"] = [speed] }
    let line = try RouteFile.vertices(parsing: try InputFile(path: file).bytes(), named: file)
    var along = JSONObject([
      ("line", RouteFile.json(of: line)), ("width", .double(try TextForm.meters(width, at: "--width"))),
    ])
    along["from"] = try from.map(Self.position)
    try near.answer { $0["along"] = .object(along) }
  }

  private static func position(_ text: String) throws -> JSONValue {
    guard text.contains(",") else { return .double(try TextForm.meters(text, at: "--from")) }
    return try TextForm.coordinate(text, at: "--from")
  }
}
