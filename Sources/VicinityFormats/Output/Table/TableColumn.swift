import Vicinity

/// A column of the answer table; some show several fields at once.
package enum TableColumn: Hashable, Sendable {
  case distance, bearing, position, price, rating, opening, when
  /// The opening state without the time until it changes.
  case openingBriefly
  case field(Field)
  /// A custom field of the catalog.
  case own(String)

  /// The columns for the given fields, each once, in the order of the fields.
  package static func columns(for fields: [Field]) -> [TableColumn] {
    var columns: [TableColumn] = []
    for column in fields.map(TableColumn.init(field:)) where !columns.contains(column) { columns.append(column) }
    return columns
  }

  private init(field: Field) {
    self =
      switch field {
      case .distance: .distance
      case .bearing: .bearing
      case .lat, .lon: .position
      case .price, .currency: .price
      case .rating, .ratingCount: .rating
      case .open, .opensOrCloses, .openComment: .opening
      case .starts, .ends: .when
      default: .field(field)
      }
  }

  package var heading: String {
    switch self {
    case .distance: "DISTANCE"
    case .bearing: "BEARING"
    case .position: "LAT, LON"
    case .price: "PRICE"
    case .rating: "RATING"
    case .opening, .openingBriefly: "OPEN"
    case .when: "WHEN"
    case .field(let field): Self.headings[field] ?? field.heading
    case .own(let name): name.uppercased().printable
    }
  }

  private static let headings: [Field: String] = [
    .matchedWords: "WORDS", .leastHappy: "LEAST HAPPY", .counterfactual: "FIRST IF",
    .distances: "FROM EACH", .routePosition: "ALONG", .offset: "OFF", .openRule: "RULE",
    .stayPrice: "STAY", .nightPrice: "A NIGHT", .cheapestStay: "CHEAPEST", .weightedRating: "WEIGHTED",
    .freeFrom: "FREE FROM", .freeUntil: "FREE UNTIL", .windows: "FREE STAYS", .freeNights: "FREE NIGHTS",
  ]

  /// Whether it contains numbers to be aligned by their last digit.
  var isAlignedRight: Bool {
    switch self {
    case .distance, .bearing, .price: true
    case .field(let field):
      field.isNumber
        || [.stayPrice, .nightPrice, .weightedRating, .routePosition, .offset, .detour, .spread, .score].contains(field)
    default: false
    }
  }

  /// The default columns that are dropped in a narrow terminal, the least important first.
  static let dispensable: [TableColumn] = [
    .field(.tags), .field(.matchedWords), .field(.parts), .field(.counterfactual), .rating, .field(.guests),
    .field(.kind), .field(.because), .price, .field(.leastHappy),
  ]

  /// The minimum width that it may be cut to; nil when it must not be cut. An id is cut last, see
  /// ``TableWriter/Layout``.
  var leastWidth: Int? {
    switch self {
    case .field(.id): nil
    case .opening: 10
    case .field(.name): 12
    case .field(.distances): nil
    case .field(.because), .field(.parts), .field(.counterfactual): 16
    case .field(.kind), .field(.timezone), .field(.freeFrom), .field(.freeUntil), .field(.cheapestStay): nil
    case .field: isAlignedRight ? nil : 8
    case .own: 8
    default: nil
    }
  }
}

extension Field {
  /// The word for it in capitals.
  fileprivate var heading: String { (definition?.label ?? rawValue).uppercased() }

  /// Whether it is a number of the listing itself.
  fileprivate var isNumber: Bool {
    switch definition?.value {
    case .whole, .number: true
    default: false
    }
  }
}
