import ArgumentParser
import CivilTime
import Streams
import Vicinity
import VicinityLab

/// Recommendation lists for a series of members.
struct RecommendationLists {
  /// The query, apart from the member.
  let query: Query
  /// Whether the model alone suffices: only a place and a limit are given.
  let isPlain: Bool
  let catalog: Catalog
  let now: Instant

  private static let plainKeys: Set = ["near", "limit", "now"]
  /// Options that concern results in full, of which lists have only the ids.
  private static let unwritten = ["explain", "fields", "total", "facets", "cluster", "relax"]

  /// Whether a form has no condition beyond those of the model.
  /// - Throws: `ValidationError` for options that lists cannot represent.
  static func isPlain(_ form: JSONObject) throws -> Bool {
    if let key = unwritten.first(where: { form[$0] != nil }) {
      let option = OptionNames.query.option(forPath: key)
      throw ValidationError("--members writes ids alone; leave \(option) out, or ask for one --member")
    }
    return form.members.allSatisfy { plainKeys.contains($0.key) }
  }

  /// Writes a line for each member.
  func write(for members: [String]) throws {
    let limit = query.limit
    guard limit > 0 else { throw ValidationError("--limit: at least 1") }
    let series = catalog.recommendationSeries()
    let place = try catalog.located(query).near
    for member in members {
      let began = ContinuousClock.now
      let ids =
        isPlain
        ? try series.recommendations(for: member, near: place, limit: limit).map(\.listing) : try ids(for: member)
      let took = began.duration(to: .now).components
      let nanoseconds = UInt64(took.seconds) * 1_000_000_000 + UInt64(took.attoseconds / 1_000_000_000)
      try Console.write(Evaluation.List(member: member, places: ids, duration: nanoseconds).json)
    }
  }

  private func ids(for member: String) throws -> [String] {
    var query = query
    (query.members, query.fields) = ([member], [.id])
    return try Asking.answer(query, catalog, now).matches.map(\.id)
  }
}
