import ArgumentParser
import Geography

/// How distances are shown.
struct DistanceOptions: ParsableArguments {
  @Option(help: "The units of distances in tables and text. JSON Lines, GeoJSON and CSV are always in meters.")
  var units = DistanceUnits.metric
}

extension DistanceUnits: ExpressibleByArgument {}
