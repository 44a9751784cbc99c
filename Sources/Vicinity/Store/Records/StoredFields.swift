/// The columns that store fields, derived from the table of fields (``Field/table``), and their slots in staged
/// listings.
enum StoredFields {
  static let all = Field.table.compactMap(\.stored)
  /// Those with a number of 64 bits, in the order of the staged bytes.
  static let numbers = all.filter { !$0.isText }
  /// Those with a text; staged after the numbers.
  static let texts = all.filter(\.isText)
  /// The columns of `listing` and of `listing_detail`.
  static let ofListing = all.filter { $0.column.table == .listing }
  static let ofDetail = all.filter { $0.column.table == .detail }

  /// The position of each field among the numbers or the texts, by its ordinal.
  private static let slots: [Int] = Field.allCases.map { field in
    (numbers.firstIndex { $0.field == field } ?? texts.firstIndex { $0.field == field }) ?? 0
  }

  /// The position of a field among the numbers or the texts.
  static func slot(_ field: Field) -> Int { slots[field.ordinal] }

  /// The bit of a number, or of a text, in the mask of what a listing has.
  static func bit(number slot: Int) -> UInt64 { 1 << UInt64(slot) }
  static func bit(text slot: Int) -> UInt64 { 1 << UInt64(numbers.count + slot) }

  /// The bits of the numbers with a fraction.
  static let reals = numbers.indices.reduce(UInt64(0)) { mask, slot in
    if case .number(.real, _, _) = numbers[slot].form { mask | bit(number: slot) } else { mask }
  }

  /// The bits of the fields in a detail row.
  static let detailMask = ofDetail.reduce(UInt64(0)) { mask, stored in
    mask | (stored.isText ? bit(text: slot(stored.field)) : bit(number: slot(stored.field)))
  }
}

extension Listing {
  /// Whether two listings are stored as the same bytes; `==` also holds for texts that differ only in normalization.
  func isStored(as other: Listing) -> Bool {
    ExactText(id) == ExactText(other.id) && kind == other.kind
      && coordinate.latitude.bitPattern == other.coordinate.latitude.bitPattern
      && coordinate.longitude.bitPattern == other.coordinate.longitude.bitPattern
      && StoredFields.numbers.allSatisfy { $0.number(of: self) == $0.number(of: other) }
      && StoredFields.texts.allSatisfy {
        $0.text(of: self).map(ExactText.init) == $0.text(of: other).map(ExactText.init)
      }
      && tags.map(ExactText.init) == other.tags.map(ExactText.init)
      && unavailable == other.unavailable && nightlyRates == other.nightlyRates
      && exact == other.exact && exact?.address.map(ExactText.init) == other.exact?.address.map(ExactText.init)
  }
}

extension StoredField {
  /// The 64 bits of a number; nil without a value, and for text.
  func number(of listing: Listing) -> Int64? {
    if case .number(_, let get, _) = form { get(listing) } else { nil }
  }

  /// The text; nil without one, and for a number.
  func text(of listing: Listing) -> String? {
    if case .text(_, let get, _) = form { get(listing) } else { nil }
  }

  func set(_ number: Int64, of listing: inout Listing) {
    if case .number(_, _, let set) = form { set(&listing, number) }
  }

  func set(_ text: String, of listing: inout Listing) {
    if case .text(_, _, let set) = form { set(&listing, text) }
  }
}
