extension RowRejection {
  /// The field whose value is wrong; nil if several are, or the row as a whole.
  package var field: Field? {
    switch self {
    case .wrongType(let key, _, _), .notANumber(let key, _), .outOfRange(let key, _, _), .unknownWord(_, let key, _, _),
      .textTooLong(let key, _, _):
      Field(rawValue: key)
    case .negativePrice, .malformedCurrency: .price
    default: nil
    }
  }
}

extension Field {
  /// Whether a row with a wrong value is rejected, instead of imported without it.
  package var isBinding: Bool { definition?.isBinding ?? true }

  /// Removes the value from a listing.
  ///
  /// - Returns: whether it had one; false for a field made of several values, other than the price and the names.
  package func remove(from listing: inout Listing) -> Bool {
    switch definition?.value {
    case .text(let access, _): access.remove(from: &listing)
    case .whole(let access, _, _): access.remove(from: &listing)
    case .number(let access, _, _, _): access.remove(from: &listing)
    case .word(let word): FieldAccess(get: word.get, set: word.set).remove(from: &listing)
    case .composite where self == .names:
      FieldAccess(get: { $0.names.isEmpty ? nil : $0.names }, set: { $0.names = $1 ?? [:] }).remove(from: &listing)
    case .composite where self == .images:
      FieldAccess(get: { $0.images.isEmpty ? nil : $0.images }, set: { $0.images = $1 ?? [] }).remove(from: &listing)
    case .composite where self == .links:
      FieldAccess(get: { $0.links.isEmpty ? nil : $0.links }, set: { $0.links = $1 ?? [:] }).remove(from: &listing)
    case .composite where self == .own:
      FieldAccess(get: { $0.own.isEmpty ? nil : $0.own }, set: { $0.own = $1 ?? [:] }).remove(from: &listing)
    case .composite where self == .price:
      FieldAccess(get: { $0.price }, set: { $0.price = $1 }).remove(from: &listing)
    case .composite, nil: false
    }
  }
}

extension FieldAccess {
  /// Removes the value; false if there was none.
  fileprivate func remove<Wrapped>(from listing: inout Listing) -> Bool where Value == Wrapped? {
    defer { set(&listing, nil) }
    return get(listing) != nil
  }
}
