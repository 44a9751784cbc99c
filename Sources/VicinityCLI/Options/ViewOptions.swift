import ArgumentParser
import CommandSupport
import Streams
import VicinityFormats

/// Counts over all matches.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count the matches by map cell at this zoom level, 0 to 22, instead of listing them.", valueName: "zoom",
      visibility: .hidden))
  var cluster: String?

  @Option(
    help: ArgumentHelp(
      """
      Count all matches by kind, tag, priceBand, nightPrice, priceLevel, accessible, operatingStatus, rating, area, or \
      several joined with commas.
      """,
      valueName: "facets", visibility: .hidden))
  var facets: String?

  @Option(
    help: ArgumentHelp(
      "The maximum number of tags and areas in --facets (default 20).", valueName: "count", visibility: .hidden))
  var facetLimit: String?

  func write(into form: inout JSONObject) {
    form["cluster"] = cluster?.numberForm
    form["facets"] = facets.map { [$0].words }
    form["facetLimit"] = facetLimit?.numberForm
  }

  /// Rejects formats that cannot represent the counts.
  func check(_ format: OutputFormat) throws {
    if cluster != nil, ClusterWriter(format) == nil {
      throw ValidationError("--cluster: a calendar cannot contain counts; use --format table, jsonl, geojson or csv")
    }
    if facets != nil, FacetWriter(format) == nil {
      throw ValidationError("--facets: \(format.rawValue) cannot contain them; use --format table, jsonl or geojson")
    }
  }
}
