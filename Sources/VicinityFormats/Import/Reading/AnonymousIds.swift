import Geography

/// Ids for rows without one, derived from name and position, so that the same row always gets the same id.
///
/// Rows that agree in both are numbered in order. Memory is 16 bytes per row.
struct AnonymousIds {
  private let source: String
  private var seen: [UInt64: Int] = [:]
  /// The number of ids made.
  private(set) var count = 0

  /// - Parameter source: the prefix of every id, so that two sources do not share any.
  init(source: String) { self.source = source }

  mutating func id(_ name: String?, _ position: Coordinate) -> String {
    count += 1
    let hash = Self.hash("\(name ?? "")|\(position.latitude)|\(position.longitude)")
    seen[hash, default: 0] += 1
    let number = seen[hash] ?? 1
    let digits = String(hash, radix: 16)
    return "\(source)/\(digits)" + (number > 1 ? "-\(number)" : "")
  }

  /// FNV-1a, 64 bit (Fowler, Noll, Vo; draft-eastlake-fnv): stable across platforms and runs, unlike `Hasher`.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
