import Foundation

/// Folds names for comparison: without case and diacritics, independent of the system's language.
package enum FoldedName {
  package static func fold(_ name: String) -> String {
    // ASCII has no diacritics and one width.
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    return name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
