import Streams
import Vicinity

/// JSON objects as the rows of a table: each key is a column, and so is each key of an object within, such as
/// `location.lat`.
///
/// Lists of texts, and the names of lists of objects, are joined by `;`; weekly hours as a list of
/// `{"day":…,"hours":…}` and GeoJSON geometries become one text.
final class JSONRows: TableRows {
  private let elements: any JSONElementStream
  private let columnNames: [String]
  private var values: [String: String] = [:]
  private(set) var recordLine = 0
  private(set) var problem: RowRejection?

  /// The most columns; further keys are not read.
  private static let mostColumns = 10_000
  /// Objects within objects that become columns.
  private static let deepest = 3

  init(_ elements: any JSONElementStream, columnNames: [String]) {
    (self.elements, self.columnNames) = (elements, columnNames)
  }

  /// The keys of the objects, in the order in which they appear.
  static func columnNames(of elements: any JSONElementStream) throws -> [String] {
    var (names, known): ([String], Set<String>) = ([], [])
    while let element = try elements.next() {
      guard case .success(let value) = element.value, let object = value.object else { continue }
      forEachValue(of: object) { name, _ in
        if names.count < mostColumns, known.insert(name).inserted { names.append(name) }
      }
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
      if let inner = member.value.object, depth < deepest, inner["coordinates"]?.array == nil {
        forEachValue(of: inner, under: name + ".", depth: depth + 1, body)
      } else if let position = position(member.value, under: member.key) {
        body(name, position)
      } else if let text = text(of: member.value) {
        body(name, text)
      }
    }
  }

  /// Two numbers under a key for positions: the longitude comes first, as in GeoJSON, except where the key says
  /// otherwise.
  private static func position(_ value: JSONValue, under key: String) -> String? {
    guard let numbers = value.array?.compactMap(\.number), numbers.count == value.array?.count, numbers.count == 2
    else {
      return nil
    }
    switch Field.simplified(key) {
    case "geopoint2d", "latlng", "latlon", "latlong", "latitudelongitude", "geopoint":
      return "\(numbers[0]), \(numbers[1])"
    case "coordinates", "coordinate", "coords", "coord", "location", "loc", "geo", "position", "point", "lonlat",
      "lnglat":
      return JSONValue.object(["type": .string("Point"), "coordinates": .array(numbers.map { .double($0) })]).text
    default: return nil
    }
  }

  private static func text(of value: JSONValue) -> String? {
    switch value {
    // Three decimals could be thousands in a text.
    case .double(let number):
      let text = "\(number)"
      return text.firstMatch(of: /\.[0-9]{3}$/) == nil ? text : text + "0"
    case .null: return nil
    case .string(let text): return text
    case .array(let elements):
      if elements.isEmpty { return nil }
      if let hours = hours(elements) { return hours }
      let names = elements.compactMap { $0.string ?? name(of: $0) }
      return names.count == elements.count ? TagText.text(of: names) : value.text
    default: return value.text
    }
  }

  /// What programs call an object of a list, such as a category; nil for other values.
  private static func name(of value: JSONValue) -> String? {
    ["name", "title", "label", "displayName", "short_name"].lazy.compactMap { value.object?[$0]?.string }.first
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
