import Streams

extension Query {
  /// The parameters of the sort key `recommended` besides the members.
  public struct Recommending: Hashable, Sendable {
    /// The weights of the score.
    public var weights = RecommendationWeights()
    /// The diversity of results in kind and tags, 0...1: each next one maximizes (1 − diversity) × score / best
    /// score − diversity × similarity to those before it. 0 orders by score alone.
    public var diversity = 0.0
    /// The preference for less known listings, 0...1; at 0.5 popularity has no effect.
    public var novelty = 0.0
    /// Whether listings that the members know are included; rejected ones never are.
    public var seen = false
    /// Whether each result includes what would rank it first.
    public var explain = false

    /// Makes the default parameters.
    public init() {}

    /// The maximum number of members of one query.
    static let mostMembers = 100
  }

  /// The members to recommend for: those named, else those of the origins.
  var recommendedFor: [String] {
    guard !members.isEmpty || group != nil else { return [] }
    var seen: Set<String> = []
    let named = members.isEmpty ? group?.origins.compactMap(\.member) ?? [] : members
    return named.filter { seen.insert($0).inserted }
  }
}

extension Query {
  /// Parses `member` or `members`, `weights`, `diversity`, `novelty`, `seen` and `explain`.
  mutating func readRecommending(_ keys: QueryMembers) throws(QueryError) {
    let one = try keys.string("member", expected: "the name of a member", example: #""member-31""#)
    if let one { members = [one] }
    if let value = keys["members"] {
      if one != nil { throw .conflict("give either member or members") }
      members = try value.queryElements(at: "members") { (name, place) throws(QueryError) in
        try name.queryString(at: place(), expected: "the name of a member", example: #""member-31""#)
      }
    }
    let isRecommended = sort.contains(.recommended)
    if !isRecommended, let value = keys["weights"] { try readBestMatch(value) }
    let given = ["weights", "diversity", "novelty", "seen", "explain"].filter { keys[$0] != nil }
    guard isRecommended || given != ["weights"], !given.isEmpty else { return }
    guard isRecommended else {
      throw .missing(path: "sort \"recommended\"", neededBy: given.joined(separator: ", "))
    }
    var wishes = Recommending()
    if let value = keys["weights"] { wishes.weights = try RecommendationWeights(queryJSON: value) }
    wishes.diversity = try keys.share("diversity") ?? 0
    wishes.novelty = try keys.share("novelty") ?? 0
    wishes.seen = try keys.bool("seen") ?? false
    wishes.explain = try keys.bool("explain") ?? false
    recommending = wishes
  }

  func writeRecommending(into object: inout JSONObject) {
    if members.count == 1 { object["member"] = .string(members[0]) }
    if let bestMatch { object["weights"] = bestMatch.json }
    if members.count > 1 { object["members"] = .array(members.map { .string($0) }) }
    guard let recommending else { return }
    object["weights"] = recommending.weights.json
    if recommending.diversity != 0 { object["diversity"] = .double(recommending.diversity) }
    if recommending.novelty != 0 { object["novelty"] = .double(recommending.novelty) }
    if recommending.seen { object["seen"] = .bool(true) }
    if recommending.explain { object["explain"] = .bool(true) }
  }
}

extension QueryMembers {
  fileprivate func share(_ key: String) throws(QueryError) -> Double? {
    try number(key, in: 0...1, allowed: "a number from 0 to 1", example: "0.3")
  }
}
