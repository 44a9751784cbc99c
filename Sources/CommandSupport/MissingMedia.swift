import Streams
import Vicinity

extension CatalogFiles {
  /// A sentence about pictures and videos that the accounts file lists without a file; nil if there are none.
  package static func text(ofMissingMedia names: [String]) -> String? {
    guard let first = names.first else { return nil }
    let subject = names.count.counted("listed picture or video has", "listed pictures and videos have")
    return "\(subject) no file in the media folder, such as \(first)"
  }
}
