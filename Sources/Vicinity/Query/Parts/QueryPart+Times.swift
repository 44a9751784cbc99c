import CivilTime
import Streams

extension QueryPart {
  /// When: opening, events and stays.
  static let times: [QueryPart] = [open, during, occurrences, stay, now]

  private static let open = QueryPart(
    "open", .times, isInFilters: true, implies: Implication(kinds: [.bar, .event]) { $0.open != nil },
    notes: [
      Note(
        "open", #"a moment, or `{"at": moment}`"#, typed: ["open", "open MOMENT"],
        "bars that are open and events that are on at the moment"),
      .also(
        #"`"FROM..TO"`, or `{"from": moment, "to": moment}`"#, typed: ["open FROM..TO"], "open throughout the range"),
      .also(
        #"days, or `{"at": days}`, or `{"sometime": {"from": moment, "to": moment}}`"#, typed: ["open DAYS"],
        "open at some time on these days (on the current day, after `now`); results show the state at the first such "
          + "time"),
      Note(
        "open.unknown", #"`"drop"`, `"keep"`, `"only"`"#,
        "bars whose state is unknown: left out (default), included, or only these. For hours that mention public "
          + "holidays the state is also unknown on a day that is a holiday in only part of the country, if the "
          + "[region](opening-hours.md#the-region-of-a-listing) is unknown"),
      Note(
        "open.arriving",
        #"`"walking"` (1.4 m/s, over 1.3 times the straight line), `"cycling"`, `"driving"` or meters per second, 0.1 to 1000"#,
        "tests the state on arrival: the moment plus the travel time from `near`, by the model in "
          + "[routes.md](routes.md), in whole minutes rounded up; needs `near` or `along`"),
      Note("open.stayFor", "minutes, 0 to 10080", "open for at least this long from that moment"),
      Note("open.waitUpTo", "minutes, 0 to 10080", "also places that open at most this much later"),
    ],
    inputs: [
      QueryInput(
        "open", "open.at", .moment,
        "Open bars, and events that are on: `now` (also without a value), `22:30`, `Sa 22:30`, `2026-11-27T22:30` or "
          + "an instant; throughout a span such as `Sa 22:30..03:00`; or at some time `today`, `tonight`, `tomorrow`, "
          + "`weekend`, `this week`, `next week`, `Sa`, `Fr..Su`, `2026-11-28`.",
        "when", example: "now"),
      QueryInput(
        "unknown", "open.unknown", .word(["drop", "keep", "only"]),
        "Bars with unknown hours: `drop` (default), `keep` or `only` (with {open}).", "policy",
        needs: ["open", "arriving", "stay-for", "wait-up-to"], isRare: true),
      QueryInput(
        "arriving", "open.arriving", .speed,
        "Open on arrival from {near}: `walking`, `cycling`, `driving`, or meters per second.", "speed", isRare: true),
      QueryInput(
        "stay-for", "open.stayFor", .number(0...10_080), "Open for at least this many minutes from that moment.",
        "minutes", isRare: true),
      QueryInput(
        "wait-up-to", "open.waitUpTo", .number(0...10_080), "Also places that open at most this many minutes later.",
        "minutes", isRare: true),
    ],
    read: { (query, value, _) throws(QueryError) in query.open = try Query.Opening(queryJSON: value, path: "open") },
    json: { $0.open?.json },
    test: { query in
      query.open.map { open in
        let time =
          open.sometime.map { "some time \($0)" } ?? open.until.map { "from \(open.at) to \($0)" } ?? "at \(open.at)"
        return "open     \(time)\(open.visitText), unknown: \(open.unknown.rawValue)"
      }
    })

  private static let during = QueryPart(
    "during", .times, isInFilters: true, implies: Implication(kinds: [.event]) { $0.during != nil },
    notes: [
      Note(
        "during", #"days, `"FROM..TO"`, `"FROM.."`, or `{"from": moment, "to": moment}`"#, typed: ["during WHEN"],
        "events that take place in this period; with `FROM..`, all that are not over at this moment"),
      .also(
        #"`"running"`, `"upcoming"`, `"past"`, `"any"`"#, typed: ["during NAME"],
        "events that have started and are not over; that start at `now` or later; that are over; at any time"),
    ],
    inputs: [
      QueryInput(
        "during", nil, .span,
        "Events that overlap this period: `2026-11-28`, `Sa`, `Fr..Su`, `2026-11-27T18:00..2026-11-28T04:00`, `Sa "
          + "20:00..03:00`, `2026-12-01..` without an end, or `today`, `tonight`, `tomorrow`, `weekend`, `this week`, "
          + "`next week`, `running`, `upcoming` (without times, what is not over), `past`, `any`.",
        "when", example: "weekend")
    ],
    read: { (query, value, _) throws(QueryError) in query.during = try Query.Window(queryJSON: value, path: "during") },
    json: { $0.during?.json },
    test: { query in
      guard let during = query.during, during != .named(.any) else { return nil }
      return "events   \(during)\(query.occurrences == .all ? ", each occurrence" : "")"
    })

  private static let occurrences = QueryPart(
    "occurrences", .times,
    notes: [
      Note(
        "occurrences", #"`"first"`, `"all"`"#,
        "for a recurring event one result (default), or one for each occurrence; `all` needs `during` with an end")
    ],
    inputs: [
      QueryInput(
        "occurrences", nil, .word(["first", "all"]),
        "For recurring events, the first matching occurrence (default), or all of them (with {during}).", "first|all",
        isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in
      query.occurrences = try members.word("occurrences", of: Query.Occurrences.self) ?? .first
    },
    json: { $0.occurrences == .first ? nil : .string($0.occurrences.rawValue) })

  private static let stay = QueryPart(
    "stay", .times, isInFilters: true, implies: Implication(kinds: [.couch]) { $0.stay != nil },
    notes: [
      Note(
        "stay", #"`{"from": "2026-12-01", "to": "2026-12-05", "guests": 2}`"#, typed: ["stay FROM..TO {guests} 2"],
        "couches free for these nights; the day of departure is not occupied; 1 guest by default"),
      .also(
        #"`"tonight"`, `"tomorrow"`, `"weekend"`, `"next weekend"`, a date for one night, or `{"on": …, "guests": 2}`"#,
        typed: ["stay WORD"],
        "the same, by a word: `weekend` is from the current or next Friday to Sunday; on a Saturday, only that night"),
      .also(
        #"`{"from": …, "to": …, "partly": true}`"#, typed: ["partly"],
        "couches free on at least one of these nights, ignoring their minimum and maximum length of stay; field "
          + "`freeNights`"),
      .also(
        #"`{"nights": 3, "between": ["2026-12-01", "2026-12-20"], "guests": 2}`"#,
        typed: ["nights 3 {between} FROM..TO"],
        "couches free for this number of consecutive nights, with arrival and departure between the dates; field "
          + "`windows`"),
      .also(
        #"`… "weekend": true`"#, typed: ["weekend"],
        "only stays that include Friday night and the following Saturday night; a single night may be either"),
    ],
    inputs: [
      QueryInput(
        "stay", "stay.on", .span,
        "Couches free from arrival to departure, such as `2026-12-01..2026-12-05`, for one night `2026-12-01`, or "
          + "`tonight`, `tomorrow`, `weekend`, `next weekend`.",
        "nights", example: "2026-12-01..2026-12-05", excludes: ["nights", "between"]),
      QueryInput(
        "nights", "stay.nights", .integer(1...10_000), "Couches free for this many nights (with {between}).", "count",
        isRare: true),
      QueryInput(
        "between", "stay.between", .dates,
        "The range of dates for a stay of {nights}, such as `2026-12-01..2026-12-20`.", "from..to",
        example: "2026-12-01..2026-12-20", isRare: true),
      QueryInput(
        "weekend", "stay.weekend", .flag,
        "Only stays that include a Friday and Saturday night (with {nights}; for the next weekend use {stay} weekend).",
        needs: ["nights"],
        hint: "add {nights} COUNT {between} FROM..TO, or write {stay} weekend for the next weekend", isRare: true),
      QueryInput(
        "partly", "stay.partly", .flag, "Also couches that are free for only some of the nights (with {stay}).",
        needs: ["stay", "nights"], hint: "add {stay} FROM..TO", isRare: true),
      QueryInput(
        "guests", "stay.guests", .integer(1...Int.max),
        "The number of guests (with {stay} or {nights}; default 1).", "count", needs: ["stay", "nights", "between"],
        hint: "add {stay} FROM..TO"),
    ],
    read: { (query, value, _) throws(QueryError) in query.stay = try Query.Stay(queryJSON: value, path: "stay") },
    json: { $0.stay?.json },
    test: { $0.stay.map { "couches  \($0)" } })

  private static let now = QueryPart(
    "now", .clock, role: .presentation,
    notes: [Note("now", "an instant with its offset", "the current time; by default the system's")],
    inputs: [
      QueryInput(
        "now", nil, .text,
        "The current time to assume, such as `2026-11-27T21:00:00+01:00` (default: the clock).", "instant",
        example: "2026-11-27T21:00:00+01:00")
    ],
    read: { (query, _, members) throws(QueryError) in try query.readNow(members) },
    json: { $0.now.map { .string($0.description) } })
}
