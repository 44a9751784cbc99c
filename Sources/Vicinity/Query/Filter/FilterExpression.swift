import CivilTime
import Geography

/// A tree of conditions on listings: the filter expressions of CQL2 (OGC 21-065r2), over the fields of listings and all
/// conditions of a query.
///
/// A condition on a value that a listing does not have is neither true nor false, and so is its negation; only
/// listings for which the whole expression is true pass. See `docs/filters.md` for the forms as text and JSON.
public indirect enum FilterExpression: Hashable, Sendable {
  /// Every one of these; true without any.
  case and([FilterExpression])
  /// At least one of these; false without any.
  case or([FilterExpression])
  /// The opposite.
  case not(FilterExpression)
  /// The same for every listing.
  case constant(Bool)
  /// A field compared with a value of its type.
  case compare(FilterOperand, FilterComparison, FilterValue)
  /// A field has one of these values.
  case isIn(FilterOperand, [FilterValue])
  /// A text matches a pattern: `%` stands for any characters, `_` for one, after `\` a character stands for itself.
  case like(FilterOperand, String)
  /// A field has no value.
  case isNull(FilterProperty)
  /// The tags as a set, compared with other tags. A listing without tags has the empty set.
  case tags(FilterSetRelation, [String])
  /// A custom field that is a list, compared as a set. A listing without a value has no set, not the empty set.
  case list(String, FilterSetRelation, [String])
  /// The coordinate lies in an area, boundary included.
  case within(Query.Area)
  /// The coordinate is this one.
  case at(Coordinate)
  /// The time of an event and this interval have a point in common.
  case intersects(FilterTime, FilterInterval)
  /// All conditions of this query. Its origin, order and everything else that is not a condition is ignored.
  ///
  /// A condition is unknown for kinds of listings that it does not apply to: `open` for couches, `during` for all but
  /// events, `stay` for all but couches.
  case conditions(Query)
}

/// A field in a filter expression, and how its text is compared.
public struct FilterOperand: Hashable, Sendable {
  /// The compared property.
  public var property: FilterProperty
  /// Compares the case-folded text, as `CASEI` does.
  public var ignoresCase: Bool
  /// Compares the text without accents, as `ACCENTI` does.
  public var ignoresAccents: Bool

  /// The compared built-in field; nil for a custom field.
  public var field: Field? { property.field }

  /// Whether anything of its text is ignored.
  var isFolded: Bool { ignoresCase || ignoresAccents }

  /// Makes an operand; by default text is compared exactly.
  public init(_ property: FilterProperty, ignoresCase: Bool = false, ignoresAccents: Bool = false) {
    (self.property, self.ignoresCase, self.ignoresAccents) = (property, ignoresCase, ignoresAccents)
  }

  /// Makes an operand of a field of every listing.
  public init(_ field: Field, ignoresCase: Bool = false, ignoresAccents: Bool = false) {
    self.init(.field(field), ignoresCase: ignoresCase, ignoresAccents: ignoresAccents)
  }
}

/// A comparison of two values.
public enum FilterComparison: String, CaseIterable, Hashable, Sendable {
  /// The same value; text is compared by canonical equivalence.
  case equal = "="
  /// Another value.
  case notEqual = "<>"
  /// Smaller, earlier, or before it in the order of Unicode scalars.
  case less = "<"
  /// Not greater.
  case lessOrEqual = "<="
  /// Greater, later, or after it in the order of Unicode scalars.
  case greater = ">"
  /// Not less.
  case greaterOrEqual = ">="
}

/// A value in a filter expression.
public enum FilterValue: Hashable, Sendable {
  /// Text.
  case text(String)
  /// A number, in the unit of its field: meters, major units of a currency, degrees.
  case number(Double)
  /// A truth value.
  case flag(Bool)
  /// A whole day at the place of the listing. A time equals a date if it lies within that day.
  case date(LocalDate)
  /// An instant.
  case instant(Instant)
}

/// A relation of two sets.
public enum FilterSetRelation: String, CaseIterable, Hashable, Sendable {
  /// The first has every element of the second.
  case contains
  /// The second has every element of the first.
  case containedBy
  /// Both have the same elements.
  case equals
  /// They have a common element.
  case overlaps
}

/// A time of an event.
public enum FilterTime: Hashable, Sendable {
  /// Its start.
  case starts
  /// Its end.
  case ends
  /// From its start to its end; without a known end, its start.
  case whole
}

