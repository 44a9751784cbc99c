import Foundation

/// Folds texts for comparison, by Unicode and independent of the system's language.
package enum TextFolding {
  /// Full case folding (Unicode 15, section 5.18): "Straße" and "STRASSE" become "strasse". The dotless ı stays.
  package static func withoutCase(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = ""
    for scalar in text.unicodeScalars {
      folded += scalar == "ı" ? "ı" : scalar.properties.lowercaseMapping.uppercased().lowercased()
    }
    return folded
  }

  /// Without accents and strokes through letters: "Łódź" becomes "Lodz", "Đà Nẵng" "Da Nang". The voicing marks of
  /// Japanese stay.
  package static func withoutAccents(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var folded = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark, !voicingMarks.contains(scalar) { continue }
      folded.append(stroked[scalar] ?? scalar)
    }
    return String(folded).precomposedStringWithCanonicalMapping
  }

  private static let voicingMarks: Set<Unicode.Scalar> = ["\u{3099}", "\u{309A}"]

  /// Letters with a stroke, which have no decomposition.
  private static let stroked: [Unicode.Scalar: Unicode.Scalar] = [
    "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ø": "O", "ø": "o", "Ħ": "H", "ħ": "h", "Ŧ": "T", "ŧ": "t", "Ɨ": "I",
    "ɨ": "i", "Ƶ": "Z", "ƶ": "z", "Ƀ": "B", "ƀ": "b", "Ǥ": "G", "ǥ": "g",
  ]
}
