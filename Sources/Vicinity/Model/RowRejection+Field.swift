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
    case .text(let access, _):
      defer { access.set(&listing, nil) }
      return access.get(listing) != nil
    case .whole(let access, _, _):
      defer { access.set(&listing, nil) }
      return access.get(listing) != nil
    case .number(let access, _, _, _):
      defer { access.set(&listing, nil) }
      return access.get(listing) != nil
    case .word(let word):
      defer { word.set(&listing, nil) }
      return word.get(listing) != nil
    case .composite where self == .names:
      defer { listing.names = [:] }
      return !listing.names.isEmpty
    case .composite where self == .price:
      defer { listing.price = nil }
      return listing.price != nil
    case .composite, nil: return false
    }
  }
}
