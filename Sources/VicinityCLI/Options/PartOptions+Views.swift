import ArgumentParser
import VicinityFormats

extension PartOptions<ViewParts> {
  /// Rejects formats that cannot represent the counts.
  func check(_ format: OutputFormat) throws {
    if self["cluster"] != nil, format == .ics {
      throw ValidationError("--cluster: a calendar cannot contain counts; use --format table, jsonl, geojson or csv")
    }
    if self["facets"] != nil, format == .csv || format == .ics {
      throw ValidationError("--facets: \(format.rawValue) cannot contain them; use --format table, jsonl or geojson")
    }
  }
}
