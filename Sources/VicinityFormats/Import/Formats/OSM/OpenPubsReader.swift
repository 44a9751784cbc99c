import Geography
import Streams
import Vicinity

/// Reads Open Pubs: the pubs and clubs of a London borough from UK food standards data, with or without a header.
///
/// Without one the columns are id, name, address, postcode, easting, northing, latitude, longitude, borough. Some
/// headers contain LAT and LONG twice, the first pair being easting and northing: the last pair is used.
final class OpenPubsReader: ListingReader {
  private let table: CSVReader
  private let path: String
  private var header: [String] = []
  private var columns: [String: Int] = [:]
  private var isFirstRowPending = false

  private static let headerless = ["id", "name", "address", "postcode", "easting", "northing", "lat", "long", "city"]

  init(_ buffer: InputBuffer, options: ImportOptions) throws {
    path = buffer.source.path
    table = CSVReader(buffer)
    guard try table.next() else { throw ImportError.empty(path: path) }
    isFirstRowPending = table.field(0).map { Int($0) != nil } ?? false
    header = (isFirstRowPending ? Self.headerless : table.record).map { $0.lowercased().trimmingSpaces }
    for (index, name) in header.enumerated() { columns[name] = index }
    let missing = ["name", "lat", "long"].filter { columns[$0] == nil }
    guard missing.isEmpty else { throw ImportError.missingColumns(missing, path: path, found: header) }
  }

  func next() throws(InputError) -> ImportedRow? {
    if isFirstRowPending { isFirstRowPending = false } else if try !table.next() { return nil }
    if isClosed { return ImportedRow(line: table.recordLine, .skipped("closed for good")) }
    return ImportedRow(line: table.recordLine) { () throws(RowRejection) in .listing(try listing()) }
  }

  var rowText: String { table.rawRecord }

  var remarks: ReaderRemarks {
    var remarks = ReaderRemarks()
    remarks.noteForeignText(firstLine: table.firstForeignLine)
    return remarks
  }

  /// The first nonempty text of `names`; `\N` and N/A are treated as empty.
  private func text(_ names: String...) -> String? {
    for name in names {
      if let text = columns[name].flatMap({ table.field($0)?.nonEmpty }), text != "\\N", text.lowercased() != "n/a" {
        return text
      }
    }
    return nil
  }

  private var isClosed: Bool {
    if text("closed")?.lowercased() == "yes" { return true }
    let history = (text("history") ?? "").lowercased()
    return history == "closed" || history.contains("permanently closed")
  }

  private func listing() throws(RowRejection) -> Listing {
    // Spreadsheets omit trailing empty columns, so only the needed ones are required.
    guard table.fieldCount > columns["long"] ?? 0 else {
      throw .raggedRow(found: table.fieldCount, expected: header.count)
    }
    guard let id = text("id", "index", "fsa_id", "fas_id") else { throw .missing(key: "id", suggestion: nil) }
    var listing = Listing(id: "openpubs/\(id)", kind: .bar, coordinate: try coordinate())
    listing.name = text("name")
    listing.tags = tags()
    listing.address = address()
    listing.url = text("website", "links")
    return listing
  }

  private func coordinate() throws(RowRejection) -> Coordinate {
    guard let latitude = text("lat"), let longitude = text("long") else { throw .coordinateMissing }
    let coordinate = Coordinate(
      latitude: try MappedListing.number(latitude, .lat), longitude: try MappedListing.number(longitude, .lon))
    try ListingValidator.checkDegrees(coordinate)
    return coordinate
  }

  private func address() -> String? {
    let parts = [text("address"), text("postcode")].compactMap { $0 }
    guard parts.count == 2, parts[0].contains(parts[1]) else { return parts.joined(separator: ", ").nonEmpty }
    return parts[0]
  }

  /// The notes are short descriptions such as "Cocktail bar" or "Japanese restaurant".
  private func tags() -> [String] {
    var words = TagWords()
    if text("pub")?.lowercased() != "no", text("notes") == nil { words.add("pub") }
    for note in (text("notes") ?? "").split(separator: ",") where note.count <= 40 {
      words.add(note.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-"))
    }
    return words.sorted
  }
}
