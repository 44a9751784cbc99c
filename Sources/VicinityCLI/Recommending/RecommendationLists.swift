import ArgumentParser
import CivilTime
import CommandSupport
import Streams
import Vicinity
import VicinityLab

/// Recommendation lists for a series of members.
struct RecommendationLists {
  /// The query, apart from the member.
  let query: Query
  let catalog: Catalog
  let now: Instant

  /// Options that need full results; lists have only their ids.
  private static let unwritten = ["explain", "fields", "total", "facets", "cluster", "relax"]

  /// Refuses a form that asks for what a list has no place for.
  static func check(_ form: JSONObject) throws {
    if let key = unwritten.first(where: { form[$0] != nil }) {
      let option = OptionNames.query.option(forPath: key)
      throw ValidationError("--members writes only ids; leave \(option) out, or give a single --member")
    }
  }

  /// Writes a line for each member.
  func write(for members: [String]) throws {
    guard query.limit > 0 else { throw ValidationError("--limit: at least 1") }
    var query = try OptionNames.query.speaking { try catalog.located(self.query) }
    query.fields = [.id]
    for member in members {
      query.members = [member]
      let began = ContinuousClock.now
      let places = try OptionNames.query.speaking { try catalog.answer(query, at: now) }.matches.map(\.id)
      let took = began.duration(to: .now).components
      let nanoseconds = UInt64(took.seconds) * 1_000_000_000 + UInt64(took.attoseconds / 1_000_000_000)
      try Console.write(Evaluation.List(member: member, places: places, duration: nanoseconds).json)
    }
  }
}
