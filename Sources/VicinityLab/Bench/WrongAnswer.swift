/// An answer that is not the expected one.
public struct WrongAnswer: Hashable, Sendable {
  /// The workload.
  public let file: String
  /// The line of the query, from 1.
  public let line: Int
  /// What is wrong.
  public let fault: String
}

extension WrongAnswer: CustomStringConvertible {
  /// Where it is asked and what is wrong, in one line.
  public var description: String { "\(file):\(line): wrong answer: \(fault)" }
}
