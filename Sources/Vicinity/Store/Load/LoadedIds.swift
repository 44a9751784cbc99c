/// The ids of the listings that a load has changed.
struct LoadedIds: Hashable, Sendable {
  var added: Set<String> = []
  var updated: Set<String> = []
  var removed: Set<String> = []

  var count: Int { added.count + updated.count + removed.count }
  var all: Set<String> { added.union(updated).union(removed) }
}
