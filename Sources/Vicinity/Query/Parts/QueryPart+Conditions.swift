import Streams

extension QueryPart {
  /// Which kinds; before the times, which imply some.
  static let kinds = [
    QueryPart(
      "kinds", .conditions, isInFilters: true,
      notes: [
        Note(
          "kinds", #"`"bar"`, or an array of `bar`, `event`, `couch`"#,
          "the kinds; by default those to which the time filters apply, or all; an empty array is an error")
      ],
      inputs: [
        QueryInput(
          "kind", "kinds", .words(Kind.allCases.map(\.rawValue)),
          "`bar`, `event` or `couch`; by default those to which the time filters apply, or all.", "kind")
      ],
      read: { (query, value, _) throws(QueryError) in query.kinds = try Query.kinds(value) },
      json: { query in
        query.kinds.map { kinds in .array(Kind.allCases.filter(kinds.contains).map { .string($0.rawValue) }) }
      })
  ]

  /// Conditions on the properties of listings.
  static let conditions: [QueryPart] = [
    category, tags, price, nightPrice, rating, accessible, operatingStatus, listedSince, text, typos, filter, host,
    notHost,
  ]

  private static let tags = QueryPart(
    "tags", .conditions, isInFilters: true,
    notes: [
      Note(
        "tags", #"`{"any": […], "all": […], "none": […]}`"#, typed: ["any-tag", "tag", "no-tag"],
        "has at least one, all, or none of these tags; a plain array means `all`; case, and spaces instead of "
          + "hyphens, do not matter")
    ],
    inputs: [
      QueryInput("tag", "tags.all", .words(), "Must have all of these tags.", "tag", example: "cocktails"),
      QueryInput("any-tag", "tags.any", .words(), "Must have at least one of these tags.", "tag", isRare: true),
      QueryInput("no-tag", "tags.none", .words(), "Must have none of these tags.", "tag"),
    ],
    read: { (query, value, _) throws(QueryError) in query.tags = try Query.TagFilter(queryJSON: value, path: "tags") },
    json: { $0.tags.isEmpty ? nil : $0.tags.json },
    test: { query in
      let parts = [("any of", query.tags.any), ("all of", query.tags.all), ("none of", query.tags.none)]
      let lines = parts.filter { !$0.1.isEmpty }.map { "tags     \($0.0) \($0.1.joined(separator: ", "))" }
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    })

  private static let price = QueryPart(
    "price", .conditions, isInFilters: true,
    notes: [
      Note(
        "price", #"`{"min", "max", "currency", "maxLevel"}`"#,
        "inclusive bounds in major units; a plain number means `max`; with a currency, only prices in it, and free "
          + "listings; level 1 to 4; `{}` has no effect. For couches, the listing's base price of a night, regardless "
          + "of `stay`")
    ],
    inputs: [
      QueryInput(
        "min-price", "price.min", .number(0...(.infinity)), "The minimum price in major units, such as euros.",
        "amount", isRare: true),
      QueryInput(
        "max-price", "price.max", .number(0...(.infinity)), "The maximum price in major units, such as euros.",
        "amount"),
      QueryInput(
        "currency", "price.currency", .text,
        "Only prices in this currency (ISO 4217), such as `EUR`, and free listings; the price of a night if only that "
          + "has a bound.",
        "code", example: "EUR", isRare: true),
      QueryInput(
        "max-level", "price.maxLevel", .integer(1...4), "The maximum price level, 1 to 4.", "level", isRare: true),
    ],
    read: { (query, value, _) throws(QueryError) in
      query.price = try Query.PriceFilter(queryJSON: value, path: "price")
    },
    json: { $0.price?.json },
    test: { $0.price.map { "price    \($0)" } })

  private static let nightPrice = QueryPart(
    "nightPrice", .conditions,
    notes: [
      Note(
        "nightPrice", #"`{"min", "max", "currency"}`"#, typed: ["min-night-price", "max-night-price", "currency"],
        "inclusive bounds of the price of the stay divided by the number of its nights; needs `stay` without "
          + "`partly`; a plain number means `max`; see [stays](stays.md#the-price-of-a-night)")
    ],
    inputs: [
      QueryInput(
        "min-night-price", "nightPrice.min", .number(0...(.infinity)),
        "The minimum price of a night of the stay (with {stay} or {nights}).", "amount", isRare: true),
      QueryInput(
        "max-night-price", "nightPrice.max", .number(0...(.infinity)),
        "The maximum price of a night of the stay (with {stay} or {nights}).", "amount"),
    ],
    read: { (query, value, _) throws(QueryError) in
      query.nightPrice = try Query.NightPriceFilter(queryJSON: value, path: "nightPrice")
    },
    json: { $0.nightPrice?.json },
    test: { $0.nightPrice.map { "a night  \($0)" } })

  private static let rating = QueryPart(
    "rating", .conditions, isInFilters: true,
    notes: [
      Note(
        "rating", #"`{"min", "minCount"}`"#,
        "mean rating 0 to 5 and number of ratings; a plain number means `min`; `{}` requires any rating")
    ],
    inputs: [
      QueryInput("min-rating", "rating.min", .number(0...5), "The minimum mean rating, 0 to 5.", "rating"),
      QueryInput(
        "min-votes", "rating.minCount", .integer(0...Int.max), "The minimum number of ratings.", "count", isRare: true),
    ],
    read: { (query, value, _) throws(QueryError) in
      query.rating = try Query.RatingFilter(queryJSON: value, path: "rating")
    },
    json: { $0.rating?.json },
    test: { $0.rating.map { "rating   \($0)" } })

