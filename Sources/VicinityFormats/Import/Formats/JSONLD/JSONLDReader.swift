import CivilTime
import Streams
import Vicinity

/// Reads JSON-LD: events and places of schema.org, and events with the terms of iCalendar as keys.
final class JSONLDReader: ListingReader {
  private let elements: any JSONElementStream
  private var nodes: ArraySlice<JSONObject> = []
  private var line = 0
  private var event: JSONLDEvent
  private let options: ImportOptions
  private var anonymous: AnonymousIds

  init(_ buffer: InputBuffer, options: ImportOptions) throws(InputError) {
    elements = try Self.elements(buffer)
    event = JSONLDEvent(options)
    self.options = options
    anonymous = AnonymousIds(source: options.source ?? ImportOptions.sourceName(of: buffer.source.path))
  }

  private static func elements(_ buffer: InputBuffer) throws(InputError) -> any JSONElementStream {
    let outline = JSONOutline(buffer.bytes)
    let isPage = buffer.bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
    if !isPage, outline.isArray || outline.has("@graph") { return JSONArrayElements(buffer, keys: ["@graph"]) }
    return !isPage && outline.isOneLine ? JSONLines(buffer) : try JSONLDElements(buffer)
  }

  func next() throws(InputError) -> ImportedRow? {
    while nodes.isEmpty {
      guard let element = try elements.next() else { return nil }
      line = element.line
      switch element.value {
      case .failure(let error):
        return ImportedRow(line: line, .rejected(.notJSON(problem: error.problem, column: error.offset + 1)))
      case .success(let value):
        nodes = JSONLDNode.nodes(of: value)[...]
        guard !nodes.isEmpty else { return ImportedRow(line: line, .skipped(value.typeName)) }
      }
    }
    let node = nodes.removeFirst()
    return ImportedRow(line: line) { () throws(RowRejection) in try row(node) }
  }

  var rowText: String { elements.text }

  var remarks: ReaderRemarks {
    var remarks = event.remarks
    remarks.noteForeignText(firstLine: elements.firstForeignLine)
    if anonymous.count > 0 {
      let listings = anonymous.count.counted("listing", "listings")
      remarks.notes.append("\(listings) without identifier got an id made of name, start and position.")
    }
    return remarks
  }

  private func row(_ node: JSONObject) throws(RowRejection) -> ImportedRow.Outcome {
    let isEvent = JSONLDNode.isEvent(node)
    guard isEvent || JSONLDEvent.isPlace(node, options) else {
      return .skipped(JSONLDNode.types(of: node).first ?? "no event")
    }
    if isEvent, JSONLDNode.isOnlineOnly(node) { return .skipped("online event") }
    var listing = try isEvent ? event.listing(node) : event.place(node)
    if listing.id.isEmpty {
      listing.id = anonymous.id("\(listing.name ?? "")|\(listing.starts?.description ?? "")", listing.coordinate)
    }
    return .listing(listing)
  }
}
