import Streams
import Vicinity

/// Reads listings in the canonical form (docs/listings.md), sequentially: from an array, or from too few lines for
/// threads.
final class CanonicalReader: ListingReader {
  private let elements: any JSONElementStream
  private var decoder: ListingDecoder

  /// - Parameter elements: one object per listing.
  init(_ elements: any JSONElementStream, options: ImportOptions) {
    self.elements = elements
    decoder = options.decoder
  }

  func next() throws(InputError) -> ImportedRow? {
    guard let element = try elements.next() else { return nil }
    return ImportedRow(element, &decoder)
  }

  var rowText: String { elements.text }

  var remarks: ReaderRemarks {
    var remarks = decoder.remarks
    remarks.noteForeignText(firstLine: elements.firstForeignLine)
    return remarks
  }
}
