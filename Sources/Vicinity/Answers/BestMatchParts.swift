import Streams

/// The parts of a listing's score where results are in the order `best`; ``BestMatchWeights`` says what each means.
///
/// Every part is a multiple of 2⁻²⁰, so their sum is exact, in this order or any other.
public struct BestMatchParts: Hashable, Sendable {
  /// The points for the words of the text.
  public let words: Double
  /// The points for a short distance.
  public let distance: Double
  /// The points for being open, or open soon.
  public let open: Double
  /// The points for a good rating.
  public let rating: Double

  /// The score: the sum of the parts.
  public var total: Double { words + distance + open + rating }

  init(words: Double, distance: Double, open: Double, rating: Double) {
    self.words = ScoreParts.exact(words)
    self.distance = ScoreParts.exact(distance)
    self.open = ScoreParts.exact(open)
    self.rating = ScoreParts.exact(rating)
  }
}

// MARK: Output

extension BestMatchParts {
  /// The parts above 0, by name.
  package var value: FieldValue {
    FieldValue(points: [("words", words), ("distance", distance), ("open", open), ("rating", rating)])
  }
}
