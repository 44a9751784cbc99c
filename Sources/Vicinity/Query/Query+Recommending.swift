extension Query {
  /// The parameters of the sort key `recommended`, apart from the members.
  public struct Recommending: Hashable, Sendable {
    /// The weights of the score.
    public var weights = RecommendationWeights()
    /// The diversity of results in kind and tags, 0...1: each next one maximizes (1 − diversity) × score / best score −
    /// diversity × similarity to those before it. 0 orders only by score.
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

  /// The members to recommend for: the named members, else the members of the origins.
  var recommendedFor: [String] {
    guard !members.isEmpty || group != nil else { return [] }
    var seen: Set<String> = []
    let named = members.isEmpty ? group?.origins.compactMap(\.member) ?? [] : members
    return named.filter { seen.insert($0).inserted }
  }
}
