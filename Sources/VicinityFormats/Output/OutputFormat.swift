/// The output format of answers.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns.
  case table
  /// JSON Lines: one object per line.
  case jsonl
  /// One object with everything that the answer has, as a line of a batch.
  case json
  /// A GeoJSON FeatureCollection (RFC 7946), which can be shown on a map.
  case geojson
  /// Comma-separated values with a header (RFC 4180).
  case csv
  /// iCalendar (RFC 5545): the events only.
  case ics
}
