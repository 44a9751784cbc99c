import ArgumentParser
import Streams
import VicinityFormats

/// What all matches together look like.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count the matches by cells of a map at this zoom level, 0 to 22, instead of listing them.", valueName: "zoom"))
  var cluster: String?

  @Option(
    help: ArgumentHelp(
      "Count all matches by kind, tag, priceBand, priceLevel, accessible, rating, area, or several joined with commas.",
      valueName: "facets"))
  var facets: String?

  @Option(help: ArgumentHelp("The most tags and areas that --facets tells (default 20).", valueName: "count"))
  var facetLimit: String?

  func write(into form: inout JSONObject) {
    form["cluster"] = cluster?.numberForm
    form["facets"] = facets.map { [$0].words }
    form["facetLimit"] = facetLimit?.numberForm
  }

  static let options = ["cluster": "--cluster", "facets": "--facets", "facetLimit": "--facet-limit"]

  /// Refuses forms in which the counts have no place.
  func check(_ format: OutputFormat) throws {
    if cluster != nil, ClusterWriter(format) == nil {
      throw ValidationError("--cluster: a calendar has no place for counts; use --format table, jsonl, geojson or csv")
    }
    if facets != nil, FacetWriter(format) == nil {
      throw ValidationError("--facets: \(format.rawValue) has no place for them; use --format table, jsonl or geojson")
    }
  }
}
