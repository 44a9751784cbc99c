import Geography
import Streams
import Vicinity

/// Reads a table by a column map, or by the names of its columns.
final class TableReader: ListingReader {
  private let table: any TableRows
  private let path: String
  private let columns: TableColumns
  private var mapped: MappedListing
  private var anonymous: AnonymousIds
  private let unmappedColumns: [String]
  let understoodColumns: [ImportColumn]
  private var spoiltIds = SpoiltIds()
  /// The file, which may be a temporary copy of a pipe.
  private let source: TableSource

  /// Reads the header and resolves the columns of the fields.
  /// - Throws: `ImportError.missingColumns` or `noSuchColumn` when the header and the map do not match.
  init(_ source: TableSource, options: ImportOptions) throws {
    let survey = try TableSurvey(source, options)
    self.source = source
    path = source.path
    let header: [String]
    (table, header) = try source.read()
    columns = try TableColumns(
      header: header, map: options.map, own: options.ownFields.map(\.name), position: survey.position, path: path)
    unmappedColumns = columns.unused
    understoodColumns = columns.fields(ofHeader: header)
    mapped = MappedListing(options, dateOrder: survey.dateOrder, positionOrder: survey.positionOrder)
    anonymous = AnonymousIds(source: options.source ?? ImportOptions.sourceName(of: path))
  }

  func next() throws(InputError) -> ImportedRow? {
    guard try table.next() else { return nil }
    return ImportedRow(line: table.recordLine) { () throws(RowRejection) in .listing(try listing()) }
  }

  var rowText: String { table.rawRecord }

  var remarks: ReaderRemarks {
    var remarks = mapped.remarks
    remarks.noteForeignText(firstLine: table.firstForeignLine)
    spoiltIds.note(&remarks)
    let others = anonymous.count - spoiltIds.count
    if others > 0 {
      let rows = others.counted("row", "rows")
      remarks.notes.append("\(rows) without id got one made of name and position.")
    }
    if !unmappedColumns.isEmpty {
      if columns.lacksName { remarks.notes.append("no column is the name, so the listings have none.") }
      remarks.notes.append("columns not used: \(InputError.list(unmappedColumns)).")
      let lacking: [Field] = columns.lacksName ? (columns.lacksId ? [.id, .name] : [.name]) : []
      remarks.remedies.append(.mapColumns(fields: lacking.map(\.rawValue)))
      // Ids made of name and position change with the name.
      if columns.lacksName { remarks.remedies.append(.replaceSource) }
    }
    return remarks
  }

  private func listing() throws(RowRejection) -> Listing {
    if let problem = table.problem { throw problem }
    if let width = columns.width, table.fieldCount != width {
      throw .raggedRow(found: table.fieldCount, expected: width)
    }
    var listing = Listing(id: "", kind: .bar, coordinate: Coordinate(latitude: .nan, longitude: .nan))
    let texts = columns.texts { index in table.field(index) }
    guard texts[.lat] != nil, texts[.lon] != nil else { throw .coordinateMissing }
    try mapped.apply(texts, to: &listing)
    mapped.applyOwn({ name in columns.text(ofOwn: name) { table.field($0) } }, to: &listing)
    mapped.applyStatus({ key in columns.text(ofStatus: key) { table.field($0) } }, to: &listing)
    if spoiltIds.take(listing.id) { listing.id = "" }
    if listing.id.isEmpty { listing.id = anonymous.id(listing.name, listing.coordinate) }
    return listing
  }
}
