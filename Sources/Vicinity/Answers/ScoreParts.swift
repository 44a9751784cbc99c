/// The parts of a recommended listing's score.
///
/// Every part is a multiple of 2⁻²⁰, so their sum is exact, in this order or any other.
public struct ScoreParts: Hashable, Sendable {
  /// A part by its name; `RecommendationWeights` says what each is.
  public enum Name: Int, CaseIterable, Hashable, Sendable {
    case taste, tags, places, popularity, distance, price, start, rating

    /// The word for it in queries and answers.
    public var word: String { "\(self)" }
  }

  private var values = SIMD8<Double>()

  /// No points at all.
  init() {}

  /// The points of a part.
  public internal(set) subscript(name: Name) -> Double {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue }
  }

  /// The sum of all parts, exactly.
  public var total: Double { Name.allCases.reduce(0) { $0 + self[$1] } }

  /// A number that sums stay exact with: the nearest multiple of 2⁻²⁰.
  @inline(__always)
  static func exact(_ points: Double) -> Double { (points * 0x1p20).rounded() * 0x1p-20 }

  /// The least difference of two scores.
  static let step = 0x1p-20
}
