extension Int {
  /// The number with its noun: `1 night`, `2 nights`, `1 047 550 rows`.
  /// - Parameters:
  ///   - one: the singular.
  ///   - many: the plural; nil appends an s.
  package func counted(_ one: String, _ many: String? = nil) -> String { "\(grouped) \(noun(one, many))" }

  /// The singular or plural for the number.
  package func noun(_ one: String, _ many: String? = nil) -> String { self == 1 ? one : many ?? "\(one)s" }

  /// Digits in groups of three: 1 047 550.
  package var grouped: String {
    let digits = String(magnitude)
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (self < 0 ? "-" : "") + ([rest] + groups).joined(separator: " ")
  }
}
