/// The values by which matches are ordered, most significant first; smaller is better.
///
/// Every sort key is stored as a number, so that comparing two matches compares a few numbers and at most one name.
struct RankKey: Hashable, Sendable {
  /// The number of sort keys, rounded up.
  static let capacity = 16

  private var numbers = Numbers()
  /// The position of the name among the keys.
  var namePosition: Int8 = -1
  /// Whether names sort from Z to A.
  var isNameDescending = false
  /// The folded name; nil sorts last.
  var name: String?

  /// As many as the capacity. Four vectors, since one of all numbers would be aligned to its size, and so would be what
  /// contains it.
  private struct Numbers: Hashable, Sendable {
    private var first = SIMD4<Double>()
    private var second = SIMD4<Double>()
    private var third = SIMD4<Double>()
    private var fourth = SIMD4<Double>()

    subscript(position: Int) -> Double {
      get {
        switch position >> 2 {
        case 0: first[position & 3]
        case 1: second[position & 3]
        case 2: third[position & 3]
        default: fourth[position & 3]
        }
      }
      set {
        switch position >> 2 {
        case 0: first[position & 3] = newValue
        case 1: second[position & 3] = newValue
        case 2: third[position & 3] = newValue
        default: fourth[position & 3] = newValue
        }
      }
    }
  }

  subscript(position: Int) -> Double {
    get { numbers[position] }
    set { numbers[position] = newValue }
  }

  /// Whether it sorts before (-1), after (1) or equal to (0) the other.
  func compared(to other: RankKey) -> Int {
    for position in 0..<Self.capacity {
      if position == Int(namePosition), !isNamed(other.name) { return precedes(other.name) ? -1 : 1 }
      if numbers[position] != other.numbers[position] { return numbers[position] < other.numbers[position] ? -1 : 1 }
    }
    return 0
  }

  /// Whether the names have the same bytes.
  private func isNamed(_ other: String?) -> Bool {
    guard let name, let other else { return name == other }
    return name.utf8.elementsEqual(other.utf8)
  }

  private func precedes(_ other: String?) -> Bool {
    guard let name else { return false }
    guard let other else { return true }
    return isNameDescending
      ? other.utf8.lexicographicallyPrecedes(name.utf8) : name.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
