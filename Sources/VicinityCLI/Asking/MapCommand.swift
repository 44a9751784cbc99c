import ArgumentParser
import CommandSupport
import Foundation
import Geography
import Streams
import Vicinity
import VicinityFormats

/// Draws a map.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Draw the answer to a query, or GeoJSON, as a picture (SVG).",
    usage: "vicinity map [<file>] [<options>]",
    discussion: """
      Draws the GeoJSON output of near and other commands: listings by kind and state with their ranks, clusters by \
      size, lines, and areas with their names. Also reads results as JSON Lines, which have no areas or routes. Given a \
      query (one JSON object, as in a line for batch), it runs the query and draws the answer with its radius.

      Examples:
        vicinity near 48.7758,9.1829 --radius 1km --format geojson \\
          | vicinity map - --output bars.svg
        vicinity near --bbox 9,48.6,9.4,48.9 --cluster 12 --format geojson \\
          | vicinity map - > clusters.svg
        vicinity map bars.geojson --areas districts.geojson \\
          --title "Bars in Berlin" --output bars.svg
        vicinity map query.json --output answer.svg
      """)

  @Argument(
    help: ArgumentHelp("GeoJSON, JSON Lines or a query; - is standard input.", valueName: "file"), completion: .file())
  var file = "-"

  @Option(name: OutputFile.optionNames, help: OutputFile.help, completion: .file()) var output: String?

  @Option(help: ArgumentHelp("Mark this coordinate as the origin.", valueName: "lat,lon"))
  var near: String?

  @Option(help: ArgumentHelp("Draw a circle of this radius around --near: 500m, 2km, 1mi.", valueName: "distance"))
  var radius: String?

  @Option(
    help: ArgumentHelp("Draw the areas of this GeoJSON file with their names below the results.", valueName: "file"),
    completion: .file())
  var areas: String?

  @Option(help: "The title above the map.")
  var title: String?

  @Option(help: ArgumentHelp("The width of the picture, 200 to 4000.", valueName: "pixels"))
  var width = Count(960)

  @OptionGroup var distances: DistanceOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func validate() throws {
    if radius != nil, near == nil { throw ValidationError("--radius is drawn around a coordinate; add --near LAT,LON") }
    guard MapDrawing.widths.contains(width.number) else { throw ValidationError("--width: write 200 to 4000 pixels") }
  }

  func run() throws {
    var contents = try contents(InputFile(path: file).bytes())
    contents.features.insert(contentsOf: try backdrop + origin, at: 0)
    let drawing = try MapDrawing(contents, title: title, width: width.number, units: distances.units)
    try Console.output.write(Array(drawing.text().utf8))
  }

  private var backdrop: [MapFeature] {
    get throws {
      guard let areas else { return [] }
      let found = try MapContents(parsing: InputFile(path: areas).bytes()).areas
      if found.isEmpty { throw ValidationError("--areas: \(areas) has no polygons; name a GeoJSON file that has some") }
      return found
    }
  }

  private func contents(_ text: [UInt8]) throws -> MapContents {
    switch try MapInput(parsing: text) {
    case .contents(let contents): return contents
    case .query(var query):
      query.fields = nil
      let catalog = try catalog.open()
      let answer = try catalog.answer(query, at: try clock.instant)
      return try MapContents(of: answer, outlines: try catalog.outlines(of: answer))
    }
  }

  private var origin: [MapFeature] {
    get throws {
      guard let near else { return [] }
      let degrees = try TextForm.degrees(near, count: 2, at: "--near", example: "48.7758,9.1829")
      let coordinate = Coordinate(latitude: degrees[0], longitude: degrees[1])
      guard coordinate.isValid else {
        throw ValidationError(
          "--near: \(near.asTyped) is not a latitude from -90 to 90 and a longitude from -180 to 180")
      }
      return [MapFeature(origin: coordinate, radiusMeters: try radius.map { try TextForm.meters($0, at: "--radius") })]
    }
  }
}
