/// Caches the verdict of each schedule for the duration of one query.
///
/// Cleared in constant time: every entry carries the number of the query that wrote it.
final class VerdictTable {
  private var entries: ContiguousArray<UInt32> = []
  private var query: UInt32 = 0

  /// Clears the cache.
  func begin() {
    query &+= 1
    // After 2³⁰ queries the numbers restart.
    if query >= 1 << 30 {
      entries.removeAll()
      query = 1
    }
  }

  @inline(__always)
  subscript(schedule: Int32) -> OpeningVerdict? {
    get {
      let index = Int(schedule)
      guard index < entries.count, entries[index] >> 2 == query else { return nil }
      return OpeningVerdict(rawValue: UInt8(truncatingIfNeeded: entries[index] & 3))
    }
    set {
      let index = Int(schedule)
      guard let newValue, index >= 0 else { return }
      if index >= entries.count { entries += Array(repeating: 0, count: index + 1024 - entries.count) }
      entries[index] = query << 2 | UInt32(newValue.rawValue)
    }
  }
}
