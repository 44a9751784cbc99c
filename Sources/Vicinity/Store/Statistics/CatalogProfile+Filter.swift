extension CatalogProfile.KindProfile {
  /// The approximate share of the listings of a kind for which a filter expression is true; its parts are assumed to be
  /// independent.
  func share(of filter: FilterExpression, among kind: Kind) -> Double {
    switch filter {
    case .and(let parts): parts.reduce(1) { $0 * share(of: $1, among: kind) }
    case .or(let parts): 1 - parts.reduce(1) { $0 * (1 - share(of: $1, among: kind)) }
    case .not(let part): 1 - share(of: part, among: kind)
    case .constant(let flag): flag ? 1 : 0
    case .compare(let operand, let comparison, .number(let bound)) where [.price, .nightPrice].contains(operand.field):
      priced * prices.share(comparison, bound)
    case .compare(let operand, let comparison, .number(let bound)) where operand.field == .rating:
      rated * ratings.share(comparison, bound)
    case .compare(let operand, _, _) where operand.field == .kind:
      filter.textPredicate?(kind.rawValue) == true ? 1 : 0
    case .compare(_, .notEqual, _): 1 - CatalogProfile.shareWithoutStatistics
    case .compare, .isIn, .like, .isNull, .tags, .list, .within, .at, .intersects, .conditions:
      CatalogProfile.shareWithoutStatistics
    }
  }
}

extension CatalogProfile {
  /// The share of listings assumed for conditions without statistics, such as those on custom fields.
  static let shareWithoutStatistics = 0.2
}

extension Deciles {
  /// The approximate share of values that compare so with a bound.
  fileprivate func share(_ comparison: FilterComparison, _ bound: Double) -> Double {
    switch comparison {
    case .equal: share(from: bound, through: bound)
    case .notEqual: 1 - share(from: bound, through: bound)
    case .less, .lessOrEqual: share(from: -.infinity, through: bound)
    case .greater, .greaterOrEqual: share(from: bound, through: .infinity)
    }
  }
}
