extension Query {
  /// The query without results, which clusters replace.
  var withoutResults: Query {
    var query = self
    query.limit = 0
    return query
  }

  /// The zoom levels of Web maps supported for clusters.
  public static let clusterZooms = 0...22

  /// A property by which all matches are counted.
  public enum Facet: RawRepresentable, Codable, CaseIterable, Hashable, Sendable {
    /// Bars, events, couches.
    case kind
    /// What people call them, such as `pub` or `concert`.
    case category
    /// Tags, most frequent first.
    case tag
    /// Amounts in major units of any currency: `free`, `0-5`, `5-10`, `10-20`, `20-50`, `50-100`, `100+`, upper ends
    /// exclusive.
    case priceBand
    /// Amounts a night of the stay, in the bands of `priceBand`, compared exactly; needs `stay` without `partly`.
    case nightPrice
    /// 1 to 4.
    case priceLevel
    /// `yes`, `limited`, `no`.
    case accessible
    /// `open`, `temporarily closed`, `closed`, `planned`; listings without a value count as open.
    case operatingStatus
    /// Mean ratings: `4.5-5`, `4-4.5`, `3.5-4`, `3-3.5`, `0-3`, upper ends exclusive except for 5.
    case rating
    /// Named areas of the catalog, by descending count. A match counts in each area that contains it.
    case area
    /// The values of a custom field of the catalog (``OwnField``), most frequent first; for a list, each element.
    case own(String)

    /// All except custom fields.
    public static let allCases: [Self] = [
      .kind, .category, .tag, .priceBand, .nightPrice, .priceLevel, .accessible, .operatingStatus, .rating, .area,
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

    /// Reads a name; any name that is not a case means a custom field. Nil for an invalid name of a field.
    public init?(rawValue: String) {
      guard let facet = Self.byName[rawValue] ?? (OwnField.isName(rawValue) ? .own(rawValue) : nil) else { return nil }
      self = facet
    }

    /// The name.
    public var rawValue: String { ownName ?? "\(self)" }

    /// The name of a custom field; nil for any other facet.
    var ownName: String? { if case .own(let name) = self { name } else { nil } }
  }
}

extension Query.Facet {
  /// The field of a listing that it counts, where they have the same name.
  var field: Field? { Field(rawValue: rawValue) }
}

extension Query {
  /// The cells of a map are tiles this many levels below its zoom: a quarter of a tile wide, 64 of its 256 pixels.
  static let clusterLevelsBelowZoom = 2
}
