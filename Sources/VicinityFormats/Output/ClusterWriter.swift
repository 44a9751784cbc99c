import Geography
import Streams
import Vicinity

/// Writes the clusters of an answer: a table, JSON Lines, a GeoJSON FeatureCollection of points, or CSV.
///
/// In GeoJSON the id of a feature is the cell, its `bbox` the sides of the cell, and the properties are `cell`,
/// `count`, and for a single listing `id`; they are preceded by outlines, the origins of a group and the line of a
/// route, with a property `role`.
public struct ClusterWriter: Sendable {
  private let format: OutputFormat
  private let style: TableStyle
  private let outlines: [AnswerOutline]

  /// Makes a writer; nil for a calendar, which cannot contain clusters, and for JSON, whose object has them.
  ///
  /// - Parameters:
  ///   - format: how the clusters are written.
  ///   - style: how wide a table may be, and whether it has colors.
  ///   - outlines: of the answer, from `Catalog.outlines(of:)`, for GeoJSON.
  public init?(_ format: OutputFormat, style: TableStyle = TableStyle(), outlines: [AnswerOutline] = []) {
    guard format != .ics, format != .json else { return nil }
    self.outlines = outlines
    self.format = format
    self.style = style
  }

  /// All clusters, with the line ends of the format.
  public func text(of answer: Answer) -> String {
    let clusters = answer.clusters ?? []
    switch format {
    case .table: return table(clusters)
    case .json, .jsonl: return clusters.map(Self.line).joined()
    case .geojson: return collection(clusters, of: answer)
    case .csv, .ics: return csv(clusters)
    }
  }

  private static func line(_ cluster: Cluster) -> String {
    var json = JSONWriter()
    json.object { $0.members(of: cluster) }
    json.newline()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func table(_ clusters: [Cluster]) -> String {
    var table = TextTable(headings: ["COUNT", "LAT, LON", "CELL", "ID"], alignedRight: [0])
    table.rows = clusters.map { cluster in
      let (latitude, longitude) = (cluster.coordinate.latitude, cluster.coordinate.longitude)
      let place = [latitude, longitude].map { FieldValue.decimal($0, places: 5).plainText }
      return ["\(cluster.count)", place.joined(separator: ", "), cluster.cell, cluster.id ?? ""]
    }
    let total = clusters.reduce(0) { $0 + $1.count }
    let cells = clusters.count.counted("cell")
    let summary =
      clusters.isEmpty ? "no listing matches" : "\(total.counted("listing")) in \(cells)"
    return table.text(style) + style.applied(.faint, to: summary) + "\n"
  }

  private func csv(_ clusters: [Cluster]) -> String {
    let rows = clusters.map { cluster in
      let box = cluster.box
      let numbers = [
        cluster.coordinate.latitude, cluster.coordinate.longitude, box.west, box.south, box.east, box.north,
      ].map { FieldValue.decimal($0, places: 7).plainText }
      let cells = [cluster.cell] + numbers[..<2] + ["\(cluster.count)"] + numbers[2...] + [cluster.id ?? ""]
      return cells.map(Self.quoted).joined(separator: ",")
    }
    return (["cell,lat,lon,count,west,south,east,north,id"] + rows).map { $0 + "\r\n" }.joined()
  }

  /// Only ids may need quotes.
  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }) else { return cell }
    return "\"\(cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  private func collection(_ clusters: [Cluster], of answer: Answer) -> String {
    var features: [String] = []
    func append(_ feature: (inout JSONWriter) -> Void) {
      var json = JSONWriter()
      feature(&json)
      features.append("\n" + String(decoding: json.bytes, as: UTF8.self))
    }
    for outline in outlines { append(outline.write) }
    answer.writeDistanceSource(append)
    for cluster in clusters { append { $0.object { Self.feature(cluster, &$0) } } }
    var rest = JSONWriter()
    if let total = answer.total {
      rest.key("total")
      rest.int(total)
    }
    if let facets = answer.facets { rest.facets(facets) }
    let members = rest.count > 0 ? "," + String(decoding: rest.bytes, as: UTF8.self) : ""
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "\n]" + members + "}\n"
  }

  private static func feature(_ cluster: Cluster, _ json: inout JSONWriter) {
    json.key("type")
    json.string("Feature")
    json.key("id")
    json.string(cluster.cell)
    json.boundingBox(cluster.box)
    json.key("geometry")
    json.object { json in
      json.key("type")
      json.string("Point")
      json.key("coordinates")
      json.array { json in
        json.double(cluster.coordinate.longitude, decimals: 7)
        json.double(cluster.coordinate.latitude, decimals: 7)
      }
    }
    json.key("properties")
    json.object { json in
      json.key("cell")
      json.string(cluster.cell)
      json.key("count")
      json.int(cluster.count)
      guard let id = cluster.id else { return }
      json.key("id")
      json.string(id)
    }
  }
}
