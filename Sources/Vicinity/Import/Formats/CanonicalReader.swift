/// Reads listings in the canonical form (docs/listings.md).
final class CanonicalReader: ListingReader {
  private let elements: any JSONElementStream
  private let path: String
  private var decoder: CanonicalDecoder

  /// - Parameter elements: one object per listing.
  init(_ elements: any JSONElementStream, path: String, options: ImportOptions) {
    self.elements = elements
    self.path = path
    decoder = CanonicalDecoder(options)
  }

  func next() throws(ImportError) -> ImportedRow? {
    guard let element = try elements.next() else { return nil }
    return ImportedRow(line: element.line) { () throws(RowFault) in
      switch element.value {
      case .failure(let error): throw .notJSON(problem: error.problem, column: error.offset + 1)
      case .success(let value):
        guard case .object(let object) = value else { throw .notAnObject(found: value.typeName) }
        return .listing(try decoder.listing(object))
      }
    }
  }

  var rowText: String { elements.text }

  var remarks: ReaderRemarks {
    var remarks = ReaderRemarks()
    remarks.ignoredKeys = decoder.ignoredKeys
    remarks.noteForeignText(firstLine: elements.firstForeignLine)
    return remarks
  }
}
