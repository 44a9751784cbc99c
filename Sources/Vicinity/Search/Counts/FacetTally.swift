/// Counts matches by facet values, a leaf at a time.
struct FacetTally {
  private let facets: [Query.Facet]
  private let limit: Int
  private var total = 0
  private var kinds = [Int](repeating: 0, count: Kind.allCases.count)
  /// By facet and byte, for facets that count a field stored as a byte.
  private var codes: [Query.Facet: [Int]] = [:]
  private var prices = [Int](repeating: 0, count: Bands.prices.names.count)
  private var nightPrices = [Int](repeating: 0, count: Bands.prices.names.count)
  private let stayPrices: StayPrices?
  private var ratings = [Int](repeating: 0, count: Bands.ratings.names.count)
  /// By the number of the tag.
  private var tags: [Int] = []
  private var tagged = 0
  /// The rows of all matches, one for each occurrence; filled if areas are requested.
  private var rows: [UInt32] = []
  private let needsRows: Bool
  /// All matches by leaf; filled if custom fields are requested.
  private var parts: [(leaf: Leaf, entries: EntrySet)] = []
  private let needsParts: Bool
  /// Matches that are not counted yet.
  private var pending: (leaf: Leaf, entries: EntrySet)?

  /// - Parameter stayPrices: required if prices of a night are counted.
  init(_ query: Query, _ stayPrices: StayPrices?) {
    var facets: [Query.Facet] = []
    for facet in query.facets where !facets.contains(facet) { facets.append(facet) }
    (self.facets, self.stayPrices) = (facets, stayPrices)
    limit = query.facetLimit
    needsRows = facets.contains(.area)
    needsParts = facets.contains { $0.ownName != nil }
  }

  /// Whether it needs no more than the number of matches of each kind.
  var countsOnlyKinds: Bool { facets.allSatisfy { $0 == .kind } }

  /// Adds matches for which only the number by kind is known.
  mutating func add(kinds counts: [Int]) {
    for (kind, count) in counts.enumerated() { kinds[kind] += count }
    total += counts.reduce(0, +)
  }

  @inline(__always)
  mutating func add(_ entry: Entry) throws {
    // A repeated entry is another occurrence of the same event.
    if let pending, pending.leaf.base != entry.leaf.base || pending.entries.contains(entry.index) { try settle() }
    let added = EntrySet(range: entry.index..<(entry.index + 1))
    guard pending != nil else { return pending = (entry.leaf, added) }
    pending?.entries.formUnion(added)
  }

  private mutating func settle() throws {
    guard let (leaf, entries) = pending else { return }
    pending = nil
    total += entries.count
    for facet in facets { try count(facet, entries, of: leaf) }
    if needsRows { for position in entries { rows.append(leaf.fids[position]) } }
    if needsParts { parts.append((leaf, entries)) }
  }

  private mutating func count(_ facet: Query.Facet, _ entries: EntrySet, of leaf: Leaf) throws {
    switch facet {
    case .kind:
      for kind in Kind.allCases { kinds[kind.ordinal] += entries.count(in: EntrySet(range: leaf.positions(of: kind))) }
    case .tag: countTags(entries, of: leaf)
    case .priceBand:
      for position in entries where !leaf.prices[position].isNaN {
        prices[Bands.prices.band(of: leaf.prices[position])] += 1
      }
    case .nightPrice: try countNightPrices(entries, of: leaf)
    case .priceLevel, .accessible, .operatingStatus: countCodes(facet, entries, of: leaf)
    case .rating:
      for position in entries where !leaf.ratings[position].isNaN {
        ratings[Bands.ratings.band(of: leaf.ratings[position])] += 1
      }
    case .area, .own: break
    }
  }

  private mutating func countNightPrices(_ entries: EntrySet, of leaf: Leaf) throws {
    guard let stayPrices else { return }
    for position in entries {
      let entry = Entry(leaf: leaf, index: position)
      guard let price = try stayPrices.cheapest(of: entry)?.minorUnits else { continue }
      let perMajor = stayPrices.nightCount * (try stayPrices.minorUnitsPerMajor(of: entry))
      nightPrices[Bands.prices.band(of: price, minorUnitsPerMajor: perMajor)] += 1
    }
  }

