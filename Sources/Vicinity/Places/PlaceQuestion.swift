/// A place name as written by users, split into parts: `Paris, Texas`, `Springfield IL`, `Târgu Mureș`.
///
/// The text may be the whole name of a place, or a name followed by its region or country.
struct PlaceQuestion: Sendable {
  /// One interpretation of the text.
  struct Reading: Hashable, Sendable {
    /// The folded name.
    var name: String
    /// Folded names or codes of regions and countries; all must match.
    var qualifiers: [String]
  }

  /// The interpretations of the text, best first.
  let readings: [Reading]

  /// - Parameter text: any text; one without letters or digits has no readings.
  init(_ text: String) {
    var readings: [Reading] = []
    let parts = text.split(whereSeparator: Self.commas.contains).map { PlaceKey.of(String($0)) }.filter { !$0.isEmpty }
    let whole = PlaceKey.of(text)
    // `Washington, D.C.` is also a name.
    if !whole.isEmpty { readings.append(Reading(name: whole, qualifiers: [])) }
    for count in stride(from: parts.count - 1, through: 1, by: -1) {
      let name = parts[..<count].joined(separator: " ")
      readings.append(Reading(name: name, qualifiers: Array(parts[count...])))
    }
    if parts.count == 1 { readings += Self.readings(ofWords: whole.split(separator: " ").map(String.init)) }
    self.readings = readings
  }

  /// `paris texas`, `springfield il`: the last one to three words may be a region or country.
  private static func readings(ofWords words: [String]) -> [Reading] {
    (1...3).compactMap { count in
      guard words.count > count else { return nil }
      return Reading(
        name: words.dropLast(count).joined(separator: " "), qualifiers: [words.suffix(count).joined(separator: " ")])
    }
  }

  private static let commas: Set<Character> = [",", "،", "，", "、", "､"]
}
