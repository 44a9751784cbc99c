extension Int {
  /// The number with its noun: `1 night`, `2 nights`, `3 cities`.
  /// - Parameters:
  ///   - one: the noun of one.
  ///   - many: that of all other numbers; nil adds an s.
  package func counted(_ one: String, _ many: String? = nil) -> String { "\(self) \(noun(one, many))" }

  /// The noun that goes with the number.
  package func noun(_ one: String, _ many: String? = nil) -> String { self == 1 ? one : many ?? "\(one)s" }
}
