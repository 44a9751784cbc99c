/// An answer that differs from the expected one.
public struct WrongAnswer: Hashable, Sendable {
  /// The workload.
  public let file: String
  /// The line of the query, from 1.
  public let line: Int
  /// The error.
  public let mismatch: String
}

extension WrongAnswer: CustomStringConvertible {
  /// The location and the error on one line.
  public var description: String { "\(file):\(line): wrong answer: \(mismatch)" }
}
