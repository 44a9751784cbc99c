import Streams

extension QueryPart {
  /// The order of the answer, and the parts to return.
  static let order: [QueryPart] = [sort, front, relax, limit, after, total, fields, language]

  private static let sort = QueryPart(
    "sort", .order,
    notes: [
      Note(
        "sort", "a key or an array of keys", typed: ["sort KEY,KEY"],
        "see below; by default `route` with `along`, `best` with `text`, `distance` with `near`, otherwise id")
    ],
    inputs: [
      QueryInput(
        "sort", nil, .names,
        "`best`, `distance`, `price`, `stayPrice`, `nightPrice`, `rating`, `votes`, `start`, `end`, `open`, `name`, "
          + "`added`, `changed`, `relevance`, `route`, `spread`, custom fields, or several joined with commas; with a "
          + "minus sign, greatest first, such as `-rating`; or `recommended`.",
        "keys", example: "-rating")
    ],
    read: { (query, value, _) throws(QueryError) in
      query.sort = try value.queryWords(of: Query.SortKey.self, at: "sort")
    },
    json: { $0.sort.isEmpty ? nil : .array($0.sort.map { .string($0.rawValue) }) })

  private static let front = QueryPart(
    "front", .order, role: .presentation,
    notes: [
      Note(
        "front", "a key or an array of keys", typed: ["front KEY,KEY"],
        "the Pareto front: only matches that no other one dominates in these keys, in the order of the first, see "
          + "[why.md](why.md); not with `sort`, `after`, `cluster`; any key except `name`")
    ],
    inputs: [
      QueryInput(
        "front", nil, .names, "Only the Pareto front by these keys, such as `distance,price,-rating`.", "keys",
        isRare: true)
    ],
    read: { (query, value, _) throws(QueryError) in
      query.paretoFront = try value.queryWords(of: Query.SortKey.self, at: "front")
    },
    json: { $0.paretoFront.isEmpty ? nil : .array($0.paretoFront.map { .string($0.rawValue) }) })

  private static let relax = QueryPart(
    "relax", .order, role: .presentation,
    notes: [
      Note(
        "relax", "`true`",
        "if there are fewer results than `limit`: the single changes that would give more, see [why.md](why.md)")
    ],
    inputs: [
      QueryInput(
        "relax", nil, .flag,
        "If there are fewer results than the limit, also list the single changes that would give more.", isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in query.relax = try members.bool("relax") ?? false },
    json: { $0.relax ? .bool(true) : nil })

  private static let limit = QueryPart(
    "limit", .order, role: .presentation,
    notes: [
      Note(
        "limit", "whole number from 0", "the maximum number of results, 20 by default; bounded only by `{max-bytes}`")
    ],
    inputs: [
      QueryInput(
        "limit", nil, .integer(0...Int.max, usual: 20), "The maximum number of results (default 20).", "count")
    ],
    read: { (query, _, members) throws(QueryError) in
      let count = try members.integer("limit", in: 0...Int.max, allowed: "a whole number from 0 up", example: "20")
      query.limit = count ?? query.limit
    },
    json: { $0.limit == Query().limit ? nil : .int(Int64($0.limit)) })

  private static let after = QueryPart(
    "after", .order, role: .presentation,
    notes: [Note("after", "text", "the `next` of an earlier answer to the same query, to continue after it")],
    inputs: [
      QueryInput("after", nil, .text, "Continues after an earlier answer, by its cursor.", "cursor", isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in
      query.after = try members.string("after", expected: "the \"next\" of an earlier answer", example: "null")
    },
    json: { $0.after.map { .string($0) } })

  private static let total = QueryPart(
    "total", .order, role: .presentation,
    notes: [Note("total", "`true`", "count all matches exactly, regardless of the limit")],
    inputs: [QueryInput("total", nil, .flag, "Counts all matches.")],
    read: { (query, _, members) throws(QueryError) in query.total = try members.bool("total") ?? false },
    json: { $0.total ? .bool(true) : nil })

  private static let fields = QueryPart(
    "fields", .order, role: .presentation,
    notes: [
      Note("fields", "an array of fields", typed: ["fields a,b"], "the fields of each result, in this order")
    ],
    inputs: [
      QueryInput(
        "fields", nil, .names, "The fields of each result, such as `id,name,distance`.", "fields",
        example: "id,name,distance")
    ],
    read: { (query, value, _) throws(QueryError) in try query.readFields(value) },
    json: { query in
      query.fields.map { fields in
        .array(fields.map { .string($0.rawValue) } + query.ownFields.map { .string($0) })
      }
    })

  private static let language = QueryPart(
    "language", .order, role: .presentation,
    notes: [
      Note(
        "language", "a language tag such as `en`", typed: ["language en"],
        "names in this language, where listings have them, see [Words](#words)")
    ],
    inputs: [
      QueryInput(
        "language", nil, .text, "Names in this language, where listings have them: `en`, `de`, `zh-Hant`.", "tag",
        example: "en", isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in try query.readLanguage(members) },
    json: { $0.language.map { .string($0) } })
}

extension QueryPart {
  /// Counts over all matches.
  static let overview: [QueryPart] = [cluster, facets, facetLimit]

  private static let cluster = QueryPart(
    "cluster", .overview, role: .presentation,
    notes: [
      Note(
        "cluster", "zoom level, 0 to 22", typed: ["cluster ZOOM"],
        "counts per cell of a map instead of results, see [maps.md](maps.md)")
    ],
    inputs: [
      QueryInput(
        "cluster", nil, .integer(Query.clusterZooms),
        "Counts the matches by map cell at this zoom level, 0 to 22, instead of listing them.", "zoom", isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in
      let zooms = Query.clusterZooms
      query.cluster = try members.integer(
        "cluster", in: zooms, allowed: "a zoom level from \(zooms.lowerBound) to \(zooms.upperBound)", example: "12")
    },
    json: { $0.cluster.map { .int(Int64($0)) } })

  private static let facets = QueryPart(
    "facets", .overview, role: .presentation,
    notes: [
      Note(
        "facets", "a facet or an array of facets", typed: ["facets a,b"],
        "counts of all matches by `kind`, `category`, `tag`, `priceBand`, `nightPrice`, `priceLevel`, `accessible`, "
          + "`operatingStatus`, `rating`, `area`, see [maps.md](maps.md)")
    ],
    inputs: [
      QueryInput(
        "facets", nil, .names,
        "Counts all matches by `kind`, `category`, `tag`, `priceBand`, `nightPrice`, `priceLevel`, `accessible`, "
          + "`operatingStatus`, `rating`, `area`, or several joined with commas.",
        "facets", isRare: true)
    ],
    read: { (query, value, _) throws(QueryError) in
      query.facets = try value.queryWords(of: Query.Facet.self, at: "facets")
    },
    json: { $0.facets.isEmpty ? nil : .array($0.facets.map { .string($0.rawValue) }) })

  private static let facetLimit = QueryPart(
    "facetLimit", .overview, role: .presentation,
    notes: [Note("facetLimit", "whole number from 0", "the maximum number of tags and areas, 20 by default")],
    inputs: [
      QueryInput(
        "facet-limit", "facetLimit", .integer(0...Int.max),
        "The maximum number of tags and areas in {facets} (default 20).", "count", isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in
      let count = try members.integer("facetLimit", in: 0...Int.max, allowed: "a whole number from 0 up", example: "20")
      query.facetLimit = count ?? query.facetLimit
    },
    json: { $0.facetLimit == Query().facetLimit ? nil : .int(Int64($0.facetLimit)) })
}
