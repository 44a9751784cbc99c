extension BulkLoad: ListingSink {
  func accept(_ listing: Listing, line: Int) throws -> Int? {
    switch try stage(listing, line: line) {
    case .staged: nil
    case .duplicate(let firstLine): firstLine
    }
  }
}

extension Importer {
  /// Brings the file into `catalog` in one transaction: all of it, or nothing when this throws.
  ///
  /// - Parameter progress: called every few thousand rows, first while reading, then while writing.
  /// - Returns: what was done with every row.
  /// - Throws: `ImportError` for the file, `CatalogError` for the catalog.
  public func run(into catalog: Catalog, progress: (ImportProgress) -> Void = { _ in }) throws -> ImportReport {
    let stopwatch = ContinuousClock()
    let start = stopwatch.now
    var report: ImportReport?
    let counts = try catalog.bulkLoad(
      source: source, replacingSource: replacesSource,
      progress: { written, total in progress(.writing(written, of: total)) },
      { load in report = try read(into: load, progress: progress) })
    guard var report else { throw ImportError.empty(path: path) }
    (report.added, report.updated) = (counts.added, counts.updated)
    (report.unchanged, report.removed) = (counts.unchanged, counts.removed)
    report.seconds = (stopwatch.now - start) / .seconds(1)
    return report
  }
}
