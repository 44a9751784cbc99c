/// The values by which matches are ordered, first one first; smaller is better.
///
/// Only values that every sort key can be turned into are kept, so that comparing two matches is comparing a few numbers, and at most
/// one name.
struct RankKey: Hashable, Sendable {
  /// As many as there are sort keys, rounded up.
  static let capacity = 16

  private var numbers = SIMD16<Double>()
  /// The position of the name among the keys.
  var namePosition: Int8 = -1
  /// The folded name; nil sorts last.
  var name: String?

  subscript(position: Int) -> Double {
    get { numbers[position] }
    set { numbers[position] = newValue }
  }

  /// Whether it comes before, after (1) or beside (0) the other.
  func compared(to other: RankKey) -> Int {
    for position in 0..<Self.capacity {
      if position == Int(namePosition), name != other.name { return Self.precedes(name, other.name) ? -1 : 1 }
      if numbers[position] != other.numbers[position] { return numbers[position] < other.numbers[position] ? -1 : 1 }
    }
    return 0
  }

  private static func precedes(_ left: String?, _ right: String?) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
