import Streams

extension QueryPart {
  /// The members for whom `recommended` ranks, its wishes, and the weights of `best`.
  static let recommending: [QueryPart] = [member, members, weights, diversity, novelty, seen, explain]

  private static let member = QueryPart(
    "member", .recommending,
    notes: [
      Note(
        "member", "a name", typed: ["member NAME"],
        "the member for whom `recommended` ranks; by default the `member`s of the origins; see "
          + "[recommendations.md](recommendations.md)")
    ],
    read: { (query, _, members) throws(QueryError) in
      query.members = [try members.string("member", expected: "the name of a member", example: #""member-31""#)]
        .compactMap { $0 }
    },
    json: { $0.members.count == 1 ? .string($0.members[0]) : nil })

  private static let members = QueryPart(
    "members", .recommending,
    notes: [Note("members", "up to 100 names", typed: ["member NAME"], "several members; the lowest score decides")],
    inputs: [
      QueryInput(
        "member", "members", .texts,
        "The member, such as `member-31`; repeat it for a group (with recommend, or {sort} recommended).", "name",
        door: .onlyOptions)
    ],
    read: { (query, value, members) throws(QueryError) in
      if members["member"] != nil { throw .conflict("give either member or members") }
      query.members = try value.queryElements(at: "members") { (name, place) throws(QueryError) in
        try name.queryString(at: place(), expected: "the name of a member", example: #""member-31""#)
      }
    },
    json: { $0.members.count > 1 ? .array($0.members.map { .string($0) }) : nil })

  private static let weights = QueryPart(
    "weights", .recommending,
    notes: [
      Note(
        "weights", "object of numbers", typed: ["weights words=0.6,…"],
        "the weights of `best` (see below) or of `recommended`")
    ],
    inputs: [
      QueryInput(
        "weights", nil, .weights,
        "The weights of the score, such as `words=0.6,distance=0.3`. For `best`: `words`, `distance`, `open`, "
          + "`rating`, and the scales `halfDistance`, `halfWait`, `halfLead`, `decay`. For `recommended`: `taste`, "
          + "`tags`, `places`, `popularity`, `distance`, `price`, `start`, `rating`, and the scales `halfDistance`, "
          + "`homeAreaReach`, `halfPrice`, `halfWait`, `halfEvidence`.",
        "name=number,...", isRare: true)
    ],
    read: { (query, value, _) throws(QueryError) in
      if query.sort.contains(.recommended) {
        query.recommending = query.recommending ?? Query.Recommending()
        query.recommending?.weights = try RecommendationWeights(queryJSON: value)
      } else {
        try query.readBestMatch(value)
      }
    },
    json: { $0.recommending.map(\.weights.json) ?? $0.bestMatch?.json })

  private static let diversity = wish(
    "diversity", "0 to 1", "how much results of `recommended` differ in kind and tags",
    QueryInput(
      "diversity", nil, .number(0...1), "The diversity of results in kind and tags: 0 to 1.", "share", isRare: true,
      door: .onlyOptions),
    read: { (wishes, members) throws(QueryError) in wishes.diversity = try members.share("diversity") ?? 0 },
    json: { $0.diversity == 0 ? nil : .double($0.diversity) })

  private static let novelty = wish(
    "novelty", "0 to 1", "how much `recommended` prefers little-known listings",
    QueryInput(
      "novelty", nil, .number(0...1), "The preference for little-known listings: 0 to 1.", "share", isRare: true,
      door: .onlyOptions),
    read: { (wishes, members) throws(QueryError) in wishes.novelty = try members.share("novelty") ?? 0 },
    json: { $0.novelty == 0 ? nil : .double($0.novelty) })

  private static let seen = wish(
    "seen", "true or false", "`recommended` includes listings that the member already knows",
    QueryInput(
      "seen", nil, .flag, "Include listings that the member already knows.", isRare: true, door: .onlyOptions),
    read: { (wishes, members) throws(QueryError) in wishes.seen = try members.bool("seen") ?? false },
    json: { $0.seen ? .bool(true) : nil })

  private static let explain = wish(
    "explain", role: .presentation, "true or false",
    "each result of `recommended` has the change that would put it first",
    QueryInput(
      "why", "explain", .flag, "Show for each result what would rank it first.", isRare: true, door: .onlyOptions),
    read: { (wishes, members) throws(QueryError) in wishes.explain = try members.bool("explain") ?? false },
    json: { $0.explain ? .bool(true) : nil })

  /// A part that has a meaning only in the order `recommended`.
  private static func wish(
    _ key: String, role: Role = .matching, _ value: String, _ meaning: String, _ input: QueryInput,
    read: @escaping @Sendable (inout Query.Recommending, QueryMembers) throws(QueryError) -> Void,
    json: @escaping @Sendable (Query.Recommending) -> JSONValue?
  ) -> QueryPart {
    QueryPart(
      key, .recommending, role: role, notes: [Note(key, value, meaning)], inputs: [input],
      read: { (query, _, members) throws(QueryError) in
        guard query.sort.contains(.recommended) else { throw .missing(path: "sort \"recommended\"", neededBy: key) }
        var wishes = query.recommending ?? Query.Recommending()
        try read(&wishes, members)
        query.recommending = wishes
      },
      json: { $0.recommending.flatMap(json) })
  }
}

extension QueryMembers {
  fileprivate func share(_ key: String) throws(QueryError) -> Double? {
    try number(key, in: 0...1, allowed: "a number from 0 to 1", example: "0.3")
  }
}
