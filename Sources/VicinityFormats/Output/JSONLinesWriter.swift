import Streams
import Vicinity

/// Writes each match as one line of JSON; nothing else, so an empty answer is empty text.
public struct JSONLinesWriter: AnswerWriter {
  private var json = JSONWriter()

  /// Makes a writer.
  public init() {}

  /// Appends everything before the first match.
  public mutating func begin(_ answer: Answer, into bytes: inout [UInt8]) {}

  /// Appends one match.
  public mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8]) {
    json.removeAll()
    json.object { $0.members(of: match, in: answer) }
    json.newline()
    bytes += json.bytes
  }

  /// Appends everything after the last match.
  public mutating func end(_ answer: Answer, into bytes: inout [UInt8]) {}
}
