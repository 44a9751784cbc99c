import CivilTime
import CommandSupport
import Geography
import Vicinity

/// Remarks on an answer: how to get more results, and why there are none.
struct AnswerRemarks {
  private let answer: Answer
  private let advice: [String]
  private let countsOnly: Bool
  /// Options that have no effect.
  private let idle: [String]
  /// An order that was probably not meant.
  private let order: [String]

  init(answer: Answer, query: Query, catalog: Catalog, now: Instant, units: DistanceUnits) throws {
    self.answer = answer
    countsOnly = query.limit == 0 && answer.clusters == nil
    idle = Self.idleOptions(of: query)
    order = Self.orderRemarks(on: answer, of: query)
    let isEmpty =
      answer.matches.isEmpty && answer.clusters?.isEmpty ?? true && !countsOnly && query.after == nil
    let relaxations = try answer.relaxations ?? (isEmpty ? catalog.relaxations(of: query, at: now) : [])
    let remarks = EmptyAnswer(query: query, catalog: catalog, now: now, units: units)
    let isAsked = isEmpty || !relaxations.isEmpty
    let nearest =
      answer.plan?.order.first == .distance && query.after == nil ? answer.matches.first?.distanceMeters : nil
    advice =
      isAsked ? try remarks.advice(relaxations) : try [nearest.flatMap(remarks.advice(nearest:))].compactMap { $0 }
  }

  func say(isTable: Bool, isVerbose: Bool) {
    if !isTable { sayWhatTheTableShows() }
    if countsOnly, answer.total == nil, answer.facets == nil {
      Console.say("--limit 0 lists nothing; --total counts what matches")
    }
    for line in idle + order { Console.say(line) }
    for line in answer.understood?.lines ?? [] { Console.say(line) }
    for correction in answer.corrected { Console.say("\(correction)") }
    for line in advice { Console.say(line) }
    if isVerbose { Console.say("work: \(answer.stats.text)") }
  }

  /// Conditions that apply to none of the wanted kinds.
  private static func idleOptions(of query: Query) -> [String] {
    guard let kinds = query.kinds else { return [] }
    let conditions: [(isGiven: Bool, option: String, kinds: Set<Kind>)] = [
      (query.open != nil, "--open", [.bar, .event]), (query.during != nil, "--during", [.event]),
      (query.stay != nil, "--stay", [.couch]),
    ]
    return conditions.filter { $0.isGiven && kinds.isDisjoint(with: $0.kinds) }.map { condition in
      let names = Kind.allCases.filter(condition.kinds.contains).map { $0 == .couch ? "couches" : "\($0.rawValue)s" }
        .joined(separator: " and ")
      return "\(condition.option) has no effect: it applies to \(names), which --kind excludes"
    }
  }

  /// Remarks on results in an order that is seldom wanted: by id, or with the lowest rating first.
  private static func orderRemarks(on answer: Answer, of query: Query) -> [String] {
    guard answer.next != nil, query.after == nil, answer.clusters == nil else { return [] }
    let hasPlace = query.near != nil || query.place != nil || query.group != nil || query.along != nil
    let isBounded = query.within != nil || query.area != nil
    if query.sort.isEmpty, query.paretoFront.isEmpty, query.text == nil, !hasPlace, !isBounded {
      return [
        "no place is given, so the listings are sorted by id; for the nearest ones, give a place: vicinity near LAT,LON"
      ]
    }
    if query.sort.first == .rating {
      return ["the lowest ratings are first; --sort -rating puts the highest first"]
    }
    return []
  }

  private func sayWhatTheTableShows() {
    if let total = answer.total { Console.say("total: \(total)") }
    if let next = answer.next { Console.say("more: add --after \(next)") }
    guard answer.matches.isEmpty, answer.clusters?.isEmpty ?? true else { return }
    if answer.total == 0 || (answer.total == nil && !countsOnly) { Console.say("no listing matches") }
  }
}
