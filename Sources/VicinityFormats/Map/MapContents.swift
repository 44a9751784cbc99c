import Geography
import Streams
import Vicinity

/// The contents of a map: features, and the number of further results.
public struct MapContents: Hashable, Sendable {
  /// The features to draw, in order: results best first.
  public var features: [MapFeature]
  /// The number of all matches, where the answer says it.
  public var total: Int?
  /// Whether the answer has further results.
  public var hasMore: Bool

  /// Makes the contents of a map.
  public init(_ features: [MapFeature], total: Int? = nil, hasMore: Bool = false) {
    (self.features, self.total, self.hasMore) = (features, total, hasMore)
  }

  /// Reads an answer as a map shows it, with the origin of its query.
  ///
  /// - Parameters:
  ///   - answer: the answer to show.
  ///   - outlines: of the answer, from `Catalog.outlines(of:)`.
  /// - Throws: `MapError`.
  public init(of answer: Answer, outlines: [AnswerOutline] = []) throws {
    try self.init(parsing: Self.geoJSON(of: answer, outlines))
    if let query = answer.plan?.query, let near = answer.near, query.group == nil, query.along == nil {
      features.insert(MapFeature(origin: near, radiusMeters: query.radiusMeters), at: 0)
    }
  }

  /// The areas, as a backdrop for other contents.
  public var areas: [MapFeature] {
    features.compactMap { feature in
      guard !feature.polygons.isEmpty else { return nil }
      var area = feature
      (area.points, area.lines) = ([], [])
      return area
    }
  }

  private static func geoJSON(of answer: Answer, _ outlines: [AnswerOutline]) -> [UInt8] {
    if answer.clusters != nil, let writer = ClusterWriter(.geojson, outlines: outlines) {
      return Array(writer.text(of: answer).utf8)
    }
    var bytes: [UInt8] = []
    var writer = GeoJSONWriter(outlines: outlines)
    writer.begin(answer, into: &bytes)
    for match in answer.matches { writer.write(match, of: answer, into: &bytes) }
    writer.end(answer, into: &bytes)
    return bytes
  }

  /// The number of listings among the results: a cluster counts all of its listings.
  var resultCount: Int {
    features.filter(\.isResult).reduce(0) { sum, feature in
      let (count, isTooLarge) = sum.addingReportingOverflow(feature.count ?? 1)
      return isTooLarge ? .max : count
    }
  }

  /// The part that the picture omits, such as `500 of 1 204 results`; nil if it is complete.
  var remark: String? {
    let shown = resultCount
    if let total, total > shown { return "\(shown.grouped) of \(total.counted("result"))" }
    return hasMore && total == nil ? "The first \(shown.counted("result")); there are more" : nil
  }
}
