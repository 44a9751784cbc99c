import Geography

/// A country of a gazetteer.
public struct Country: Hashable, Sendable {
  /// ISO 3166-1 alpha-2 code.
  public var code: String
  /// Its name, as written in the file of countries.
  public var name: String
  /// The smallest box that covers its places.
  public var box: BoundingBox
  /// The population of its places.
  public var population: Int
}

/// The places that a name may refer to.
public struct PlaceAnswer: Hashable, Sendable {
  /// How well a name matches the text.
  public enum Fit: Int, Hashable, Comparable, Sendable {
    /// The whole name, ignoring case, diacritics and punctuation.
    case whole
    /// The whole name of the country of the places.
    case country
    /// A prefix of a name.
    case beginning

    /// Whether the left one matches better.
    public static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// The text searched for.
  public var text: String
  /// How well the places match.
  public var fit: Fit
  /// The places, most likely first.
  public var places: [Place]
  /// The places between which the name is ambiguous; empty where the first one is clearly meant.
  public var choices: [Place]
  /// The country with this name, if `fit` is `country`.
  public var country: Country?

  /// Whether the name is ambiguous.
  public var isAmbiguous: Bool { !choices.isEmpty }
}

extension PlaceAnswer {
  /// A place is clearly meant if its population is this many times that of the next place with the name.
  static let clearRatio = 4.0
  /// The weight of a place's own name: it multiplies the population, compared with a name in another language.
  ///
  /// Without it `Poá` would be Porto Alegre, whose airport code is POA; with much more, `Roma` would be a town in
  /// Queensland.
  static let ownNameFactor = 30.0

  /// - Parameter found: places with their weights, the heaviest first.
  init(text: String, fit: Fit, found: [(place: Place, weight: Double)], limit: Int) {
    self.text = text
    self.fit = fit
    places = found.prefix(limit).map(\.place)
    choices = fit == .whole ? Self.choices(found) : []
  }

  /// - Parameter places: the most populous places of the country, in order.
  init(text: String, country: Country, places: [Place]) {
    (self.text, fit, self.country) = (text, .country, country)
    (self.places, choices) = (places, [])
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
