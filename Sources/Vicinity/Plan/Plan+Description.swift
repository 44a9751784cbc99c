import Geography
import Streams

extension Plan: CustomStringConvertible {
  /// The plan as text, one step per line.
  public var description: String {
    var lines = placeLines
    lines.append("kinds    \(Kind.allCases.filter(wants).map(\.rawValue).joined(separator: ", "))")
    lines += testLines.map { "test     \($0)" }
    lines.append("order    \((order.map(\.rawValue) + ["id"]).joined(separator: ", "))")
    if let weights = query.bestMatch?.json { lines.append("weights  \(weights.text), else the usual ones") }
    lines.append(
      "keep     \(query.limit)\(cursor == nil ? "" : " after the cursor")\(query.total ? ", count all" : "")")
    if let zoom = query.cluster {
      lines.append("cluster  by the tiles of level \(zoom + Query.clusterLevelsBelowZoom)")
    }
    if !query.facets.isEmpty { lines.append("facets   \(query.facets.map(\.rawValue).joined(separator: ", "))") }
    lines.append("now      \(now)")
    if let caller = query.caller { lines.append("caller   \(caller)") }
    return lines.joined(separator: "\n")
  }

  private var placeLines: [String] {
    var lines: [String] = []
    if let near = query.near {
      let limit = query.radiusMeters.map { "within \($0) m" } ?? "at any distance"
      lines.append("near     \(near.latitude), \(near.longitude), \(limit), on \(query.metric.rawValue)")
    }
    lines += distanceSourceLines
    for window in query.within?.windows ?? [] {
      lines.append("window   \(window.south)...\(window.north) north, \(window.west)...\(window.east) east")
    }
    if let area = query.area {
      lines.append("area     in \(area); whole subtrees by its envelope and cells, then exactly")
    }
    if let outside = query.outside { lines.append("area     outside \(outside)") }
    return lines
  }

  private var testLines: [String] {
    QueryPart.tests(of: query) + (leavesOutPast ? ["events   not over"] : [])
  }
}
