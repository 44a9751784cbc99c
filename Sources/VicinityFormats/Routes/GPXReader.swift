import Geography
import Streams

/// Reads the positions of a GPX file (GPX 1.0 and 1.1, topografix.com): those of its tracks, else of its routes.
///
/// Several tracks, and the segments of a track, are joined in file order; separate waypoints are skipped. Only tags and
/// attributes are read, which suffices for a route.
enum GPXReader {
  static func vertices(_ text: [UInt8], file: String) throws(RouteFileError) -> [Coordinate] {
    let positions: Positions
    do throws(XMLTags.SyntaxError) { positions = try read(text) } catch {
      throw RouteFileError(file: file, line: error.line, problem: error.problem)
    }
    guard positions.isGPX else { throw RouteFileError(file: file, problem: "is XML but not GPX") }
    let vertices = positions.tracks.isEmpty ? positions.routes : positions.tracks
    guard !vertices.isEmpty else { throw RouteFileError(file: file, problem: "holds neither a track nor a route") }
    return vertices
  }

  private struct Positions {
    var isGPX = false
    var tracks: [Coordinate] = []
    var routes: [Coordinate] = []
  }

  private static func read(_ text: [UInt8]) throws(XMLTags.SyntaxError) -> Positions {
    var tags = XMLTags(text)
    var found = Positions()
    while let tag = try tags.next() {
      switch tag.localName {
      case "gpx": found.isGPX = true
      case "trkpt": found.tracks.append(try position(of: tag))
      case "rtept": found.routes.append(try position(of: tag))
      default: break
      }
    }
    return found
  }

  private static func position(of tag: XMLTags.Tag) throws(XMLTags.SyntaxError) -> Coordinate {
    guard let latitude = tag["lat"].flatMap(Double.init), let longitude = tag["lon"].flatMap(Double.init) else {
      throw XMLTags.SyntaxError(line: tag.line, problem: "a \(tag.localName) needs lat and lon in degrees")
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw XMLTags.SyntaxError(
        line: tag.line,
        problem: "\(latitude), \(longitude) is not a position; latitudes are -90 to 90, longitudes -180 to 180")
    }
    return coordinate
  }
}
