import CodedErrors
import Streams

/// A line of synonyms that is no rule.
public struct SynonymError: CodedError, Hashable {
  /// The number of the line, from 1.
  public var line: Int
  /// The line.
  public var text: String
}

extension SynonymError {
  /// Stable, for programs.
  public var code: String { "bad-synonyms" }

  /// The error, and the form of a rule.
  public var description: String {
    "line \(line): \"\(text.shortened)\" is not a rule; write words that mean the same with commas between them, such as pub, tavern, "
      + "or nyc => new york. Nothing was changed."
  }
}
