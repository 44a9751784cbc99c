extension FilterExpression {
  /// The test of a text in a comparison, a list or a pattern; nil for all other expressions.
  var textPredicate: (@Sendable (String) -> Bool)? {
    switch self {
    case .compare(let operand, let comparison, .text(let text)):
      return { comparison.holds(operand.folded($0), text) }
    case .compare(_, let comparison, .flag(let flag)):
      return { comparison.holds($0, String(flag)) }
    case .isIn(let operand, let values):
      let texts = Set(
        values.compactMap { value -> String? in
          switch value {
          case .text(let text): text
          case .flag(let flag): String(flag)
          case .number, .date, .instant: nil
          }
        })
      return { texts.contains(operand.folded($0)) }
    case .like(let operand, let pattern):
      let pattern = LikePattern(pattern)
      return { pattern.matches(operand.folded($0)) }
    default: return nil
    }
  }
}

extension FilterComparison {
  /// Whether it holds for texts, by canonical equivalence.
  func holds(_ value: String, _ bound: String) -> Bool {
    switch self {
    case .equal: value == bound
    case .notEqual: value != bound
    case .less: value < bound
    case .lessOrEqual: value <= bound
    case .greater: value > bound
    case .greaterOrEqual: value >= bound
    }
  }
}

extension FilterOperand {
  /// A text of the field as it is compared.
  func folded(_ text: String) -> String {
    guard ignoresCase || ignoresAccents else { return text }
    let bare = ignoresAccents ? FilterFolding.ignoringAccents.folded(text) : text
    return ignoresCase ? FilterFolding.ignoringCase.folded(bare) : bare
  }
}

extension Field {
  /// The text of a field in filter expressions; nil without one.
  func filterText(of listing: Listing) -> String? {
    switch self {
    case .id: return listing.id
    case .kind: return listing.kind.rawValue
    case .currency: return listing.price?.currency
    case .allDay: return listing.kind == .event ? String(listing.allDay) : nil
    default:
      switch definition?.value {
      case .text(let access, _): return access.get(listing)
      case .word(let word): return word.text(of: listing)
      case .whole, .number, .composite, nil: return nil
      }
    }
  }
}

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

  /// Whether the whole text matches.
  ///
  /// - Complexity: O(n) for a pattern without `%`, else at most the product of both lengths.
  func matches(_ text: String) -> Bool {
    let characters = Array(text)
    var (position, part) = (0, 0)
    // Where the last `%` stands, and the first character after those it stands for.
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
