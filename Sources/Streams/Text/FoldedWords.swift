import Foundation

/// Folds texts for comparison: small letters without diacritics, ligatures, strokes and widths, words separated by
/// single spaces.
///
/// Compatibility decomposition (NFKD) and lower case of Unicode, diacritics of Latin, Greek, Cyrillic, Hebrew and
/// Arabic removed, and the usual transcriptions of letters that do not decompose: `Straße` is `strasse`, `Łódź` `lodz`,
/// `İzmir` and `ızmir` `izmir`, `ＢＡＲ` `bar`, `ﬁn` `fin`. Anything but letters, digits and marks separates words. Marks
/// that carry meaning, as in the scripts of India, stay. Korean syllables are decomposed, so that a prefix may end
/// within one.
package enum FoldedWords {
  /// The use of the words.
  package enum Purpose: Sendable {
    /// A name, compared as a whole or by its beginning: apostrophes and full stops are removed (`Xi'an` is `xian`,
    /// `U.S.A.` `usa`).
    case name
    /// A text to be searched: apostrophes and full stops separate words (`L'Osteria` is `l osteria`), and in scripts
    /// without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) every letter with its marks is a word.
    case search
  }

  /// - Complexity: O(n).
  package static func text(of text: String, for purpose: Purpose) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(decoding: folded(UnsafeRawBufferPointer(bytes), for: purpose), as: UTF8.self)
    }
  }

  /// The folded words of a text.
  package static func words(of text: String, for purpose: Purpose) -> [String] {
    self.text(of: text, for: purpose).split(separator: " ").map(String.init)
  }

  /// - Parameter text: UTF-8.
  package static func folded(_ text: UnsafeRawBufferPointer, for purpose: Purpose) -> [UInt8] {
    var folder = Folder(purpose: purpose)
    folder.bytes.reserveCapacity(text.count)
    if text.allSatisfy({ $0 < 0x80 }) {
      for byte in text { folder.take(ascii: byte) }
    } else {
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { folder.take(scalar) }
    }
    return folder.bytes
  }

  /// Whether a folded word consists of a letter of a script without spaces.
  package static func isUnspaced(_ word: String) -> Bool { word.unicodeScalars.first.map(Script.isUnspaced) ?? false }

  /// Takes scalars one by one.
  private struct Folder {
    let purpose: Purpose
    var bytes: [UInt8] = []
    private var isParted = false
    /// Whether the last word is a letter of a script without spaces, to which only marks can be appended.
    private var isAlone = false

    init(purpose: Purpose) { self.purpose = purpose }

    @inline(__always)
    mutating func take(ascii byte: UInt8) {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: keep(byte)
      case 0x41...0x5A: keep(byte + 32)
      case 0x27, 0x2E, 0x60: if purpose == .search { isParted = true }
      default: isParted = true
      }
    }

    mutating func take(_ scalar: Unicode.Scalar) {
      if scalar.isASCII { return take(ascii: UInt8(scalar.value)) }
      for part in Parts.parts(of: scalar) {
        switch part {
        case .dropped: continue
        case .parting: isParted = true
        case .apostrophe: if purpose == .search { isParted = true }
        case .mark(let text):
          begin(false)
          bytes += text
        case .letter(let text):
          begin(isAlone)
          bytes += text
        case .unspaced(let text):
          begin(purpose == .search)
          bytes += text
          isAlone = purpose == .search
        case .ascii(let byte): take(ascii: byte)
        }
      }
    }

    @inline(__always)
    private mutating func keep(_ byte: UInt8) {
      begin(isAlone)
      bytes.append(byte)
    }

    /// Begins a word if the last one has ended.
    @inline(__always)
    private mutating func begin(_ isNew: Bool) {
      guard isParted || isNew else { return }
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      (isParted, isAlone) = (false, false)
    }
  }
}

/// The result of folding a scalar.
private enum Part: Sendable {
  case dropped, parting, apostrophe
  case ascii(UInt8)
  case letter([UInt8])
  case mark([UInt8])
  case unspaced([UInt8])
}

private enum Parts {
  /// The parts for the scalars below U+0530: Latin, Greek and Cyrillic.
  private static let common: [[Part]] = (0x80..<0x530 as Range<UInt32>).map { value in
    Unicode.Scalar(value).map(computed) ?? [.parting]
  }

  static func parts(of scalar: Unicode.Scalar) -> [Part] {
    let value = scalar.value
    if value < 0x530 { return common[Int(value) - 0x80] }
    // Most Chinese characters do not decompose.
    if 0x4E00...0x9FFF ~= value || 0x3400...0x4DBF ~= value { return [.unspaced(Array(String(scalar).utf8))] }
    return computed(scalar)
  }

  private static func computed(_ scalar: Unicode.Scalar) -> [Part] {
    // Decomposes to a space and an accent.
    if scalar == "´" { return [.apostrophe] }
    return String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.flatMap(part)
  }

  private static func part(of scalar: Unicode.Scalar) -> [Part] {
    if scalar.isASCII { return [.ascii(UInt8(scalar.value))] }
    if let plain = transcriptions[scalar] { return plain.utf8.map { .ascii($0) } }
    if let other = variants[scalar] { return [.letter(Array(String(other).utf8))] }
    switch scalar.value {
    case 0x2018, 0x2019, 0x2BB...0x2BF, 0x2B9, 0x2C8: return [.apostrophe]
    case 0x200B...0x200F, 0x640: return [.dropped]
    case 0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670: return [.dropped]
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return [.mark(Array(String(scalar).utf8))]
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      // Lower case can produce marks again: the dot above of a Turkish İ.
      let small = scalar.properties.lowercaseMapping.unicodeScalars.filter { !(0x300...0x36F ~= $0.value) }
      let bytes = small.flatMap { Array(String($0).utf8) }
      return [Script.isUnspaced(scalar) ? .unspaced(bytes) : .letter(bytes)]
    default: return [.parting]
    }
  }

  /// Letters that do not decompose, with their usual transcriptions.
  private static let transcriptions: [Unicode.Scalar: String] = [
    "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h", "Ħ": "h", "ı": "i",
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ŧ": "t", "Ŧ": "t",
    "ə": "a", "Ə": "a", "ɨ": "i", "Ɨ": "i", "ƶ": "z", "Ƶ": "z", "ƀ": "b", "Ƀ": "b", "ǥ": "g", "Ǥ": "g", "ŋ": "n",
    "Ŋ": "n",
  ]

  /// Forms of one letter.
  private static let variants: [Unicode.Scalar: Unicode.Scalar] = ["ς": "σ", "ي": "ی", "ك": "ک"]
}

private enum Script {
  /// Whether words of the script are written without spaces between them.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Thai and Lao, Burmese, Khmer.
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: true
    // Japanese kana, and Chinese characters with their additions.
    case 0x3005...0x3007, 0x3040...0x30FF, 0x3100...0x312F, 0x31F0...0x31FF: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