  private mutating func countCodes(_ facet: Query.Facet, _ entries: EntrySet, of leaf: Leaf) {
    guard let field = facet.field, let place = field.codePlace, let names = field.definition?.codeNames else { return }
    let column = leaf.codes(place)
    var counts = codes.removeValue(forKey: facet) ?? [Int](repeating: 0, count: names.count + 1)
    for position in entries { counts[min(Int(column[position]), names.count)] += 1 }
    codes[facet] = counts
  }

  private mutating func countTags(_ entries: EntrySet, of leaf: Leaf) {
    var withTags = EntrySet()
    for index in 0..<Int(leaf.shape.tags) {
      let having = EntrySet(bits: leaf.tagMasks[index])
      let count = entries.count(in: having)
      guard count > 0 else { continue }
      let number = Int(leaf.tagNumbers[index])
      if number >= tags.count { tags += Array(repeating: 0, count: number + 1 - tags.count) }
      tags[number] += count
      withTags.formUnion(having)
    }
    tagged += entries.count(in: withTags)
  }

  /// The counts of all matches, by facet in the order requested.
  ///
  /// - Parameters:
  ///   - areas: the areas that listings in some rows lie in.
  ///   - own: the values of a custom field that some listings have.
  mutating func counts(
    tagName: (Int32) throws -> String?, areas: ([UInt32]) throws -> ValueCounts,
    own: (String, [(leaf: Leaf, entries: EntrySet)]) throws -> ValueCounts
  ) throws -> [FacetCounts] {
    try settle()
    return try facets.map { facet in
      switch facet {
      case .kind: counts(facet, Kind.allCases.map(\.rawValue), kinds)
      case .tag: FacetCounts(facet: facet, values: try frequentTags(tagName), without: total - tagged)
      case .priceBand: counts(facet, Bands.prices.names, prices)
      case .nightPrice: counts(facet, Bands.prices.names, nightPrices)
      case .priceLevel, .accessible, .operatingStatus: codeCounts(facet)
      case .rating: counts(facet, Bands.ratings.names.reversed(), ratings.reversed())
      case .area: counts(facet, try areas(rows))
      case .own(let name): counts(facet, try own(name, parts))
      }
    }
  }

  private func codeCounts(_ facet: Query.Facet) -> FacetCounts {
    guard let definition = facet.field?.definition, var codes = codes[facet] else { return counts(facet, [], []) }
    if let usual = definition.usualWord.flatMap(definition.codeNames.firstIndex(of:)) {
      codes[usual + 1] += codes[0]
    }
    return counts(facet, definition.codeNames, Array(codes.dropFirst()))
  }

  private func counts(_ facet: Query.Facet, _ names: [String], _ counts: [Int]) -> FacetCounts {
    let values = zip(names, counts).filter { $1 > 0 }.map { FacetCounts.Value(value: $0, count: $1) }
    return FacetCounts(facet: facet, values: values, without: total - counts.reduce(0, +))
  }

  private func counts(_ facet: Query.Facet, _ counted: ValueCounts) -> FacetCounts {
    FacetCounts(facet: facet, values: mostFrequent(counted.values), without: total - counted.covered)
  }

  /// The most frequent tags; equally frequent ones by name.
  private func frequentTags(_ name: (Int32) throws -> String?) rethrows -> [FacetCounts.Value] {
    let counts = tags.filter { $0 > 0 }.sorted(by: >)
    guard limit > 0, let least = counts.prefix(limit).last else { return [] }
    var values: [FacetCounts.Value] = []
    for (number, count) in tags.enumerated() where count >= least {
      if let name = try name(Int32(number)) { values.append(.init(value: name, count: count)) }
    }
    return mostFrequent(values)
  }

  private func mostFrequent(_ values: [FacetCounts.Value]) -> [FacetCounts.Value] {
    let ordered = values.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.value.utf8.lexicographicallyPrecedes($1.value.utf8)
    }
    return Array(ordered.prefix(limit))
  }
}

extension EntrySet {
  /// The number of these that are in another set.
  @inline(__always)
  func count(in other: EntrySet) -> Int { (bits & other.bits).nonzeroBitCount }
}
