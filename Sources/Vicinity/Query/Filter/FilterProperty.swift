import CodedErrors

/// A property tested by filter expressions: a built-in field, or a custom field of the catalog.
public enum FilterProperty: Hashable, Sendable {
  /// A field of every listing.
  case field(Field)
  /// A custom field of the catalog (``OwnField``), by its name; its type is known when the catalog is searched.
  case own(String)

  /// The built-in field; nil for a custom field.
  public var field: Field? { if case .field(let field) = self { field } else { nil } }

  /// The name.
  public var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .own(let name): name
    }
  }

  /// The type of its values; nil for what cannot be used in filters.
  var filterType: FilterType? {
    switch self {
    case .field(let field): field.filterType
    case .own: .own
    }
  }

  /// The property of a name; nil for a name that cannot be one.
  init?(name: String) {
    if let field = Field.filterable(named: name) {
      self = .field(field)
    } else {
      guard Field(rawValue: name) == nil, OwnField.isName(name), name != FilterNames.geometry else { return nil }
      self = .own(name)
    }
  }
}

extension OwnField {
  /// Whether a part of every query has the name, so that the field could not be asked for by it.
  ///
  /// Case is ignored: `Price` would be taken for `price`.
  package static func isTaken(_ name: String) -> Bool {
    taken.contains(name.lowercased()) || !isName(name)
  }
}

extension OwnField {
  private static let taken = Set(
    (Field.allCases.map(\.rawValue) + Query.SortProperty.allCases.map(\.rawValue)
      + Query.Facet.allCases.map(\.rawValue) + FilterNames.conditions + [FilterNames.geometry])
      .map { $0.lowercased() })
}

extension OwnField.ValueType {
  /// The type in filter expressions.
  var filterType: FilterType {
    switch self {
    case .text: .text
    case .number: .number
    case .boolean: .flag
    case .date: .time
    case .list: .tags
    }
  }
}
