extension String {
  /// The number of terminal columns of the text: two for a wide East Asian character or an emoji, none for a combining
  /// mark.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with every character that would move the cursor or change the terminal replaced by a space.
  package var printable: String {
    let isClean = unicodeScalars.allSatisfy { !$0.isTerminalControl }
    return isClean ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.isTerminalControl ? " " : $0 }))
  }

  /// The text with its lines made printable; tabs are left in place.
  package var printableLines: String {
    func isForbidden(_ scalar: Unicode.Scalar) -> Bool { scalar.isTerminalControl && scalar != "\n" && scalar != "\t" }
    guard unicodeScalars.contains(where: isForbidden) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isForbidden($0) ? " " : $0 }))
  }

  /// The longest prefix that fits into `width` columns, with "…" as its last column when text is cut off.
  package func truncated(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var kept = ""
    var used = 0
    for character in self {
      used += character.displayWidth
      guard used < width else { break }
      kept.append(character)
    }
    return width > 0 ? kept + "…" : ""
  }

  /// The text padded with spaces to at least `width` columns.
  package func padded(to width: Int, alignedRight: Bool) -> String {
    let blanks = String(repeating: " ", count: max(0, width - displayWidth))
    return alignedRight ? blanks + self : self + blanks
  }
}

extension Character {
  /// 0, 1 or 2 columns; a grapheme is as wide as its base, and variation selector 16 makes it an emoji.
  fileprivate var displayWidth: Int {
    guard let base = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    // The half-width voicing marks join the preceding letter but take a column.
    return base.displayWidth + unicodeScalars.dropFirst().count { $0 == "\u{FF9E}" || $0 == "\u{FF9F}" }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: isWide ? 2 : 1
    }
  }

  /// East Asian Width W or F. Source: Unicode Standard Annex 11, blocks only; emoji by their default presentation.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }

  /// C0, C1, line ends and the marks that change the direction of text.
  fileprivate var isTerminalControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
