/// Reads the positions of a GPX file (GPX 1.0 and 1.1, topografix.com): those of its tracks, else of its routes.
///
/// Several tracks, and the segments of a track, are joined in the order of the file; waypoints beside the way are passed over. Reads tags and
/// attributes only, which is all that a way needs.
enum GPXReader {
  static func vertices(_ text: [UInt8], file: String) throws(RouteFileError) -> [Coordinate] {
    var reader = XMLTags(text, file: file)
    var (tracks, routes): ([Coordinate], [Coordinate]) = ([], [])
    var isGPX = false
    while let tag = try reader.next() {
      switch tag.localName {
      case "gpx": isGPX = true
      case "trkpt": tracks.append(try position(of: tag, in: reader))
      case "rtept": routes.append(try position(of: tag, in: reader))
      default: break
      }
    }
    guard isGPX else { throw RouteFileError(file: file, problem: "is XML but not GPX") }
    guard !(tracks.isEmpty && routes.isEmpty) else {
      throw RouteFileError(file: file, problem: "holds neither a track nor a route")
    }
    return tracks.isEmpty ? routes : tracks
  }

  private static func position(of tag: XMLTags.Tag, in reader: XMLTags) throws(RouteFileError) -> Coordinate {
    guard let latitude = tag["lat"].flatMap(Double.init), let longitude = tag["lon"].flatMap(Double.init) else {
      throw reader.fault("a \(tag.localName) needs lat and lon in degrees", line: tag.line)
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw reader.fault(
        "\(latitude), \(longitude) is no position; latitudes are -90 to 90, longitudes -180 to 180", line: tag.line)
    }
    return coordinate
  }
}
