/// Keeps listings with one of some values of a field that the index stores as a byte.
struct CodeFilter: ListingFilter {
  private let place: Int
  /// One bit per code that passes; bit 0, a missing value, only for listings in business.
  private let wanted: UInt64

  init(place: Int, codes: some Sequence<Int>) {
    self.place = place
    wanted = codes.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// The filters of a query by price level and by words.
  static func filters(of query: Query) -> [CodeFilter] {
    var filters: [CodeFilter] = []
    if let highest = query.price?.maxLevel, let place = Field.priceLevel.codePlace {
      filters.append(CodeFilter(place: place, codes: FieldRange.priceLevel.filter { $0 <= highest }))
    }
    guard query.hasRareParts, !query.words.isEmpty else { return filters }
    for definition in Query.wordFields {
      guard let words = query.words[definition.field], let place = definition.field.codePlace else { continue }
      var codes = definition.codeNames.enumerated().filter { words.contains($1) }.map { $0.offset + 1 }
      if let usual = definition.usualWord, words.contains(usual) { codes.append(0) }
      filters.append(CodeFilter(place: place, codes: codes))
    }
    return filters
  }

  var columns: [LeafColumn.Source] { [] }

  func narrow(_ entries: inout EntrySet, of leaf: Leaf) {
    let codes = leaf.codes(place)
    entries.keep { wanted >> UInt64(codes[$0] & 63) & 1 == 1 }
  }

  func mayPass(_ values: NodeValues.Node) -> Bool { values.codes[place] & wanted != 0 }
}
