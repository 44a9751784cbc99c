import Streams
import Vicinity

/// Writes one GeoJSON feature per line (RFC 8142 without record separators), with the id as its id.
public struct GeoJSONLinesWriter: AnswerWriter {
  private var json = JSONWriter()

  /// Makes a writer.
  public init() {}

  /// Appends nothing.
  public func begin(_ answer: Answer, into bytes: inout [UInt8]) {}

  /// Appends one match.
  public mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8]) {
    json.removeAll()
    json.object { GeoJSONWriter.writeFeature(match, of: answer, to: &$0) }
    json.newline()
    bytes += json.bytes
  }

  /// Appends nothing.
  public func end(_ answer: Answer, into bytes: inout [UInt8]) {}
}
