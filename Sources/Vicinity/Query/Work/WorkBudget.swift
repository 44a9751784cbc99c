import CodedErrors
import Streams

/// The maximum cost of one request.
///
/// A request is one query, outing or bar itinerary with all its searches: relaxations and all parts of an outing share
/// one budget. The counts do not depend on the machine; the deadline does. When the file has just been replaced, a
/// request may have to wait until the old one has no readers, a millisecond for each thousand nodes.
public struct WorkBudget: Hashable, Sendable {
  /// Nodes of the index, each counted once for every origin of a group, and elements of word and tag lists.
  public var nodes: Int
  /// Occurrences of recurring events, and days of opening hours.
  public var occurrences: Int
  /// Bytes of the answer as a line of JSON.
  public var bytes: Int
  /// The time at which the request ends; nil without one. It is checked once every few dozen nodes.
  public var deadline: ContinuousClock.Instant?

  /// Whether the thread may wait for what is made once for all requests on a thread of its own; if not, the request
  /// ends with `BeingMade`.
  package var mayWait = true

  /// Makes a budget; parts that are left out are unlimited.
  public init(
    nodes: Int = .max, occurrences: Int = .max, bytes: Int = .max, deadline: ContinuousClock.Instant? = nil
  ) {
    (self.nodes, self.occurrences, self.bytes, self.deadline) = (nodes, occurrences, bytes, deadline)
  }

  /// No limits.
  public static let unlimited = WorkBudget()

  /// For untrusted queries: a full search of fifty million listings, all events at a place in a thousand years, or a
  /// line of 64 MiB; for larger answers, export the catalog.
  public static let usual = WorkBudget(nodes: 20_000_000, occurrences: 20_000_000, bytes: 64 << 20)
}

/// Thrown by a request that needs what another thread is making, and that may not wait for it on its own thread.
package struct BeingMade: Error {
  /// The end of the build, after which the request can be retried.
  package let ending: Ending
}

/// The error for a request that exceeds its budget.
public struct TooExpensive: CodedError, Hashable {
  /// The part of the budget that was exceeded.
  public var part: Part
  /// The limit of that part.
  public var limit: Int

  package init(part: Part, limit: Int) { (self.part, self.limit) = (part, limit) }

  /// A part of a budget.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// The part with the name of its number in a budget.
    case nodes, occurrences, bytes
    /// The deadline; its limit is 0.
    case deadline
  }

  /// Stable, for programs.
  public var code: String { "too-expensive" }
}

extension TooExpensive {
  /// The budget that was exceeded, and what to narrow.
  public var description: String {
    let advice =
      switch part {
      case .nodes:
        "more than \(limit) nodes of the index; narrow the place with radius or within, or the results with kinds, "
          + "tags or text"
      case .occurrences:
        "more than \(limit) occurrences of events or days of opening hours; narrow the time with during or open, "
          + "leave out occurrences \"all\", or narrow the place"
      case .deadline:
        "longer than allowed; narrow the place with radius or within, the time with during or open, or the results "
          + "with kinds, tags or text"
      case .bytes: "an answer of more than \(limit) bytes; request fewer results with limit, or fewer fields"
      }
    return "the query is too expensive: it takes \(advice)"
  }
}
