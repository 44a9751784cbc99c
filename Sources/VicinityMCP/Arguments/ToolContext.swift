import CivilTime
import Vicinity

/// What tools work on, and for whom.
package struct ToolContext: Sendable {
  package let catalog: Catalog
  package let now: Instant
  /// The member whose point of view the answers have; nil for the public one.
  package let member: String?
  package var budget = WorkBudget.usual
  /// The most results of a call.
  package var mostResults = QueryArguments.mostResults
  /// The most bytes of an answer, as JSON.
  package var mostBytes = 512 << 10

  package init(_ catalog: Catalog, at now: Instant, for member: String?) {
    (self.catalog, self.now, self.member) = (catalog, now, member)
  }

  /// The member.
  func acting() throws(QueryError) -> String {
    guard let member else { throw .missing(path: "a member", neededBy: "the tool") }
    return member
  }
}
