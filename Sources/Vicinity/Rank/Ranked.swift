/// A match with its sort values.
struct Ranked {
  /// The value of the first sort key, of a text its beginning as a number; 0 without keys.
  let first: Double
  let entry: Entry
  /// Meters from the origin; 0 when not needed.
  let distance: Double
  /// The index of all keys among those of the answer, if there are more than the first number.
  let keys: Int

  /// Whether it sorts before another match; ties are broken by id, then by the start of an occurrence, so that no two
  /// are equal.
  ///
  /// - Parameter all: the keys of all matches; empty where the first number is the only one.
  @inline(__always)
  func precedes(_ other: Ranked, _ all: [RankKey]) -> Bool {
    if first != other.first { return first < other.first }
    if !all.isEmpty {
      let order = all[keys].compared(to: all[other.keys])
      if order != 0 { return order < 0 }
    }
    // The occurrences of an event are picked in chronological order.
    if entry.occurrence != 0, entry.idBytes.elementsEqual(other.entry.idBytes) {
      return entry.occurrence < other.entry.occurrence
    }
    return entry.hasLesserId(than: other.entry)
  }
}
