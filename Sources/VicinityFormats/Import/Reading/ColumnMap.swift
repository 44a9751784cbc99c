import CodedErrors
import Streams
import Vicinity

/// Maps the fields of a listing to columns of a table or properties of a feature.
public struct ColumnMap: Hashable, Sendable {
  /// The source of a field's value.
  public enum Origin: Hashable, Sendable {
    /// Columns by name, or by number from 1; a second one is the time of day for a date.
    case columns([String])
    /// The same value for every row.
    case constant(String)
  }

  /// The origin of each mapped field.
  public var origins: [Field: Origin] = [:]

  /// An empty map: columns are guessed by name.
  public init() {}

  /// Reads `id=1,name=Title,starts=start_date+start_time,kind==event`.
  ///
  /// - Throws: `ImportError.badOption` for an unknown field, a missing `=` or an empty column.
  public init(parsing text: String) throws(ImportError) {
    for part in text.split(separator: ",") { try add(String(part), of: text) }
  }

  /// Whether nothing is mapped.
  public var isEmpty: Bool { origins.isEmpty }

  /// Adds the entries of another map, which take precedence.
  public mutating func merge(_ other: ColumnMap) { origins.merge(other.origins) { _, new in new } }

  /// Names of the position in one column: `position=geom`.
  private static let positionNames: Set = ["position", "latlon", "coordinates"]

  private mutating func add(_ part: String, of text: String) throws(ImportError) {
    guard let sign = part.firstIndex(of: "=") else { throw Self.misspelt(text, "\"\(part)\" has no =") }
    let name = part[..<sign].trimmingSpaces
    let fields: [Field] = Self.positionNames.contains(name) ? [.lat, .lon] : [try Self.field(name, of: text)]
    let value = part[part.index(after: sign)...]
    if value.first == "=" {
      for field in fields { origins[field] = .constant(value.dropFirst().trimmingSpaces) }
      return
    }
    let columns = value.split(separator: "+").map(\.trimmingSpaces)
    guard !columns.isEmpty, columns.allSatisfy({ !$0.isEmpty }) else {
      throw Self.misspelt(text, "\"\(part)\" does not name a column")
    }
    for field in fields { origins[field] = .columns(columns) }
  }

  private static func field(_ name: String, of text: String) throws(ImportError) -> Field {
    if let field = Field.byKey[name] ?? Field.guess(name) { return field }
    let known = Field.ofListing.filter { $0 != .own }.map(\.rawValue)
    let hint =
      Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" }
      ?? "; fields are \(known.joined(separator: ", "))"
    throw misspelt(text, "\"\(name)\" is not a field\(hint)")
  }

  private static func misspelt(_ text: String, _ problem: String) -> ImportError {
    let end = problem.hasSuffix("?") ? "" : "."
    return .badOption(
      "map", value: text,
      reason: "\(problem)\(end) Write field=column, for example id=1,name=Title,lat=Y,lon=X,kind==event")
  }
}

extension ColumnMap {
  /// The column with both latitude and longitude; nil without one.
  var positionColumn: String? {
    guard case .columns(let names)? = origins[.lat], names.count == 1, origins[.lat] == origins[.lon] else { return nil }
    return names[0]
  }

  /// The names of all columns that are mapped.
  var columns: Set<String> {
    var columns: Set<String> = []
    for case .columns(let names) in origins.values { columns.formUnion(names) }
    return columns
  }

  /// The text of a field in one or several columns: a date with its time of day, else the texts separated by spaces.
  static func joinedText(_ parts: [String?], for field: Field) -> String? {
    guard parts.count > 1 else { return parts.first ?? nil }
    guard field == .starts || field == .ends else { return parts.compactMap { $0 }.joined(separator: " ").nonEmpty }
    guard let date = parts[0], let time = parts[1] else { return parts[0] }
    let day = String(date.prefix { $0 != " " && $0 != "T" })
    guard EventTimes.isISO(day) else { return "\(date) \(time)" }
    let hour = time.prefix { $0 != ":" }
    let padded = hour.count == 1 && hour != time ? "0\(time)" : time
    return EventTimes.isISO("\(day)T\(padded)") ? "\(day)T\(padded)" : "\(day) \(time)"
  }
}
