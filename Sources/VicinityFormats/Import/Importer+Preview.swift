import Vicinity

extension Importer {
  /// Reads the file as an import would, and changes nothing.
  ///
  /// - Parameters:
  ///   - catalog: the catalog for which it would be imported; nil for a new one.
  ///   - most: the most listings to return.
  ///   - progress: called every thousand rows or so.
  /// - Returns: the report, with what would be added and updated, and the first listings as they would be saved.
  /// - Throws: `ImportError` for the file, `CatalogError` for the catalog.
  public func preview(
    for catalog: Catalog?, most: Int = 10, progress: (ImportProgress) -> Void = { _ in }
  ) throws -> (report: ImportReport, listings: [Listing]) {
    let sink = PreviewSink(catalog, source: source, takesOver: options.takesOver, most: most)
    let places = options.timeZone == nil ? try catalog?.placeMap() : nil
    var report = try read(into: sink, places: places, ownFields: catalog?.ownFields() ?? [], progress: progress)
    report.isPreview = true
    (report.added, report.updated, report.takenOver) = (sink.added, sink.updated, sink.takenOver)
    report.unchanged = sink.unchanged
    return (report, sink.listings)
  }
}

/// Counts what an import would do, and keeps the first listings.
private final class PreviewSink: ListingSink {
  private let catalog: Catalog?
  private let source: String
  private let takesOver: Bool
  private let most: Int
  private var lines: [String: Int] = [:]
  private(set) var listings: [Listing] = []
  private(set) var (added, updated, unchanged, takenOver) = (0, 0, 0, 0)

  init(_ catalog: Catalog?, source: String, takesOver: Bool, most: Int) {
    (self.catalog, self.source, self.takesOver, self.most) = (catalog, source, takesOver, most)
  }

  func accept(_ listing: Listing, line: Int) throws -> RowRejection? {
    if let first = lines.updateValue(line, forKey: listing.id) {
      lines[listing.id] = first
      return .duplicateId(listing.id, firstLine: first)
    }
    if let known = try catalog?.source(of: listing.id) {
      let isUnchanged = try catalog?.hasUnchanged(listing) ?? false
      if known != source, !(isUnchanged && !takesOver) {
        guard takesOver else { return .idOfOtherSource(listing.id, source: known) }
        takenOver += 1
        updated += 1
      } else if isUnchanged {
        unchanged += 1
      } else {
        updated += 1
      }
    } else {
      added += 1
    }
    if listings.count < most { listings.append(listing) }
    return nil
  }
}
