import CivilTime
import Vicinity

extension Catalog {
  /// The ids of all pages of an answer, one after the other.
  package func idsOfAllPages(of query: Query, at now: Instant = SeededWorld.now) throws -> [String] {
    var query = query
    // Other fields, such as the next change of opening hours, take longer than the search.
    query.fields = [.id]
    var found: [String] = []
    repeat {
      let page = try answer(query, at: now)
      found += page.matches.map(\.id)
      query.after = page.next
    } while query.after != nil
    return found
  }
}
