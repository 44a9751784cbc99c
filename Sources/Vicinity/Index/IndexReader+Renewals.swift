/// Something that may have been made of an earlier version.
struct Renewed<Value> {
  let value: Value
  /// Whether it is of the version that is read.
  let isCurrent: Bool
}

/// The names of all tags.
final class TagNames: Sized {
  let names: [String]
  let byteCount: Int

  init(reading reader: IndexReader) throws {
    names = try reader.rows("SELECT name FROM tag") { row in
      try reader.work.visitNodes()
      return row.string(0) ?? ""
    }
    byteCount = names.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
  }
}

extension PlaceMap: Sized {}

extension IndexReader {
  /// The places by position; nil without a gazetteer.
  func placeMap() throws -> PlaceMap? {
    let last = try lastGazetteer()
    guard last > 0 else { return nil }
    return try renewed(
      snapshots.places, of: last, named: "places", mayBeFormer: false, SnapshotCache.readPlaces
    ).value
  }

  fileprivate func lastGazetteer() throws -> Int { try count("SELECT max(import_id) FROM place_import") }

  /// Names, tags and places for completion. Names that are not of this version may be gone.
  /// - Throws: as `renewed`, like all of these.
  func completions(of snapshot: IndexSnapshot) throws -> Renewed<Completions> {
    try renewed(snapshots.completions, of: snapshot, named: "completions", SnapshotCache.readCompletions)
  }

  /// The words of the text index. If they belong to another version, some may be obsolete and others missing.
  func words(of snapshot: IndexSnapshot) throws -> Renewed<WordList> {
    try renewed(snapshots.words, of: snapshot, named: "words", SnapshotCache.readWords)
  }

  /// The names of all tags. If they belong to another version, some may be obsolete and others missing.
  func tagNames(of snapshot: IndexSnapshot) throws -> [String] {
    try renewed(snapshots.tagNames, of: snapshot, named: "tags") { reader, present, _ in
      (present.basis, try TagNames(reading: reader))
    }.value.names
  }

  private func renewed<Value>(
    _ renewal: Renewal<CatalogVersion, Value>, of snapshot: IndexSnapshot, named name: String,
    _ make: @escaping @Sendable (IndexReader, IndexSnapshot, Value?) throws -> (key: CatalogVersion, value: Value)
  ) throws -> Renewed<Value> {
    let made = try renewed(renewal, of: snapshot.basis, named: name, make)
    return Renewed(value: made.value, isCurrent: made.key == snapshot.basis)
  }
}

extension SnapshotCache {
  fileprivate static let readPlaces:
    @Sendable (IndexReader, IndexSnapshot, PlaceMap?) throws
      -> (key: Int, value: PlaceMap) = { reader, _, _ in
        (try reader.lastGazetteer(), try PlaceMap(reading: reader))
      }

  fileprivate static let readCompletions:
    @Sendable (IndexReader, IndexSnapshot, Completions?) throws
      -> (key: CatalogVersion, value: Completions) = { reader, present, last in
        (present.basis, try Completions(reading: reader, work: reader.work, after: last))
      }

  fileprivate static let readWords:
    @Sendable (IndexReader, IndexSnapshot, WordList?) throws
      -> (key: CatalogVersion, value: WordList) = { reader, present, _ in
        let words = try WordList { add in
          if try reader.shard() == nil {
            try TextIndex.forEachWord(work: reader.work, in: reader, add)
          } else {
            try ShardTable.forEachWord(work: reader.work, in: reader, add)
          }
        }
        return (present.basis, words)
      }

  /// Starts reading everything that is built from names, except from those of tags, without waiting for it.
  func prepareNames() {
    renew(places, named: "places", because: .use, Self.readPlaces)
    renew(completions, named: "completions", because: .use, Self.readCompletions)
    renew(words, named: "words", because: .use, Self.readWords)
  }

  /// Starts rebuilding the completions after a change, if any are in use. Words are rebuilt when a query needs them.
  func renewCompletions() {
    guard completions.isWanted else { return }
    renew(completions, named: "completions", because: .change, Self.readCompletions)
  }
}
