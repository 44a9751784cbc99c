import Geography
import Streams
import Vicinity

/// Writes the answer as one GeoJSON FeatureCollection (RFC 7946) of points, longitude before latitude.
///
/// The listings are preceded by outlines, the origins of a group and the line of a route, with a property `role`. The
/// id of a listing is the id of its feature; the other fields are its properties. `total`, `next` and
/// `corrected` are foreign members of the collection, as RFC 7946 section 6.1 allows.
public struct GeoJSONWriter: AnswerWriter {
  private var json = JSONWriter()
  private var isFirst = true
  private let outlines: [AnswerOutline]
  private var joinsLists = false

  /// Makes a writer.
  ///
  /// - Parameter outlines: of the answer, from `Catalog.outlines(of:)`; they come first.
  public init(outlines: [AnswerOutline] = []) { self.outlines = outlines }

  /// - Parameter joinsLists: whether lists and objects are texts, for formats that have none.
  package init(joiningLists joinsLists: Bool) {
    self.init()
    self.joinsLists = joinsLists
  }

  /// Makes a writer whose prices, ratings and distances always have a fraction, for programs that infer the types of
  /// properties from the first features.
  package static var withFractions: GeoJSONWriter {
    var writer = GeoJSONWriter()
    writer.json.keepsFractions = true
    return writer
  }

  /// Appends everything before the first match.
  public mutating func begin(_ answer: Answer, into bytes: inout [UInt8]) {
    isFirst = true
    bytes += Array(#"{"type":"FeatureCollection","features":["#.utf8)
    for outline in outlines { append(outline.write, into: &bytes) }
    answer.writeDistanceSource { append($0, into: &bytes) }
  }

  /// Appends one match.
  public mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8]) {
    let joinsLists = joinsLists
    append({ $0.object { Self.writeFeature(match, of: answer, joiningLists: joinsLists, to: &$0) } }, into: &bytes)
  }

  private mutating func append(_ feature: (inout JSONWriter) -> Void, into bytes: inout [UInt8]) {
    bytes += Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    json.removeAll()
    feature(&json)
    bytes += json.bytes
  }

  /// Appends everything after the last match.
  public mutating func end(_ answer: Answer, into bytes: inout [UInt8]) {
    json.removeAll()
    if let total = answer.total { json.member("total") { $0.int(total) } }
    if let next = answer.next { json.member("next") { $0.string(next) } }
    json.corrected(answer.corrected)
    if let facets = answer.facets { json.facets(facets) }
    bytes += Array("\n]".utf8)
    if !json.bytes.isEmpty { bytes += Array(",".utf8) + json.bytes }
    bytes += Array("}\n".utf8)
  }

  /// Writes the members of the feature of a match.
  ///
  /// - Parameters:
  ///   - query: the id of its query, as the first property.
  ///   - joinsLists: whether lists and objects are texts.
  static func writeFeature(
    _ match: Match, of answer: Answer, query: String? = nil, joiningLists joinsLists: Bool = false,
    to json: inout JSONWriter
  ) {
    json.member("type") { $0.string("Feature") }
    json.member("id") { $0.string(match.id) }
    json.member("geometry") { json in
      json.object { json in
        json.member("type") { $0.string("Point") }
        json.member("coordinates") { json in
          json.array { json in
            json.double(match.coordinate.longitude, decimals: 7)
            json.double(match.coordinate.latitude, decimals: 7)
          }
        }
      }
    }
    json.member("properties") { json in
      json.object { json in
        json.member("query", query)
        json.members(of: match, in: answer, without: [.id, .lat, .lon], joiningLists: joinsLists)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
    key(name)
    value(&self)
  }
}
