/// The memory of the decoded index of a catalog, in bytes.
package struct IndexMemory: Hashable, Sendable {
  /// Nodes with their columns, names and lists of tags, and the texts of custom fields.
  package var nodes: Int
  /// The order of the tree, by which lists of words and tags are stored, the bounds of sort keys, the times of events and
  /// the verdicts of conditions; zero until known.
  package var order: Int
  /// The lists found for words, the words themselves, and completions.
  package var words: Int

  /// The sum.
  package var total: Int { nodes + order + words }

  init(of snapshot: IndexSnapshot, in snapshots: SnapshotCache) {
    nodes = snapshot.arena.byteCount + snapshot.texts.byteCount
    order =
      (snapshot.knownOrder?.byteCount ?? 0) + snapshot.keyBounds.byteCount + snapshot.verdicts.byteCount
      + snapshot.byteCountByValue
    words = snapshot.found.byteCount + snapshots.renewed.value
  }
}
