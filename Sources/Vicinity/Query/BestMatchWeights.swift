import Streams

/// How the order `best` weighs words, distance, opening and rating, in one place.
///
/// Each part of a score is its weight times a number from 0 to 1, rounded to a multiple of 2⁻²⁰; the score is their
/// sum, exactly.
///
///     words     how well the listing has the words of `text`; 0 without a text
///     distance  decay(distance / halfDistance); 0 where there is nothing that distances are measured from
///     open      1 while open or on; else decay(wait / halfWait) for opening hours, and decay(wait / halfLead) for the
///               start of an event; at least 3/4 where unknown, 0 where it never opens or is over, 3/4 for couches
///     rating    vote-aware mean / 5: few votes, or none, count towards the mean of the catalog
///
/// For each word of the text, or alternatives joined by `OR`, the best hit is used, and `words` is their mean. See
/// `docs/queries.md` for the value of a hit. The defaults were chosen on half of the graded searches of
/// `benchmarks/search-quality`.
public struct BestMatchWeights: Hashable, Sendable {
  /// The words of `text`.
  public var words = 0.2
  /// Short distances.
  public var distance = 0.35
  /// Open, or open soon.
  public var open = 0.3
  /// Good ratings.
  public var rating = 0.15
  /// The distance in meters that gets half of its weight.
  public var halfDistanceMeters = 3000.0
  /// The hours until it opens that get half of the weight of `open`.
  public var halfWaitHours = 2.0
  /// The hours until an event begins that get half of the weight of `open`.
  public var halfLeadHours = 168.0
  /// How distance and waiting fade.
  public var decay = Decay.quadratic

  /// Makes the default weights, whose sum is 1.
  public init() {}

  /// A function that is 1 at 0, and 1/2 at 1.
  public enum Decay: String, Codable, CaseIterable, Hashable, Sendable {
    /// 1 / (1 + x²): small differences between near places, and a steady decrease far away.
    case quadratic
    /// 1 / (1 + x).
    case reciprocal
    /// 2 to the power of −x.
    case exponential
    /// 2 to the power of −x²: no difference among what is far.
    case gaussian
    /// 1 − x / 2, at least 0.
    case linear
  }
}

extension BestMatchWeights: NamedWeights {
  static let names: [Named] = [("words", \.words), ("distance", \.distance), ("open", \.open), ("rating", \.rating)]
  static let scales: [Named] = [
    ("halfDistance", \.halfDistanceMeters), ("halfWait", \.halfWaitHours), ("halfLead", \.halfLeadHours),
  ]

  init(queryJSON value: JSONValue) throws(QueryError) {
    self.init()
    let members = try read(value, others: ["decay"])
    decay = try members.word("decay", of: Decay.self) ?? decay
  }

  /// The weights that differ from the defaults; nil if none does.
  var json: JSONValue? {
    var changed = changedNumbers
    if decay != Self().decay { changed["decay"] = .string(decay.rawValue) }
    return changed.valueIfAny
  }
}