  private static let category = words(
    .category, "a word or an array of words, see [categories](listings.md#categories)", typed: ["category pub,bar"],
    "one of these categories; listings without a category do not pass", share: 0.3,
    QueryInput(
      "category", nil, .words(ListingCategory.allCases.map(\.rawValue)),
      "One of these categories, such as `pub`, `concert` or `hostel`.", "category", example: "pub"))

  private static let accessible = words(
    .accessible, "a word or an array of `yes`, `limited`, `no`", typed: ["accessible yes,limited"],
    "one of these degrees of wheelchair access; listings without a value do not pass", share: 0.5,
    QueryInput(
      "accessible", nil, .words(["yes", "limited", "no"]), "Wheelchair access: `yes`, `limited` or `no`.",
      "word", isRare: true))

  private static let operatingStatus = words(
    .operatingStatus, "a word or an array of `open`, `temporarily closed`, `closed`, `planned`",
    typed: ["operating-status closed,planned"],
    "places in one of these states; by default only those in business, see [below](#places-not-in-business)",
    QueryInput(
      "operating-status", "operatingStatus", .words(["open", "temporarily closed", "closed", "planned"]),
      "The operating status: `open` (default), `temporarily closed`, `closed` or `planned`.", "word", isRare: true))

  /// A field of words, by which listings can be filtered.
  private static func words(
    _ field: Field, _ value: String, typed: [String], _ meaning: String, share: Double = 1, _ input: QueryInput
  ) -> QueryPart {
    QueryPart(
      field.rawValue, .conditions, isInFilters: true, notes: [Note(field.rawValue, value, typed: typed, meaning)],
      inputs: [input],
      read: { (query, value, _) throws(QueryError) in try query.readWords(of: field, value) },
      json: { query in
        query.hasRareParts ? query.words[field].map { field.words($0) } : nil
      },
      test: { query in
        query.words[field].flatMap { words in field.definition.map { "word     \($0.wantedText(words))" } }
      },
      condition: PartCondition(
        isGiven: { $0.words[field] != nil }, copy: { $0.words[field] = $1.words[field] }, isPlain: true, share: share,
        expression: { .isIn(FilterOperand(field), ($0.words[field] ?? []).sorted().map { .text($0) }) },
        wanted: { field.definition?.wantedText($0.words[field] ?? []) ?? "" },
        found: { field.definition?.foundText($0.listing) ?? "" },
        without: "without the condition on \(field.definition?.label ?? field.rawValue)"))
  }

  private static let text = QueryPart(
    "text", .conditions, isInFilters: true,
    notes: [
      Note(
        "text", "text",
        #"every word must be the start of a word in the name, address, tags or description; `"phrases"`, `OR` and "#
          + "`-without`, see [Words](#words)")
    ],
    inputs: [
      QueryInput(
        "text", nil, .searchText,
        "Words that the name, address, tags or description must contain, as whole words or prefixes; also "
          + #"`"a phrase" OR another`, `-without`."#,
        "words", example: "jazz")
    ],
    read: { (query, _, members) throws(QueryError) in query.text = try members.string("text", example: #""jazz""#) },
    json: { $0.text.map { .string($0) } },
    test: { $0.text.map { "text     \(SearchText($0))" } })

  private static let typos = QueryPart(
    "typos", .conditions,
    notes: [
      Note(
        "typos", "0, 1 or 2",
        "the maximum number of typing errors in a word of `text`, even if the word occurs; by default, only words that "
          + "do not occur may contain errors, see [Words](#words)")
    ],
    inputs: [
      QueryInput(
        "typos", nil, .integer(0...2),
        "The maximum number of typing errors in a word of {text}, 0 to 2; by default, only words that do not occur "
          + "may contain errors.",
        "count", isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in try query.readTypos(members) },
    json: { $0.typos.map { .int(Int64($0)) } })

  private static let filter = QueryPart(
    "filter", .conditions,
    notes: [
      Note(
        "filter", "CQL2 text or JSON",
        "a tree of conditions with `AND`, `OR` and `NOT`, in addition to all others; see [filters](filters.md)")
    ],
    inputs: [
      QueryInput(
        "filter", nil, .filter,
        "A tree of conditions as CQL2 text or JSON, such as `price < 20 AND (a_contains(tags,('jazz')) OR rating >= "
          + "4.5)`; see docs/filters.md. If given several times, all must hold.",
        "expression", example: "rating >= 4")
    ],
    read: { (query, value, _) throws(QueryError) in
      query.filter = try FilterExpression(json: value, path: "filter")
    },
    json: { $0.filter?.json },
    test: { $0.filter.map { "filter   \($0)" } })

  private static let host = hosts(
    "host", "host ana",
    "hosted by one of these members. Shorthand for the corresponding `filter` condition", FilterExpression.hosted,
    QueryInput("host", nil, .words(), "Hosted by one of these members.", "name", isRare: true))

  private static let notHost = hosts(
    "notHost", "not-host ana",
    "hosted by none of these members, which includes listings without a host. Shorthand for the corresponding `filter` "
      + "condition",
    FilterExpression.notHosted,
    QueryInput(
      "not-host", "notHost", .words(), "Hosted by none of these members.", "name", isRare: true))

  /// A key that is short for a filter expression.
  private static func hosts(
    _ key: String, _ typed: String, _ meaning: String,
    _ expression: @escaping @Sendable ([String]) -> FilterExpression, _ input: QueryInput
  ) -> QueryPart {
    QueryPart(
      key, .conditions, notes: [Note(key, "a member or an array of them", typed: [typed], meaning)], inputs: [input],
      read: { (query, value, _) throws(QueryError) in
        let hosted = expression(try Query.hosts(value, at: key))
        query.filter = FilterExpression(all: [query.filter, hosted].compactMap { $0 })
      },
      json: { _ in nil })
  }
}
