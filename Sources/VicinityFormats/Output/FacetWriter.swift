import Streams
import Vicinity

/// Writes the facets of an answer below its results.
public struct FacetWriter: Sendable {
  private let format: OutputFormat
  private let style: TableStyle

  /// Makes a writer; nil for CSV and calendars, which cannot contain facets, and for JSON, whose object has
  /// them.
  public init?(_ format: OutputFormat, style: TableStyle = TableStyle()) {
    guard format != .csv, format != .ics, format != .json else { return nil }
    self.format = format
    self.style = style
  }

  /// A table, or a line `{"facets":{…}}`; empty for GeoJSON, whose collection contains them as a member.
  public func text(of answer: Answer) -> String {
    guard let facets = answer.facets else { return "" }
    if format == .geojson { return "" }
    if format == .table { return table(facets).text(style) }
    var json = JSONWriter()
    json.object { $0.facets(facets) }
    json.newline()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func table(_ facets: [FacetCounts]) -> TextTable {
    var table = TextTable(headings: ["FACET", "VALUE", "COUNT"], alignedRight: [2])
    for counts in facets {
      let values = counts.values.map { ($0.value, $0.count) } + (counts.without > 0 ? [("(none)", counts.without)] : [])
      for (index, (value, count)) in values.enumerated() {
        table.rows.append([index == 0 ? counts.facet.rawValue : "", value, "\(count)"])
      }
    }
    return table
  }
}
