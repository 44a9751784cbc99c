import Streams
import Vicinity

extension BulkLoad: ListingSink {
  func accept(_ listing: Listing, line: Int) throws -> RowRejection? {
    try stage(listing, line: line).rejection(of: listing)
  }
}

extension BulkLoad.Staged {
  /// Why a listing is not written; nil when it is, or need not be.
  func rejection(of listing: Listing) -> RowRejection? {
    switch self {
    case .staged, .hidden, .kept: nil
    case .duplicate(let firstLine): .duplicateId(listing.id, firstLine: firstLine)
    case .foreign(let source): .idOfOtherSource(listing.id, source: source)
    }
  }
}

extension Importer {
  /// Imports the file into `catalog` in one transaction, which is rolled back on errors.
  ///
  /// - Parameters:
  ///   - catalog: open for writing.
  ///   - progress: called every few thousand rows, first while reading, then while writing, and before the indexes.
  /// - Returns: the result for all rows.
  /// - Throws: `ImportError` for the file, `CatalogError` for the catalog.
  public func run(into catalog: Catalog, progress: (ImportProgress) -> Void = { _ in }) throws -> ImportReport {
    let stopwatch = ContinuousClock()
    let start = stopwatch.now
    let places = options.timeZone == nil ? try catalog.placeMap() : nil
    let ownFields = try catalog.ownFields()
    var report: ImportReport?
    let counts = try catalog.bulkLoad(
      source: source, at: options.now ?? .now, isLarge ? .large : .small, takesOver: options.takesOver,
      progress: { written, total in progress(written < total ? .writing(written, of: total) : .indexing) },
      { load in
        if let radius = options.publicRadiusMeters { try load.setUsualPublicRadius(radius) }
        var read = try read(into: load, places: places, ownFields: ownFields, progress: progress)
        load.replacesSource = mayReplace(&read)
        report = read
      })
    guard var report else { throw ImportError.empty(path: path) }
    complete(&report, counts)
    report.seconds = (stopwatch.now - start) / .seconds(1)
    return report
  }

  /// Adds what the catalog knows to the report of the rows.
  func complete(_ report: inout ImportReport, _ counts: BulkLoadCounts) {
    (report.added, report.updated) = (counts.added, counts.updated)
    (report.unchanged, report.removed, report.takenOver) = (counts.unchanged, counts.removed, counts.takenOver)
    let former = counts.removed + counts.updated + counts.unchanged
    if former > Self.smallSource, 2 * counts.removed > former {
      let verb = report.isPreview ? "would be" : "were"
      report.notes.append(
        "\(counts.removed.grouped) of \(former.grouped) listings of \(source) \(verb) removed, because the file does "
          + "not have them.")
    }
    if counts.hidden > 0 {
      report.notes.append(
        "\(counts.hidden.counted("listing", "listings")) left out, because editors have hidden or merged what has the "
          + "same id.")
    }
    if counts.misplaced > 0 {
      report.notes.append(
        "\(counts.misplaced.counted("listing names", "listings name")) a region far from its coordinate: on days that are "
          + "public holidays in one of the two only, the opening hours are unknown.")
    }
  }

  /// Whether the file is not known to be small: a new file of the catalog is then worthwhile.
  private var isLarge: Bool { totalBytes.map { $0 >= Self.largeBytes } ?? true }
  private static let largeBytes = 1 << 18

  private static let harmless = ["duplicate-id", "id-of-other-source"]

  /// For a source with at most this many listings, a removal of most of them is not remarked on.
  private static let smallSource = 20

  /// Whether to remove listings that are missing from the file; adds a note if that is not safe.
  ///
  /// A rejected row may be a listing that the catalog has, except for duplicates, which are in the file, and for those of
  /// other sources.
  func mayReplace(_ report: inout ImportReport) -> Bool {
    let lost = report.rejected.filter { !Self.harmless.contains($0.code) }.reduce(0) { $0 + $1.count }
    guard replacesSource, lost > 0 else { return replacesSource }
    report.notes.append(
      "nothing was removed from \(source), because \(lost.counted("row was", "rows were")) rejected and may be listings "
        + "that the catalog has.")
    report.remediesOfNotes.append(.writeRejects)
    return false
  }
}
