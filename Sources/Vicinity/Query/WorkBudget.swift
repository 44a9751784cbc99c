/// How much one question may cost before it is given up.
///
/// A question is one query, plan or crawl with all the searches that it needs: those of its relaxations, and those of
/// every part of an outing, spend the same budget. What is spent does not depend on the machine.
public struct WorkBudget: Hashable, Sendable {
  /// Pages of the index, each counted once for every origin of a group, and elements of lists of words and tags.
  public var nodes: Int
  /// Occurrences of events that recur, and days of opening hours.
  public var occurrences: Int
  /// Bytes of the answer as a line of JSON.
  public var bytes: Int

  /// Makes a budget; what is left out is not limited.
  public init(nodes: Int = .max, occurrences: Int = .max, bytes: Int = .max) {
    (self.nodes, self.occurrences, self.bytes) = (nodes, occurrences, bytes)
  }

  /// Whatever it takes.
  public static let unlimited = WorkBudget()

  /// For questions of strangers: a full search of fifty million listings, all that happens at a place in a thousand
  /// years, or a line of 64 MiB, which a catalog is better exported than asked for.
  public static let usual = WorkBudget(nodes: 20_000_000, occurrences: 20_000_000, bytes: 64 << 20)
}

/// A question that costs more than its budget.
public struct TooExpensive: Error, Hashable, Sendable {
  /// The part of the budget that was not enough.
  public var part: Part
  /// How much of it there was.
  public var limit: Int

  package init(part: Part, limit: Int) { (self.part, self.limit) = (part, limit) }

  /// A part of a budget.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case nodes, occurrences, bytes
  }

  /// The word for it in error lines.
  package static let code = "too-expensive"
}

extension TooExpensive: CustomStringConvertible {
  /// Which budget was met, and what to narrow.
  public var description: String {
    let advice =
      switch part {
      case .nodes:
        "a look at more than \(limit) nodes of the index; narrow the place with radius or within, or ask for fewer "
          + "things with kinds, tags or text"
      case .occurrences:
        "more than \(limit) occurrences of events or days of opening hours; narrow the time with during or open, "
          + "leave out occurrences \"all\", or narrow the place"
      case .bytes: "an answer of more than \(limit) bytes; ask for fewer results with limit, or for fewer fields"
      }
    return "the question is too expensive: it takes \(advice)"
  }
}
