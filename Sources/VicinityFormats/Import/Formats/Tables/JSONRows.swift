import Streams
import Vicinity

/// JSON objects as the rows of a table: each key is a column, and so is each key of an object within, as `location.lat`.
///
/// Lists of texts are joined by `;`; weekly hours as a list of `{"day":…,"hours":…}` become one text.
final class JSONRows: TableRows {
  private let elements: any JSONElementStream
  private let columnNames: [String]
  private var values: [String: String] = [:]
  private(set) var recordLine = 0
  private(set) var problem: RowRejection?

  /// The number of objects whose keys are the columns; keys that only later ones have are not read.
  private static let sample = 1000
  /// Objects within objects that become columns.
  private static let deepest = 3

  init(_ elements: any JSONElementStream, columnNames: [String]) {
    (self.elements, self.columnNames) = (elements, columnNames)
  }

  /// The keys of the first objects, in the order in which they appear.
  static func columnNames(of elements: any JSONElementStream) throws -> [String] {
    var (names, known): ([String], Set<String>) = ([], [])
    for _ in 0..<sample {
      guard let element = try elements.next() else { break }
      guard case .success(let value) = element.value, let object = value.object else { continue }
      forEachValue(of: object) { name, _ in if known.insert(name).inserted { names.append(name) } }
    }
    return names
  }

  func next() throws(InputError) -> Bool {
    guard let element = try elements.next() else { return false }
    (recordLine, problem) = (element.line, nil)
    values.removeAll(keepingCapacity: true)
    switch element.value {
    case .failure(let error): problem = .notJSON(problem: error.problem, column: error.offset + 1)
    case .success(let value):
      guard let object = value.object else {
        problem = .notAnObject(found: value.typeName)
        break
      }
      Self.forEachValue(of: object) { values[$0] = $1 }
    }
    return true
  }

  func field(_ index: Int) -> String? {
    columnNames.indices.contains(index) ? values[columnNames[index]]?.trimmingSpaces : nil
  }

  var fieldCount: Int { columnNames.count }
  var rawRecord: String { elements.text }
  var firstForeignLine: Int? { elements.firstForeignLine }

  // MARK: Values

  private static func forEachValue(
    of object: JSONObject, under prefix: String = "", depth: Int = 1, _ body: (String, String) -> Void
  ) {
    for member in object.members {
      let name = prefix + member.key
      if let inner = member.value.object, depth < deepest {
        forEachValue(of: inner, under: name + ".", depth: depth + 1, body)
      } else if let text = text(of: member.value) {
        body(name, text)
      }
    }
  }

  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .null: return nil
    case .string(let text): return text
    case .array(let elements):
      if elements.isEmpty { return nil }
      if let hours = hours(elements) { return hours }
      if elements.allSatisfy({ $0.string != nil }) { return TagText.text(of: elements.compactMap(\.string)) }
      return value.text
    default: return value.text
    }
  }

  /// The text of weekly hours, `Monday: 9 AM to 5 PM; …`; nil for other lists.
  private static func hours(_ elements: [JSONValue]) -> String? {
    let days = elements.compactMap { element -> String? in
      guard let day = element.object?["day"]?.string, let hours = element.object?["hours"]?.string else { return nil }
      return "\(day): \(hours)"
    }
    return days.count == elements.count ? days.joined(separator: "; ") : nil
  }
}
