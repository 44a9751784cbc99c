/// A form in which answers are written.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns for people.
  case table
  /// JSON Lines: one object per line.
  case jsonl
  /// A GeoJSON FeatureCollection (RFC 7946), which a map shows as it is.
  case geojson
  /// Comma-separated values with a header (RFC 4180).
  case csv
  /// iCalendar (RFC 5545): the events alone.
  case ics
}
