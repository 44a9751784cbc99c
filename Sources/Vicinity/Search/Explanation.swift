/// How a query is answered: the plan, the start chosen for it with what was estimated, and the work that it really was.
public struct Explanation: Sendable {
  /// What is tested and how it is ordered.
  public let plan: Plan
  /// Where the search starts.
  public let start: Start
  /// The work it took.
  public let stats: QueryStats
  /// How many listings match where the query asks for all, else how many were found before the search could end.
  public let matches: Int
  let planner: Planner

  /// Where a search gets its candidates from.
  public enum Start: Hashable, Sendable {
    /// The R-tree, subtrees nearest first where the order begins with the distance.
    case walk
    /// The listings that have one of these tags.
    case tags([String])
    /// The listings that the text index names for these words.
    case words([String])
  }
}

extension Explanation: CustomStringConvertible {
  /// One step a line, as `vicinity explain` prints it.
  public var description: String {
    var lines = ["start    \(startText)", "         \(choiceText)"]
    lines.append(plan.description)
    lines.append("work     \(stats.text)")
    return lines.joined(separator: "\n")
  }

  private var startText: String {
    switch start {
    case .walk:
      plan.order.first == .route && plan.mayEndEarly
        ? "R-tree, along the way, until no subtree can hold an earlier match"
        : plan.mayEndEarly
          ? "R-tree, nearest first, until no subtree can hold a nearer match"
          : "R-tree, every subtree that can hold a match"
    case .tags(let tags):
      "listings tagged \(tags.joined(separator: " or "))\(plan.mayEndEarly ? ", nearest first" : "")"
    case .words(let words): "text index, listings with " + words.map { "\"\($0)…\"" }.joined(separator: " and ")
    }
  }

  private var choiceText: String {
    let region = "about \(Self.rounded(planner.inRegion)) of \(Self.rounded(planner.listings)) listings in the region"
    guard let listed = planner.listed else { return region }
    return "\(region), \(Self.rounded(listed)) on the list; "
      + "estimated work: R-tree \(Self.rounded(planner.walkWork)), list \(Self.rounded(planner.listWork))"
  }

  /// Two digits are all that an estimate is worth.
  private static func rounded(_ number: Double) -> String {
    guard number < 1e15 else { return "any number" }
    let whole = Int(number.rounded())
    var unit = 1
    while whole / unit >= 100 { unit *= 10 }
    return String((whole + unit / 2) / unit * unit)
  }
}
