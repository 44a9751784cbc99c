import CodedErrors
import Streams

/// A line of synonyms that is no rule.
public struct SynonymError: CodedError, Hashable {
  /// The number of the line, from 1.
  public var line: Int
  /// The line.
  public var text: String
  /// What has neither letters nor digits, so that no text can be searched for it; nil for another mistake.
  public var sign: String?
}

extension SynonymError {
  /// Stable, for programs.
  public var code: String { "bad-synonyms" }

  /// The error, and the form of a rule.
  public var description: String {
    if let sign {
      return
        "line \(line): \"\(sign.shortened)\" has neither letters nor digits, so no listing is found by it; leave it out. "
        + "\"and\" between two words finds names with & already. Nothing was changed."
    }
    return
      "line \(line): \"\(text.shortened)\" is not a rule; write words that mean the same with commas between them, such as pub, tavern, "
      + "or nyc => new york. Nothing was changed."
  }
}
