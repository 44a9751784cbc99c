import ArgumentParser
import Geography
import Streams

/// How distances are shown.
struct DistanceOptions: ParsableArguments {
  @Option(help: "The units of distances in tables and text. JSON Lines, GeoJSON and CSV are always in meters.")
  var units = DistanceUnits.metric
}

extension DistanceUnits: ExpressibleByArgument {}

extension String {
  /// Parses the distance that an option has, into meters.
  func meters(of option: String) throws -> Double {
    if let distance = Distance(parsing: self) { return distance.meters }
    throw ValidationError("\(option): \"\(asTyped)\" is not a distance; write 500m, 2km, 1mi or a number of meters")
  }
}
