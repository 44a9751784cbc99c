/// A match with its place in the order.
struct Ranked {
  /// The value of the first sort key; 0 when that is the name, or there is none.
  let first: Double
  let entry: Entry
  /// Meters from the origin; 0 when nobody asks.
  let distance: Double
  /// All keys, where there are more than the first number.
  let keys: RankKeys?

  /// Whether it comes before another match; the id decides last, so that no two are equal.
  @inline(__always)
  func precedes(_ other: Ranked) -> Bool {
    if first != other.first { return first < other.first }
    if let keys, let others = other.keys {
      let order = keys.key.compared(to: others.key)
      if order != 0 { return order < 0 }
    }
    return entry.idBytes.lexicographicallyPrecedes(other.entry.idBytes)
  }
}

/// The keys of a match, on the heap: most orders do without.
final class RankKeys {
  let key: RankKey

  init(_ key: RankKey) { self.key = key }

  /// Whether a match comes after the one at which an earlier answer ended.
  func follows(_ cursor: Cursor, _ entry: Entry) -> Bool {
    let order = key.compared(to: cursor.key)
    return order != 0 ? order > 0 : Array(cursor.id.utf8).lexicographicallyPrecedes(entry.idBytes)
  }
}
