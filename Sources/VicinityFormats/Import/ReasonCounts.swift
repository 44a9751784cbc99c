import CodedErrors

/// Counts rows by reason with the first of each as an example.
struct ReasonCounts {
  private var tallies: [String: ImportReport.Tally] = [:]
  /// The total count.
  private(set) var total = 0

  /// Further reasons are counted together, because the values of a tag are unlimited.
  private static let mostReasons = 10_000

  mutating func count(
    _ code: String, line: Int? = nil, remedy: Remedy? = nil, example: @autoclosure () -> String? = nil
  ) {
    total += 1
    if tallies[code] != nil {
      tallies[code]?.count += 1
    } else {
      let isFull = tallies.count >= Self.mostReasons
      let code = isFull ? "other" : code
      let before = tallies[code]?.count ?? 0
      tallies[code] = ImportReport.Tally(
        code: code, count: before + 1, line: line, example: isFull ? nil : example(), remedy: isFull ? nil : remedy)
    }
  }

  /// Most frequent first; equally frequent ones in alphabetical order.
  var sorted: [ImportReport.Tally] {
    tallies.values.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }
}
