extension Plan {
  /// Whether results are ranked for members.
  var isRecommended: Bool { order.first == .recommended }

  /// Validates the parts of a query that concern recommendations.
  static func checkRecommending(_ query: Query) throws(QueryError) {
    let names = query.recommendedFor
    guard names.count <= Query.Recommending.mostMembers else {
      throw .outOfRange(
        path: "members", found: "\(names.count) members", allowed: "at most \(Query.Recommending.mostMembers)")
    }
    for name in names { try checkMember(name, at: query.members.count > 1 ? "members" : "member") }
    if query.paretoFront.use(.recommended) {
      throw .outOfRange(path: "front", found: "recommended", allowed: "keys that do not depend on the query")
    }
    guard query.sort.contains(.recommended) else { return }
    if names.isEmpty { throw .missing(path: "member", neededBy: "sort \"recommended\"") }
    guard query.sort.allSatisfy({ $0 == .recommended }) else {
      throw .conflict(
        "sort: \"recommended\" cannot be combined with other keys; weigh distance, price and rating with \"weights\"")
    }
    guard let wishes = query.recommending else { return }
    try wishes.weights.check()
    for (key, share) in [("diversity", wishes.diversity), ("novelty", wishes.novelty)] where !(0...1).contains(share) {
      throw .outOfRange(path: key, found: "\(share)", allowed: "a number from 0 to 1")
    }
  }

  /// The default fields of recommendations.
  static func recommendationFields(of query: Query) -> [Field] {
    guard query.sort.contains(.recommended) else { return [] }
    let names = query.recommendedFor.count > 1 ? [Field.leastHappy] : []
    return [.score, .parts, .because] + names + (query.recommending?.explain == true ? [.counterfactual] : [])
  }
}
