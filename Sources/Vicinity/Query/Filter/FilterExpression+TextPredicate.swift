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
  /// A text of the field in the form in which it is compared.
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
      case .word(let word): return word.text(of: listing) ?? definition?.usualWord
      case .whole, .number, .composite, nil: return nil
      }
    }
  }
}
