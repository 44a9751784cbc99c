import CivilTime
import Geography

/// The filter expression of a query, arranged for the search.
///
/// Conjuncts about tags and kinds are separated: with them a search can start from a list of tagged listings, and skip
/// what is not wanted before it measures a distance.
struct PlannedFilter: Sendable {
  /// The tags of the query and those that the expression requires.
  private(set) var tags: Query.TagFilter
  /// The kinds that can pass; nil for all.
  private(set) var kinds: Set<Kind>?
  /// The other conjuncts; nil without any.
  private(set) var rest: FilterExpression?

  /// - Parameters:
  ///   - filter: the expression of a query.
  ///   - tags: the tags of the query.
  ///   - hasDistance: whether the query has an origin of distances.
  ///   - now: the instant that `now` refers to.
  init(_ filter: FilterExpression?, tags: Query.TagFilter, hasDistance: Bool, now: Instant) throws(QueryError) {
    self.tags = tags
    guard let filter else { return }
    try filter.check(path: "filter")
    for query in filter.conditionQueries { try Self.check(query, now: now) }
    if !hasDistance, filter.asksForDistance { throw .missing(path: "near", neededBy: "filter") }
    rest = FilterExpression(all: filter.expanded.conjuncts.filter { !separate($0) })
  }

  /// Validates the conditions of a query in an expression.
  private static func check(_ query: Query, now: Instant) throws(QueryError) {
    var query = query.bare
    (query.near, query.group) = (query.radiusMeters == nil ? nil : Coordinate(latitude: 0, longitude: 0), nil)
    do { _ = try Plan(query, at: query.now ?? now) } catch {
      throw error.renamingPaths { "filter.\($0)" }
    }
  }

  /// Whether a conjunct is covered by the tags or the kinds.
  private mutating func separate(_ conjunct: FilterExpression) -> Bool {
    let verdicts = Kind.allCases.map { conjunct.verdict(on: $0) }
    if !verdicts.contains(nil) {
      let passing = Set(Kind.allCases.filter { verdicts[$0.ordinal] == true })
      kinds = kinds?.intersection(passing) ?? passing
      return true
    }
    switch conjunct {
    case .tags(.contains, let wanted):
      tags.all += wanted
    case .tags(.overlaps, let wanted) where tags.any.isEmpty && !wanted.isEmpty:
      tags.any = wanted
    case .not(.tags(.overlaps, let unwanted)):
      tags.none += unwanted
    case .not(.tags(.contains, let unwanted)) where unwanted.count == 1:
      tags.none += unwanted
    default: return false
    }
    return true
  }
}

extension FilterExpression {
  /// The truth of an expression that depends only on the kind; nil for all others.
  fileprivate func verdict(on kind: Kind) -> Bool? {
    switch self {
    case .not(let part): part.verdict(on: kind).map { !$0 }
    case .compare(let operand, _, _), .isIn(let operand, _), .like(let operand, _):
      operand.field == .kind ? textPredicate.map { $0(kind.rawValue) } : nil
    default: nil
    }
  }

  /// The same expression, with conditions of queries replaced by expressions on fields where possible.
  var expanded: FilterExpression {
    switch self {
    case .and(let parts): .and(parts.map(\.expanded))
    case .or(let parts): .or(parts.map(\.expanded))
    case .not(let part): .not(part.expanded)
    case .isIn(let operand, let values) where operand.field?.filterType == .time:
      .or(values.map { .compare(operand, .equal, $0) })
    case .conditions(let query): .and(query.conditionExpressions)
    default: self
    }
  }
}

extension Query {
  /// Its conditions, each as an expression.
  fileprivate var conditionExpressions: [FilterExpression] {
    var asked = conditions.filter { ($0 != .kinds || kinds != nil) && $0 != .guests }
    // It restricts no query, but as a condition it applies to events: true for those that take place at some time.
    if during == .named(.any) { asked.append(.during) }
    return asked.map(expression)
  }

  private func expression(_ condition: Condition) -> FilterExpression {
    func compare(_ field: Field, _ comparison: FilterComparison, _ number: Double) -> FilterExpression {
      .compare(FilterOperand(field), comparison, .number(number))
    }
    func isIn(_ field: Field, _ words: some Sequence<String>) -> FilterExpression {
      .isIn(FilterOperand(field), words.sorted().map { .text($0) })
    }
    switch condition {
    case .kinds: return isIn(.kind, (kinds ?? []).map(\.rawValue))
    case .radius: return compare(.distance, .lessOrEqual, radiusMeters ?? .infinity)
    case .box: return within.map { .within(.box($0)) } ?? .constant(true)
    case .area: return area.map { .within($0) } ?? .constant(true)
    case .tag(let tag): return .tags(.contains, [tag])
    case .anyTag: return .tags(.overlaps, tags.any)
    case .noTag(let tag): return .not(.tags(.contains, [tag]))
    case .leastPrice: return compare(.price, .greaterOrEqual, price?.min ?? 0)
    case .greatestPrice: return compare(.price, .lessOrEqual, price?.max ?? .infinity)
    case .priceLevel: return compare(.priceLevel, .lessOrEqual, Double(price?.maxLevel ?? 4))
    case .currency:
      return .and([
        // Unknown without a price.
        compare(.price, .greaterOrEqual, 0),
        .or([.compare(FilterOperand(.currency), .equal, .text(price?.currency ?? "")), compare(.price, .equal, 0)]),
      ])
    case .rating: return compare(.rating, .greaterOrEqual, rating?.min ?? 0)
    case .votes:
      let (isRated, least) = (compare(.rating, .greaterOrEqual, 0), Double(rating?.minCount ?? 0))
      // Every rating has at least one vote.
      if least <= 1 { return isRated }
      let hasFewer = FilterExpression.or([.isNull(.field(.ratingCount)), compare(.ratingCount, .less, least)])
      // Unknown without a rating.
      return .and([isRated, .not(.and([isRated, hasFewer]))])
    case .part: return condition.whole?.expression(self) ?? .constant(true)
    // In filters, the price of a night is a field, so conditions on it are refused.
    case .cap, .width, .coming, .inBusiness, .filter, .leastNightPrice, .greatestNightPrice, .nightCurrency:
      return .constant(true)
    case .text, .stay, .guests, .during, .open:
      var single = Query()
      single.now = now
      switch condition {
      case .text: single.text = text
      case .during: single.during = during
      case .open: single.open = open
      default: single.stay = stay
      }
      return .conditions(single)
    }
  }
}
