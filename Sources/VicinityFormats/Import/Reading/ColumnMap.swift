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
  /// The origin of each mapped custom field (`OwnField`), by its name.
  public var ownOrigins: [String: Origin] = [:]

  /// An empty map: columns are guessed by name.
  public init() {}

  /// Reads `id=1,name=Title,starts=start_date+start_time,kind==event`. A column whose name has a comma, a plus or a
  /// double quote is in double quotes, doubled inside: `price="Beer, 0,5 l"`.
  ///
  /// - Throws: `ImportError.badOption` for a name that is neither a field nor one for a custom field, a missing `=`, an
  ///   empty column or a quote that is not closed. Whether there are such custom fields is known only to the catalog.
  public init(parsing text: String) throws(ImportError) {
    for part in try Self.parts(of: text[...], at: ",", of: text) where !part.isEmpty { try add(part, of: text) }
  }

  /// Whether nothing is mapped.
  public var isEmpty: Bool { origins.isEmpty && ownOrigins.isEmpty }

  /// Adds the entries of another map, which take precedence.
  public mutating func merge(_ other: ColumnMap) {
    origins.merge(other.origins) { _, new in new }
    ownOrigins.merge(other.ownOrigins) { _, new in new }
  }

  /// The parts between separators that are outside of double quotes.
  private static func parts(
    of part: Substring, at separator: Character, of text: String
  ) throws(ImportError) -> [Substring] {
    var isQuoted = false
    var (parts, start) = ([Substring](), part.startIndex)
    for index in part.indices {
      if part[index] == "\"" {
        isQuoted.toggle()
      } else if part[index] == separator, !isQuoted {
        parts.append(part[start..<index])
        start = part.index(after: index)
      }
    }
    guard !isQuoted else { throw misspelt(text, "a double quote is not closed") }
    return parts + [part[start...]]
  }

  /// A column name without its quotes.
  private static func unquoted(_ name: Substring) -> String {
    let name = String(name).trimmingSpaces
    guard name.count >= 2, name.first == "\"", name.last == "\"" else { return name }
    return String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// Names of the position in one column: `position=geom`.
  private static let positionNames: Set = ["position", "latlon", "coordinates"]

  private mutating func add(_ part: Substring, of text: String) throws(ImportError) {
    guard let sign = part.firstIndex(of: "=") else {
      let hint = origins.isEmpty ? "" : "; a column whose name has a comma goes in double quotes"
      throw Self.misspelt(text, "\"\(part)\" has no =\(hint)")
    }
    let name = String(part[..<sign]).trimmingSpaces
    let value = part[part.index(after: sign)...]
    let origin = try Self.origin(value, part, of: text)
    if Self.positionNames.contains(name) {
      (origins[.lat], origins[.lon]) = (origin, origin)
    } else if let field = Field.byKey[name] ?? Field.guess(name) {
      origins[field] = origin
    } else {
      guard OwnField.isName(name) else { throw Self.misspelt(text, Self.problem(ofField: name)) }
      ownOrigins[name] = origin
    }
  }

  private static func origin(_ value: Substring, _ part: Substring, of text: String) throws(ImportError) -> Origin {
    if value.first == "=" { return .constant(unquoted(value.dropFirst())) }
    let columns = try parts(of: value, at: "+", of: text).map(unquoted)
    guard columns.allSatisfy({ !$0.isEmpty }) else { throw misspelt(text, "\"\(part)\" does not name a column") }
    return .columns(columns)
  }

  private static let known = Field.ofListing.filter { $0 != .own }.map(\.rawValue)

  private static func problem(ofField name: String) -> String {
    let hint =
      Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" }
      ?? "; fields are \(known.joined(separator: ", "))"
    return "\"\(name)\" is not a field\(hint)"
  }

  /// - Throws: `ImportError.unknownField` for a custom field that the catalog has not declared, `badOption` for a name
  ///   that is nearly that of a field.
  func checkOwn(_ declared: [String]) throws(ImportError) {
    let others = ownOrigins.keys.sorted().filter { !declared.contains($0) }
    if let other = others.first(where: { Suggestion.nearest(to: $0, among: Self.known) == nil }) {
      throw .unknownField(other, declared: declared)
    }
    if let other = others.first { throw Self.misspelt(other, Self.problem(ofField: other)) }
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
    guard case .columns(let names)? = origins[.lat], names.count == 1, origins[.lat] == origins[.lon] else {
      return nil
    }
    return names[0]
  }

  /// The names of all columns that are mapped.
  var columns: Set<String> {
    var columns: Set<String> = []
    for origins in [Array(origins.values), Array(ownOrigins.values)] {
      for case .columns(let names) in origins { columns.formUnion(names) }
    }
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
