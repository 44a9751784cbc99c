import Foundation

/// Names as they are compared: without case and diacritics, whatever the language of the machine.
package enum FoldedName {
  package static func fold(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
