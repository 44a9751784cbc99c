import Vicinity

extension Importer {
  /// Reads the file as an import would, and changes nothing: rejected rows are not written to a file either.
  ///
  /// - Parameters:
  ///   - catalog: the catalog for which it would be imported.
  ///   - most: the most listings to return.
  ///   - progress: called every thousand rows or so.
  /// - Returns: the report, with what would be added, updated and removed, and the first listings as they would be
  ///   saved.
  /// - Throws: `ImportError` for the file, `CatalogError` for the catalog.
  public func preview(
    for catalog: Catalog, most: Int = 10, progress: (ImportProgress) -> Void = { _ in }
  ) throws -> (report: ImportReport, listings: [Listing]) {
    let places = options.timeZone == nil ? try catalog.placeMap() : nil
    let ownFields = try catalog.ownFields()
    return try catalog.previewLoad(source: source, takesOver: options.takesOver) { preview in
      if let radius = options.publicRadiusMeters { try preview.setUsualPublicRadius(radius) }
      let sink = PreviewSink(preview, most: most)
      var report = try read(into: sink, places: places, ownFields: ownFields, progress: progress)
      report.isPreview = true
      complete(&report, try preview.finish(replacesSource: mayReplace(&report)))
      // There is nothing to remove later.
      report.remediesOfNotes.removeAll { $0 == .replaceSource }
      return (report, sink.listings)
    }
  }
}

/// Keeps the first listings of a preview.
private final class PreviewSink: ListingSink {
  private let preview: LoadPreview
  private let most: Int
  private(set) var listings: [Listing] = []

  init(_ preview: LoadPreview, most: Int) { (self.preview, self.most) = (preview, most) }

  func accept(_ listing: Listing, line: Int) throws -> RowRejection? {
    let staged = try preview.stage(listing, line: line)
    if staged == .staged, listings.count < most { listings.append(listing) }
    return staged.rejection(of: listing)
  }
}
