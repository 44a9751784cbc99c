import Streams

/// Counts cases with the expected answer, by group: separately where the file marks that implementations agree, and
/// where they do not.
public struct CaseTally: Hashable, Sendable {
  /// The number of cases with the expected answer, and of all cases.
  public struct Count: Hashable, Sendable {
    /// Cases with the expected answer.
    public var passed = 0
    /// All cases.
    public var total = 0
  }

  /// Counts by group where implementations agree.
  public private(set) var agreed: [String: Count] = [:]
  /// The same where they do not.
  public private(set) var disputed: [String: Count] = [:]

  mutating func add(_ isRight: Bool, in group: String, agreed isAgreed: Bool) {
    var count = (isAgreed ? agreed : disputed)[group] ?? Count()
    count.total += 1
    count.passed += isRight ? 1 : 0
    if isAgreed { agreed[group] = count } else { disputed[group] = count }
  }

  /// A table of the counts, one group per line.
  var lines: [String] {
    let groups = Set(agreed.keys).union(disputed.keys).sorted()
    let rows = [["", "agreed", "disputed"]] + groups.map { [$0, Self.cell(agreed[$0]), Self.cell(disputed[$0])] }
    let first = rows.map(\.[0].count).max() ?? 0
    return rows.map { row in
      var line = row[0].padded(to: first, alignedRight: false)
      for cell in row.dropFirst() { line += cell.padded(to: 14, alignedRight: true) }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  private static func cell(_ count: Count?) -> String { count.map { "\($0.passed) of \($0.total)" } ?? "" }
}
