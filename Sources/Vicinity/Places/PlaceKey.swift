import Foundation

/// The form in which names are compared: small letters without diacritics, words separated by single spaces.
///
/// Diacritics fold as in the text search, and so do a few letters that Unicode does not decompose (`ł`, `ø`, `ß`,
/// `ı`). Apostrophes and full stops are removed (`Xi'an` is `xian`, `U.S.A.` is `usa`); anything else that is not a
/// letter, digit or mark separates words. Marks that carry meaning, as in the scripts of India, are kept. Korean
/// syllables are decomposed, so that a prefix may end within one.
enum PlaceKey {
  /// - Complexity: O(n); ASCII text avoids Foundation.
  static func of(_ name: String) -> String {
    var key = ""
    key.reserveCapacity(name.utf8.count)
    var isParted = false
    let scalars = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.decomposedStringWithCompatibilityMapping
    for scalar in scalars.unicodeScalars {
      switch kind(of: scalar) {
      case .dropped: continue
      case .parting: isParted = true
      case .kept:
        if isParted, !key.isEmpty { key.append(" ") }
        isParted = false
        append(scalar, to: &key)
      }
    }
    return key
  }

  private enum Kind { case kept, dropped, parting }

  private static func append(_ scalar: Unicode.Scalar, to key: inout String) {
    if scalar.isASCII {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(UInt8(scalar.value))
      key.unicodeScalars.append(isCapital ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
    } else if let plain = plain[scalar] {
      key += plain
    } else {
      // Lowercasing can produce marks again: the dot above of a Turkish İ.
      let small = scalar.properties.lowercaseMapping.unicodeScalars
      key.unicodeScalars.append(contentsOf: small.filter { kind(of: $0) == .kept })
    }
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x27, 0x2E, 0x60, 0xB4, 0x2018, 0x2019, 0x200B...0x200F, 0x2BB...0x2BF, 0x2B9, 0x2C8, 0x640: .dropped
    case 0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670: .dropped
    case 0...0x7F:
      (0x30...0x39).contains(scalar.value) || (0x61...0x7A).contains(scalar.value | 0x20) ? .kept : .parting
    default: isWord(scalar.properties.generalCategory) ? .kept : .parting
    }
  }

  private static func isWord(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  /// Letters that do not decompose, with their usual transcriptions.
  private static let plain: [Unicode.Scalar: String] = [
    "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h", "Ħ": "h", "ı": "i",
    "ß": "ss",
    "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ŧ": "t", "Ŧ": "t", "ə": "a", "Ə": "a",
    "ς": "σ",
    "ي": "ی", "ك": "ک",
  ]

  /// A text greater than all keys that start with `key`: no key contains this character.
  static func end(ofPrefix key: String) -> String { key + "\u{10FFFF}" }
}
