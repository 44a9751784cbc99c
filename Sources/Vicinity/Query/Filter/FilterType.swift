/// The type of a field's value in filter expressions.
enum FilterType: Sendable {
  case text, number, flag, time, tags
  /// The type of a custom field, which is known when the catalog is searched.
  case own

  /// The type with an example in CQL2 text, for messages.
  var form: String {
    switch self {
    case .text: "text such as 'jazz'"
    case .number: "a number such as 12.5"
    case .flag: "TRUE or FALSE"
    case .time: "a time: DATE('2026-11-27') or TIMESTAMP('2026-11-27T22:30:00Z')"
    case .tags: "a list such as ('jazz', 'live')"
    case .own: "a value of its type"
    }
  }
}

extension Field {
  /// Its type in filter expressions; nil for a field that cannot be used there.
  var filterType: FilterType? {
    switch self {
    case .id, .kind, .currency, .source: .text
    case .lat, .lon, .price, .nightPrice, .distance, .weightedRating: .number
    case .starts, .ends: .time
    case .allDay: .flag
    case .tags: .tags
    default:
      switch definition?.value {
      case .text, .word: .text
      case .whole, .number: .number
      case .composite, nil: nil
      }
    }
  }

  /// The fields that can be used in filter expressions.
  static let filterable = allCases.filter { $0.filterType != nil }

  /// The field of a name, if it can be used in filter expressions.
  static func filterable(named name: String) -> Field? { filterableByName[name] }

  private static let filterableByName = Dictionary(uniqueKeysWithValues: filterable.map { ($0.rawValue, $0) })
}

extension FilterValue {
  /// The number, if it is one.
  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  var type: FilterType {
    switch self {
    case .text: .text
    case .number: .number
    case .flag: .flag
    case .date, .instant: .time
    }
  }
}
