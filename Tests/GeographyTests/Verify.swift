import Testing

/// Records an issue when a condition does not hold; for loops, where `#expect` would spend most of the time.
func verify(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !condition else { return }
  Issue.record("does not hold: \(comment())", sourceLocation: sourceLocation)
}
