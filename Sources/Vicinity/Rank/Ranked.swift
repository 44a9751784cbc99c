/// A match with its place in the order.
struct Ranked {
  /// The value of the first sort key; 0 when that is the name, or there is none.
  let first: Double
  let entry: Entry
  /// Meters from the origin; 0 when nobody asks.
  let distance: Double
  /// The place of all keys among those of its answer, where there are more than the first number.
  let keys: Int

  /// Whether it comes before another match; the id decides last, so that no two are equal.
  ///
  /// - Parameter all: the keys of all matches; empty where the first number is the only one.
  @inline(__always)
  func precedes(_ other: Ranked, _ all: [RankKey]) -> Bool {
    if first != other.first { return first < other.first }
    if !all.isEmpty {
      let order = all[keys].compared(to: all[other.keys])
      if order != 0 { return order < 0 }
    }
    return entry.idBytes.lexicographicallyPrecedes(other.entry.idBytes)
  }
}

extension RankKey {
  /// Whether a match with this key comes after the one at which an earlier answer ended.
  func follows(_ cursor: Cursor, _ entry: Entry) -> Bool {
    let order = compared(to: cursor.key)
    return order != 0 ? order > 0 : Array(cursor.id.utf8).lexicographicallyPrecedes(entry.idBytes)
  }
}
