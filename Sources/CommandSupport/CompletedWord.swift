/// The word of a command line that a shell completes.
package struct CompletedWord {
  /// What precedes the completed part, such as the tags before the last comma.
  private let head: String
  private let typed: String

  /// - Parameters:
  ///   - text: the word up to the cursor, with quotes as typed.
  ///   - isList: whether the word consists of parts joined by commas.
  package init(_ text: String, isList: Bool) {
    let text = Self.unquoted(text)
    let start = isList ? text.lastIndex(of: ",").map(text.index(after:)) : nil
    head = String(text[..<(start ?? text.startIndex)])
    typed = String(text[(start ?? text.startIndex)...])
  }

  /// The whole words for the candidates of the typed part.
  package func candidates(_ candidates: (String) -> [String]) -> [String] { candidates(typed).map { head + $0 } }

  /// A word without its quotes and backslashes; one that is not complete has no closing quote.
  package static func unquoted(_ word: String) -> String {
    var text = ""
    var (quote, isEscaped): (Character?, Bool) = (nil, false)
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
