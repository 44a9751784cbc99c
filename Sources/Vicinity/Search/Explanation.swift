/// How a query is answered: the plan, the chosen start with its estimates, and the actual work.
public struct Explanation: Sendable {
  /// The filters and the order.
  public let plan: Plan
  /// The start of the search.
  public let start: Start
  /// The corrections of the words of the text.
  public let corrections: [WordCorrection]
  /// The work done.
  public let stats: QueryStats
  /// The number of matches if the query requests the total, else the number found before the search ended.
  public let matches: Int
  /// Whether the walk visited what may hold the best values of the first sort key first.
  let isByKey: Bool
  let planner: Planner
  /// The walk skips subtrees without any of so many listings, at most; nil if it skips none.
  let listed: Int?

  /// The source of the candidates of a search.
  public enum Start: Hashable, Sendable {
    /// The R-tree, nearest subtrees first where the order begins with the distance.
    case walk
    /// The listings with one of these tags.
    case tags([String])
    /// The listings in the text index for these words.
    case words([String])
    /// The listings in the text index for these words, potential best matches first.
    case hits([String])
    /// All listings in the order of their ids.
    case ids
    /// The listings of certain hosts, or with certain values of a custom field.
    case rows(count: Int)
    /// None: no listing can satisfy all conditions.
    case nothing
  }
}

extension Explanation: CustomStringConvertible {
  /// One step per line, as printed by `vicinity explain`.
  public var description: String {
    var lines = ["start    \(startText)", "         \(choiceText)"]
    if start == .walk, let listed {
      lines.append("         only subtrees with some of the \(listed) listings that have the words or tags")
    }
    lines.append(plan.description)
    lines += corrections.map { "typos    \($0)" }
    lines.append("work     \(stats.text)")
    return lines.joined(separator: "\n")
  }

  private var startText: String {
    switch start {
    case .walk:
      plan.order.first == .route && plan.mayEndEarly
        ? "R-tree, along the route, until no subtree can hold an earlier match"
        : plan.mayEndEarly
          ? "R-tree, nearest first, until no subtree can hold a nearer match"
          : plan.isBestFirst
            ? "R-tree, nearest first, until no subtree can hold a better match"
            : isByKey
              ? "R-tree, least sort keys first, until no subtree can hold a better match"
              : "R-tree, every subtree that can hold a match"
    case .tags(let tags):
      "listings tagged \(tags.joined(separator: " or "))\(plan.mayEndEarly ? ", nearest first" : "")"
    case .rows: "the index of hosts or custom fields"
    case .ids: "the index of ids, until no later listing can be a better match"
    case .nothing: "none, because \(plan.contradiction?.description ?? "no listing can match")"
    case .words(let words): "text index, listings with " + words.joined(separator: " and ")
    case .hits(let words):
      "text index, listings with \(words.joined(separator: " and ")), until no other can be a better match"
    }
  }

  private var choiceText: String {
    let extent =
      "about \(Self.rounded(planner.inExtent)) of \(Self.rounded(planner.listings)) listings in the search extent"
    guard let listed = planner.listed else { return extent }
    return "\(extent), \(Self.rounded(listed)) on the list; "
      + "estimated work: R-tree \(Self.rounded(planner.walkWork)), list \(Self.rounded(planner.listWork))"
  }

  /// Estimates are shown with two digits.
  private static func rounded(_ number: Double) -> String {
    guard number < 1e15 else { return "any number" }
    let whole = Int(number.rounded())
    var unit = 1
    while whole / unit >= 100 { unit *= 10 }
    return String((whole + unit / 2) / unit * unit)
  }
}
