import Testing

/// Records an issue when a condition is false; for inner loops, where `#expect` would dominate the run time.
func verify(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !condition else { return }
  Issue.record("does not hold: \(comment())", sourceLocation: sourceLocation)
}
