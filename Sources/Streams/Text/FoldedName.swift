import Foundation

/// Folds names for comparison: without case and diacritics, independent of the system's language.
package enum FoldedName {
  package static func fold(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
