/// A pattern of `LIKE`: `%` stands for any characters, `_` for one, after `\` a character stands for itself.
struct LikePattern: Sendable {
  private enum Part: Equatable {
    case any, one
    case character(Character)
  }

  private let parts: [Part]

  init(_ pattern: String) {
    var parts: [Part] = []
    var isEscaped = false
    for character in pattern {
      switch character {
      case _ where isEscaped:
        parts.append(.character(character))
        isEscaped = false
      case "\\": isEscaped = true
      case "%": if parts.last != .any { parts.append(.any) }
      case "_": parts.append(.one)
      default: parts.append(.character(character))
      }
    }
    if isEscaped { parts.append(.character("\\")) }
    self.parts = parts
  }

  /// The characters with which each text that matches begins.
  var beginning: String {
    String(
      parts.prefix { if case .character = $0 { true } else { false } }.compactMap { part in
        if case .character(let character) = part { character } else { nil }
      })
  }

  /// The letters and digits of ASCII with which each text that matches begins; nil if there are few.
  var firstWord: String? {
    let word = beginning.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return word.count < Self.shortestWord ? nil : String(word)
  }

  /// Shorter words are the beginnings of many.
  private static let shortestWord = 3

  /// Whether the whole text matches.
  ///
  /// - Complexity: O(n) for a pattern without `%`, else at most the product of both lengths.
  func matches(_ text: String) -> Bool {
    let characters = Array(text)
    var (position, part) = (0, 0)
    // The position of the last `%`, and the first character after the text that it matches.
    var (anyPart, anyEnd) = (-1, 0)
    while position < characters.count {
      if part < parts.count, parts[part] == .any {
        (anyPart, anyEnd) = (part, position)
        part += 1
      } else if part < parts.count, parts[part] == .one || parts[part] == .character(characters[position]) {
        position += 1
        part += 1
      } else if anyPart >= 0 {
        anyEnd += 1
        (part, position) = (anyPart + 1, anyEnd)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }
}
