/// A condition that a part of the table is as a whole: without a margin by which a listing misses it.
struct PartCondition: Sendable {
  /// Whether a query has it.
  let isGiven: @Sendable (Query) -> Bool
  /// Makes the part of a query that of another query.
  let copy: @Sendable (inout Query, Query) -> Void
  /// Whether the facts of a listing decide on it, except for recurring events.
  var isPlain = false
  /// The approximate share of listings that pass, for the planner.
  var share = 1.0
  /// The same as an expression, for parts in filter expressions.
  var expression: @Sendable (Query) -> FilterExpression = { _ in .constant(true) }
  /// The wanted value, as text.
  let wanted: @Sendable (Query) -> String
  /// The actual value, as text.
  let found: @Sendable (ConditionFacts) throws -> String
  /// The effect of dropping it, as text.
  let without: String
}

/// The facts of one listing that conditions test.
struct ConditionFacts {
  let listing: Listing
  /// A time that the catalog stores for the listing, `added` or `changed`, in its local time; nil if unknown.
  let time: (Field) throws -> String?
}

extension QueryPart {
  /// The parts of a section that are conditions as a whole, by their positions in the table.
  static func whole(in section: Section) -> [(position: Int, condition: PartCondition)] {
    table.enumerated().compactMap { position, part in
      part.section == section ? part.condition.map { (position, $0) } : nil
    }
  }

  /// The parts that are conditions as a whole.
  static let wholeConditions = table.compactMap(\.condition)
}