/// A closed interval of dates or instants; nil for an end that is open.
public struct FilterInterval: Hashable, Sendable {
  /// The first day or instant.
  public var from: FilterValue?
  /// The last day or instant.
  public var to: FilterValue?

  /// Makes an interval.
  public init(from: FilterValue?, to: FilterValue?) { (self.from, self.to) = (from, to) }
}

extension FilterComparison {
  /// The comparison that is true where this one is false.
  var opposite: FilterComparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The comparison with both sides exchanged.
  var exchanged: FilterComparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension FilterExpression {
  /// Its conjuncts, those of nested conjunctions included.
  var conjuncts: [FilterExpression] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

  /// The comparison of a list as a set.
  static func set(_ property: FilterProperty, _ relation: FilterSetRelation, _ values: [String]) -> Self {
    if case .own(let name) = property { .list(name, relation, values) } else { .tags(relation, values) }
  }

  /// The conjunction of some expressions; nil without any.
  init?(all parts: [FilterExpression]) {
    guard let first = parts.first else { return nil }
    self = parts.count == 1 ? first : .and(parts)
  }

  /// The number of its nodes, values of a list included.
  var size: Int {
    switch self {
    case .and(let parts), .or(let parts): parts.reduce(1) { $0 + $1.size }
    case .not(let part): 1 + part.size
    case .isIn(_, let values): 1 + values.count
    case .tags(_, let values), .list(_, _, let values): 1 + values.count
    default: 1
    }
  }

  /// The depth of the tree; 1 for a single condition.
  var depth: Int {
    switch self {
    case .and(let parts), .or(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .not(let part): 1 + part.depth
    default: 1
    }
  }
}

extension FilterExpression {
  /// Whether a part needs the distance from an origin.
  var asksForDistance: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.asksForDistance)
    case .not(let part): part.asksForDistance
    case .compare(let operand, _, _), .isIn(let operand, _): operand.field == .distance
    case .isNull(let property): property == .field(.distance)
    case .conditions(let query): query.radiusMeters != nil
    case .constant, .like, .tags, .list, .within, .at, .intersects: false
    }
  }

  /// Whether a part needs the nights of the query's stay.
  var asksForNightPrice: Bool { properties.contains(.field(.nightPrice)) }

  /// Whether a part tests the times of an event's occurrence.
  var isTimed: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.isTimed)
    case .not(let part): part.isTimed
    case .compare(let operand, _, _), .isIn(let operand, _): operand.field?.filterType == .time
    case .intersects: true
    case .conditions(let query): query.open != nil || query.during != nil
    case .constant, .like, .isNull, .tags, .list, .within, .at: false
    }
  }

  /// Whether a part mentions times, if only that they are unknown.
  var speaksOfTimes: Bool { isTimed || properties.contains { [.field(.starts), .field(.ends)].contains($0) } }

  /// Whether it says anything about places that are not in business.
  var speaksOfStatus: Bool {
    properties.contains(.field(.operatingStatus)) || conditionQueries.contains { $0.words[.operatingStatus] != nil }
  }

  /// The queries whose conditions are part of it.
  var conditionQueries: [Query] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.conditionQueries)
    case .not(let part): part.conditionQueries
    case .conditions(let query): [query]
    default: []
    }
  }

  /// What it tests, each property once, in their order.
  var properties: [FilterProperty] {
    var properties: [FilterProperty] = []
    func add(_ expression: FilterExpression) {
      switch expression {
      case .and(let parts), .or(let parts): parts.forEach(add)
      case .not(let part): add(part)
      case .compare(let operand, _, _), .isIn(let operand, _), .like(let operand, _):
        properties.append(operand.property)
      case .isNull(let property): properties.append(property)
      case .tags: properties.append(.field(.tags))
      case .list(let name, _, _): properties.append(.own(name))
      case .within, .at: properties += [.field(.lat), .field(.lon)]
      case .intersects(.starts, _): properties.append(.field(.starts))
      case .intersects(.ends, _): properties.append(.field(.ends))
      case .intersects(.whole, _): properties += [.field(.starts), .field(.ends)]
      case .constant, .conditions: break
      }
    }
    add(self)
    var seen: Set<FilterProperty> = []
    return properties.filter { seen.insert($0).inserted }
  }

  /// The names of the custom fields it tests.
  var ownNames: [String] { properties.compactMap { if case .own(let name) = $0 { name } else { nil } } }
}
