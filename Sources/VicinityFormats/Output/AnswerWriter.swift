import Vicinity

/// Writes an answer in one format, match by match.
///
/// The parts are appended to a buffer that the caller empties at any time, so an answer of any length is written in the
/// memory of one match.
public protocol AnswerWriter: Sendable {
  /// Appends everything before the first match.
  mutating func begin(_ answer: Answer, into bytes: inout [UInt8])
  /// Appends one match.
  mutating func write(_ match: Match, of answer: Answer, into bytes: inout [UInt8])
  /// Appends everything after the last match.
  mutating func end(_ answer: Answer, into bytes: inout [UInt8])
}

extension AnswerWriter {
  /// Writes a whole answer in pieces of about 64 KiB.
  public mutating func write(_ answer: Answer, to sink: ([UInt8]) throws -> Void) rethrows {
    var bytes: [UInt8] = []
    begin(answer, into: &bytes)
    for match in answer.matches {
      write(match, of: answer, into: &bytes)
      guard bytes.count >= 1 << 16 else { continue }
      try sink(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    end(answer, into: &bytes)
    try sink(bytes)
  }

  /// The whole answer as text.
  public mutating func text(of answer: Answer) -> String {
    var text: [UInt8] = []
    write(answer) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }
}
