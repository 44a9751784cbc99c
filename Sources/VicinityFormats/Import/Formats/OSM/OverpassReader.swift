import Streams
import Vicinity

/// Reads the nodes, ways and relations of OpenStreetMap with their tags: JSON of the Overpass API, or osmium's output.
///
/// A way or relation is located at its `center`, or in the middle of its `bounds` or `geometry`; without these, in the
/// middle of its nodes. Nodes are listed elsewhere in the file, so such a file is read several times, and only the
/// needed nodes are stored.
final class OverpassReader: ListingReader {
  private let elements: any JSONElementStream
  private let path: String
  private let scope: OSMScope
  private let lifecycle: OSMLifecycle
  private let parts: OverpassParts
  private var osm: OSMListing
  private let input: AnyObject

  /// Elements without tags: parts of others, not counted as rows.
  private(set) var untagged = 0

  /// - Parameters:
  ///   - input: the file, which must exist for the lifetime of the reader.
  ///   - open: opens the file from its beginning, once for each pass.
  /// - Throws: errors of `open` and of reading.
  init(
    path: String, options: ImportOptions, keeping input: AnyObject,
    open: () throws -> any JSONElementStream
  ) throws {
    self.path = path
    self.input = input
    scope = OSMScope(include: options.include)
    lifecycle = OSMLifecycle(scope: scope, now: options.now ?? .now)
    osm = OSMListing(options)
    parts = try OverpassParts(scope: scope, lifecycle: lifecycle, open: open)
    elements = try open()
  }

  func next() throws(InputError) -> ImportedRow? {
    while let element = try elements.next() {
      guard case .success(let value) = element.value, let object = value.object else { continue }
      guard let tags = object["tags"]?.object, !tags.members.isEmpty else {
        untagged += 1
        continue
      }
      return row(object, OSMTags(tags), line: element.line)
    }
    return nil
  }

  var rowText: String { elements.text }

  var remarks: ReaderRemarks {
    var remarks = osm.remarks
    remarks.noteForeignText(firstLine: elements.firstForeignLine)
    remarks.noteFrame(elements.frame, features: nil)
    return remarks
  }

  private func row(_ element: JSONObject, _ tags: OSMTags, line: Int) -> ImportedRow {
    let (place, status): (OSMTags, OperatingStatus?)
    switch lifecycle.outcome(tags) {
    case .gone(let tag): return ImportedRow(line: line, .skipped(tag))
    case .place(let tags, let found): (place, status) = (tags, found)
    }
    if let reason = scope.reasonToSkip(place) { return ImportedRow(line: line, .skipped(reason)) }
    return ImportedRow(line: line) { () throws(RowRejection) in
      guard let id = OverpassElement.id(element) else { throw .missing(key: "id", suggestion: nil) }
      guard let position = OverpassElement.position(element) ?? parts.position(of: element) else {
        throw .nodesMissing(id: id)
      }
      return .listing(try osm.listing(id: id, at: position, place, status))
    }
  }
}
