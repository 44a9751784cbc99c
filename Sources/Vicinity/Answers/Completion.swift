import Geography

/// A name, tag, place or address that completes partial input.
public struct Completion: Hashable, Sendable {
  /// The kind of a completion.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The name of one or several listings.
    case name
    /// A tag of listings.
    case tag
    /// A place of the gazetteer: a city, a region or a country.
    case place
    /// A street of the base map of a server.
    case street
    /// The address of one or several listings.
    case address
  }

  /// Its kind.
  public var kind: Kind
  /// The name or address as the first of its listings has it, the tag, the street, or the place with its region and
  /// country.
  public var text: String
  /// Its folded words that begin with the input, or with a correction of it.
  public var matched: String
  /// Whether what was typed is a whole name of it, in any language: such completions come first. Always false for tags.
  public var isWhole = false
  /// The number of listings with the name, tag or address; nil for others.
  public var count: Int?
  /// The number of inhabitants; nil for others than places, and where unknown.
  public var population: Int?
  /// Its position: the place, the middle of the street, or the nearest listing with the name or address. Without a
  /// position of the caller, only for a name that a single listing or street has, and for addresses; nil for tags. For
  /// private couches it is the public point.
  public var coordinate: Coordinate?
  /// Meters from the position to that coordinate, on WGS 84; nil without a position, and for tags.
  public var distanceMeters: Double?
  /// The smallest box that covers the places of a region or a country, whose coordinate is that of its largest place,
  /// or a street; nil for others.
  public var box: BoundingBox?
  /// The id of the listing at an address; nil for others.
  public var id: String?
}

extension Completion.Kind {
  /// The position among all kinds, which decides between equals.
  var ordinal: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
