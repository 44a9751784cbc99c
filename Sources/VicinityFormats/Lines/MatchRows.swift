import Streams
import Vicinity

/// The form of a batch whose lines are matches: a row or a feature for each, with the id of its query.
///
/// Totals and cursors have no place in it, and only searches can be written so. A line that fails becomes a row of its
/// own with the error.
public struct MatchRows: Sendable {
  /// The forms.
  public enum Style: Sendable {
    /// Comma-separated values (RFC 4180): `query`, the fields, and `error`.
    case csv
    /// GeoJSON features, one per line, with the properties `query` and `error`.
    case geojson
  }

  let style: Style
  private let fields: [Field]
  private let ownFields: [String]

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - style: the form of a line.
  ///   - columns: a query whose fields are the columns of CSV; those of an answer without further requests by default.
  public init(_ style: Style, columns: Query = Query()) {
    self.style = style
    fields = columns.fields ?? Field.standard
    ownFields = columns.ownFields
  }

  /// What precedes all rows.
  public var header: [UInt8] {
    guard style == .csv else { return [] }
    return CSVWriter.row(["query"] + fields.map(\.rawValue) + ownFields + ["error"])
  }

  /// Has a query ask for the columns.
  ///
  /// - Throws: `QueryError.conflict` for what has no place in a row.
  func prepare(_ query: inout Query) throws(QueryError) {
    for (isWanted, key) in [(query.cluster != nil, "cluster"), (!query.facets.isEmpty, "facets")] where isWanted {
      throw .conflict("\(key) has no place in a row; JSON Lines have it")
    }
    guard style == .csv else { return }
    if let wanted = query.fields {
      let known = Set(fields)
      let other = wanted.first { !known.contains($0) }?.rawValue ?? query.ownFields.first { !ownFields.contains($0) }
      if let other {
        throw .conflict(
          "the rows have no column for the field \(other); all lines have the columns \(columnNames)")
      }
    }
    (query.fields, query.ownFields) = (fields, ownFields)
  }

  private var columnNames: String { (fields.map(\.rawValue) + ownFields).joined(separator: ",") }

  /// Appends a match.
  func write(_ match: Match, of answer: Answer, to json: inout JSONWriter) {
    switch style {
    case .csv:
      let cells = fields.map(match.fieldValue) + ownFields.map(match.ownValue)
      json.append(line: CSVWriter.row([answer.id ?? ""] + cells.map { $0.map(CSVWriter.cell) ?? "" } + [""]))
    case .geojson:
      json.object { json in
        GeoJSONWriter.writeFeature(match, of: answer, query: answer.id, to: &json)
      }
      json.newline()
    }
  }

  /// Appends the row of a line that has failed.
  func writeError(code: String, message: String, line: Int, id: String?, to json: inout JSONWriter) {
    switch style {
    case .csv:
      let cells = [String](repeating: "", count: fields.count + ownFields.count)
      json.append(line: CSVWriter.row([id ?? ""] + cells + ["line \(line): \(code): \(message)"]))
    case .geojson:
      json.object { json in
        json.member("type", "Feature")
        json.key("geometry")
        json.null()
        json.key("properties")
        json.object { json in
          json.member("query", id)
          json.error(code: code, message: message, line: line)
        }
      }
      json.newline()
    }
  }
}
