import CivilTime
import Geography

/// One standing query, prepared once for the tests of many listings.
final class StandingQuery: Sendable {
  // First what is read for every candidate, in the same part of the memory.

  /// Ascending in the order in which queries are added.
  let serial: Int
  let id: String
  /// The conditions decided by the facts of a listing, if such facts decide on listings that do not recur.
  let plain: PlainConditions?
  fileprivate let text: StandingText?
  fileprivate let hasCaller: Bool
  /// Its conditions, without a text that is compared in memory.
  fileprivate let conditions: Plan
  /// The query as it was set.
  let given: Query
  /// The owner whose share of the budget it uses, if any.
  let owner: String?
  let kinds: Set<Kind>
  let place: StandingPlace
  let gate: StandingGate

  /// - Parameters:
  ///   - owner: the owner whose share of the budget it uses.
  ///   - located: the query with its place name resolved.
  ///   - now: any instant.
  ///   - envelope: bounds a shape.
  /// - Throws: `QueryError`; errors of `envelope`.
  init(
    _ id: String, _ given: Query, of owner: String?, located: Query, at now: Instant,
    envelope: (MultiPolygon) throws -> BoundingBox
  ) throws {
    (self.id, self.given, self.owner, serial) = (id, given, owner, 0)
    var query = located.bare
    (query.now, query.typos) = (nil, query.text == nil ? nil : 0)
    (query.members, query.recommending, query.bestMatch, query.ownFields) = ([], nil, nil, [])
    query.language = nil
    let plan = try Plan(query, at: now)
    text = plan.words.map(StandingText.init)
    if text?.isSure == true { (query.text, query.typos) = (nil, nil) }
    conditions = text?.isSure == true ? try Plan(query, at: now) : plan
    hasCaller = query.caller != nil
    plain = PlainConditions(query, plan)
    kinds = plan.kinds
    place = try StandingPlace(of: query, plan, envelope: envelope)
    gate = StandingGate(query, plan, text: text)
  }

  /// The same query, in its place among the others.
  init(_ query: StandingQuery, serial: Int) {
    (self.serial, id, plain, text) = (serial, query.id, query.plain, query.text)
    (hasCaller, conditions, given, owner) = (query.hasCaller, query.conditions, query.given, query.owner)
    (kinds, place, gate) = (query.kinds, query.place, query.gate)
  }
}

/// Tests whether standing queries match one listing, on one version of a catalog, by the filters of the search.
struct StandingTest {
  let listing: WatchedListing
  let searches: VersionedSearch
  let synonyms: [String: [String]]

  private var entry: Entry { listing.entry }

  /// Whether the facts of the listing and its words decide, in memory and quickly.
  func isQuick(_ query: StandingQuery) -> Bool {
    query.plain != nil && !entry.recurs && (listing.words.isSure || query.text?.isSure != true)
      && !(query.hasCaller && listing.exact != nil)
  }

  func isFound(by query: StandingQuery) throws -> Bool {
    if let text = query.text, text.isSure {
      // Left to the text index, with everything else.
      guard listing.words.isSure else { return try isFound(by: Plan(query.withText, at: searches.asked)) }
      guard text.matches(listing.words, synonyms: synonyms) else { return false }
    }
    let mayBeElsewhere = query.hasCaller && listing.exact != nil
    guard let plain = query.plain, !entry.recurs, !mayBeElsewhere else { return try isFound(by: query.conditions) }
    return try plain.admit(listing, at: searches.asked, searches.worker.numbers)
  }

  private func isFound(by conditions: Plan) throws -> Bool {
    do {
      var search = try searches.search(conditions)
      // The search owns the memory of an exact place.
      let known = search.exact?.entry(ofRow: entry.row)
      return try search.admits(known ?? entry)
    } catch is QueryError {
      // It names a custom field or an area that the catalog no longer has.
      return false
    }
  }
}

extension StandingQuery {
  /// All its conditions.
  fileprivate var withText: Query {
    var query = conditions.query
    (query.text, query.typos) = (given.text, 0)
    return query
  }
}
