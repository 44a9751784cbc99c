/// The places that a name may mean.
public struct PlaceAnswer: Hashable, Sendable {
  /// How well a name fits what was asked.
  public enum Fit: Int, Hashable, Comparable, Sendable {
    /// The whole name, but for case, diacritics and punctuation.
    case whole
    /// The beginning of a name.
    case beginning

    /// Whether the left one fits better.
    public static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// What was asked.
  public var text: String
  /// How well the places fit.
  public var fit: Fit
  /// The places, likeliest first.
  public var places: [Place]
  /// The places among which nobody can tell the one that is meant; empty where the first one clearly is.
  public var choices: [Place]

  /// Whether nobody can tell which place is meant.
  public var isAmbiguous: Bool { !choices.isEmpty }
}

extension PlaceAnswer {
  /// How many times as many people as the next place of that name must live in a place for it to be clearly meant.
  static let clearRatio = 4.0
  /// How many people a name of its own is worth: an own name counts for so many times the people of a name in another language.
  ///
  /// Without it `Poá` would be Porto Alegre, whose airport code is POA; with much more, `Roma` a town in Queensland.
  static let ownNameFactor = 30.0

  /// - Parameter found: places with their weights, the heaviest first.
  init(text: String, fit: Fit, found: [(place: Place, weight: Double)], limit: Int) {
    self.text = text
    self.fit = fit
    places = found.prefix(limit).map(\.place)
    choices = fit == .whole ? Self.choices(found) : []
  }

  private static func choices(_ found: [(place: Place, weight: Double)]) -> [Place] {
    guard let first = found.first else { return [] }
    var choices: [Place] = []
    for (place, weight) in found where weight * clearRatio > first.weight {
      if !choices.contains(where: { $0.isAbout(place) }) { choices.append(place) }
    }
    return choices.count > 1 ? choices : []
  }
}
