import CodedErrors

/// The names in filter expressions other than fields, and messages about unknown names.
enum FilterNames {
  /// The geometry of a listing.
  static let geometry = "geometry"
  static let shapes = "POINT, BBOX, POLYGON or MULTIPOLYGON"

  /// Functions of lists, in capitals.
  static let sets: [String: FilterSetRelation] = [
    "A_CONTAINS": .contains, "A_CONTAINEDBY": .containedBy, "A_EQUALS": .equals, "A_OVERLAPS": .overlaps,
  ]

  enum TimeRelation { case intersects, disjoint }

  /// Functions of times, in capitals.
  static let times: [String: TimeRelation] = ["T_INTERSECTS": .intersects, "T_DISJOINT": .disjoint]

  /// The functions, as documented.
  static let functions = [
    "casei", "accenti", "a_contains", "a_containedBy", "a_equals", "a_overlaps", "s_intersects", "t_intersects",
    "t_disjoint",
  ]

  /// The keys of a query that are conditions; each is a function of its name.
  static let conditions = QueryPart.table.filter(\.isInFilters).map(\.key)

  /// Conditions whose value may be a start and an end.
  static let spans: Set<String> = ["open", "during", "stay"]

  /// Functions of the standard outside the supported classes.
  private static func isOfStandard(_ name: String) -> Bool {
    let upper = name.uppercased()
    return upper.hasPrefix("S_") || upper.hasPrefix("T_") || upper.hasPrefix("A_")
  }

  /// The message for a word that a field never has.
  static func unknownWord(_ word: String, of field: String, known: [String]) -> String {
    let meant = Suggestion.nearest(to: word, among: known).map { "did you mean \($0)? Possible" } ?? "possible"
    return "\(field) is never \"\(word.shortened)\"; \(meant) are \(known.joined(separator: ", "))"
  }

  /// The message for an unknown name.
  ///
  /// - Parameter own: the names of custom fields.
  static func unknown(_ name: String, isCall: Bool, own: [String] = []) -> String {
    let known = isCall ? functions + conditions : Field.filterable.map(\.rawValue) + own + [geometry]
    let what = isCall ? "function" : "field"
    if isCall, isOfStandard(name), !functions.contains(where: { $0.uppercased() == name.uppercased() }) {
      return "the function \(name.shortened) is not supported; possible are \(functions.joined(separator: ", "))"
    }
    if name == geometry { return "geometry is compared by s_intersects" }
    let advice =
      Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
      ?? "possible are \(known.joined(separator: ", "))"
    return "unknown \(what) \"\(name.shortened)\"; \(advice)"
  }
}
