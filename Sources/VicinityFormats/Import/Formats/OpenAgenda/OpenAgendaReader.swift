import Streams
import Vicinity

/// Reads the events of OpenAgenda: answers of its API (https://developers.openagenda.com), and the rows of its data set
/// at Opendatasoft (`evenements-publics-openagenda`), whose keys end with a language.
final class OpenAgendaReader: ListingReader {
  private let elements: any JSONElementStream
  private var event: OpenAgendaEvent

  /// - Parameter elements: the events.
  init(_ elements: any JSONElementStream, options: ImportOptions) {
    self.elements = elements
    event = OpenAgendaEvent(options)
  }

  func next() throws(InputError) -> ImportedRow? {
    guard let element = try elements.next() else { return nil }
    switch element.value {
    case .failure(let error):
      return ImportedRow(line: element.line, .rejected(.notJSON(problem: error.problem, column: error.offset + 1)))
    case .success(let value):
      return ImportedRow(line: element.line) { () throws(RowRejection) in
        guard let object = value.object else { throw .notAnObject(found: value.typeName) }
        return try event.row(object)
      }
    }
  }

  var rowText: String { elements.text }

  var remarks: ReaderRemarks {
    var remarks = event.remarks
    remarks.noteForeignText(firstLine: elements.firstForeignLine)
    return remarks
  }

  /// The keys of the array of events in an answer of the API.
  static let listKeys = ["events", "results"]

  /// Whether the keys of an object are those of an event.
  static func recognises(_ keys: [String]) -> Bool {
    keys.contains("uid") && keys.contains { $0 == "title" || $0.hasPrefix("title_") || $0 == "location_coordinates" }
      && keys.contains { ["timings", "firstTiming", "firstdate_begin"].contains($0) }
  }
}
