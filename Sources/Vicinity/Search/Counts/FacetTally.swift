/// Counts matches by facet values, a leaf at a time.
struct FacetTally {
  /// Each once.
  let facets: [Query.Facet]
  private let limit: Int
  private(set) var total = 0
  /// By facet, the matches by the number of the value: of the kind, band, code or tag.
  private var counts: [[Int]]
  /// By facet, the matches with tags or areas.
  private var covered: [Int]
  /// The matches by the row of the area.
  private var areaCounts: [UInt32: Int] = [:]
  private let stayPrices: StayPrices?
  /// The areas of the listings on a leaf; nil if areas are counted by rows.
  private let areasOn: ((Leaf) throws -> LeafAreas)?
  /// The rows of all matches, one for each occurrence; filled if areas are counted by rows.
  private var rows: [UInt32] = []
  private let needsRows: Bool
  /// All matches by leaf; filled if custom fields are requested.
  private var parts: [(leaf: Leaf, entries: EntrySet)] = []
  private let needsParts: Bool
  /// Matches that are not counted yet.
  private var pending: (leaf: Leaf, entries: EntrySet)?

  /// - Parameters:
  ///   - stayPrices: required if prices of a night are counted.
  ///   - areasOn: the areas of the listings on a leaf; nil if some leaves are not in the tree, which have none stored.
  init(_ query: Query, _ stayPrices: StayPrices?, areasOn: ((Leaf) throws -> LeafAreas)?) {
    var facets: [Query.Facet] = []
    for facet in query.facets where !facets.contains(facet) { facets.append(facet) }
    self.init(facets, limit: query.facetLimit, stayPrices, areasOn: areasOn)
  }

  /// The same counts for some of the facets, without any so far.
  func empty(_ facets: [Query.Facet]) -> FacetTally {
    FacetTally(facets, limit: limit, stayPrices, areasOn: areasOn)
  }

  private init(
    _ facets: [Query.Facet], limit: Int, _ stayPrices: StayPrices?, areasOn: ((Leaf) throws -> LeafAreas)?
  ) {
    (self.facets, self.limit, self.stayPrices, self.areasOn) = (facets, limit, stayPrices, areasOn)
    counts = facets.map { [Int](repeating: 0, count: $0.valueCount) }
    covered = facets.map { _ in 0 }
    needsRows = areasOn == nil && facets.contains(.area)
    needsParts = facets.contains { $0.ownName != nil }
  }

  /// Whether counts of parts of the matches can be added up.
  var isSummable: Bool { !needsRows && !needsParts && !facets.contains(.nightPrice) }

  /// The counts so far, by facet.
  func sums(valid: Range<Int64>) -> [FacetSums] {
    facets.indices.map { index in
      let found =
        facets[index] == .area
        ? areaCounts.map { FacetSums.Count(value: $0, count: UInt32($1)) }
        : counts[index].enumerated().filter { $1 > 0 }.map { FacetSums.Count(value: UInt32($0), count: UInt32($1)) }
      return FacetSums(total: total, covered: covered[index], counts: found, valid: valid)
    }
  }

  /// Adds the matches of sums.
  ///
  /// - Parameter sums: of the same listings, by facet.
  mutating func add(_ sums: [FacetSums]) {
    total += sums.first?.total ?? 0
    for (index, sums) in sums.enumerated() {
      covered[index] += sums.covered
      if facets[index] == .area {
        for each in sums.counts { areaCounts[each.value, default: 0] += Int(each.count) }
      } else {
        for each in sums.counts { count(Int(each.value), times: Int(each.count), index) }
      }
    }
  }

  @inline(__always)
  private mutating func count(_ value: Int, times: Int = 1, _ facet: Int) {
    if value >= counts[facet].count { counts[facet] += Array(repeating: 0, count: value + 1 - counts[facet].count) }
    counts[facet][value] += times
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
    try add(entries, of: leaf)
  }

  /// Adds matches on a leaf, each once.
  mutating func add(_ entries: EntrySet, of leaf: Leaf) throws {
    total += entries.count
    for (index, facet) in facets.enumerated() { try count(facet, index, entries, of: leaf) }
    if needsRows { for position in entries { rows.append(leaf.fids[position]) } }
    if needsParts { parts.append((leaf, entries)) }
  }

  private mutating func count(_ facet: Query.Facet, _ index: Int, _ entries: EntrySet, of leaf: Leaf) throws {
    switch facet {
    case .kind:
      for kind in Kind.allCases {
        count(kind.ordinal, times: entries.count(in: EntrySet(range: leaf.positions(of: kind))), index)
      }
    case .tag: countTags(index, entries, of: leaf)
    case .priceBand:
      for position in entries where !leaf.prices[position].isNaN {
        count(Bands.prices.band(of: leaf.prices[position]), index)
      }
    case .nightPrice: try countNightPrices(index, entries, of: leaf)
    case .category, .priceLevel, .accessible, .operatingStatus:
      guard let place = facet.field?.codePlace, let last = counts[index].indices.last else { return }
      let column = leaf.codes(place)
      for position in entries { count(min(Int(column[position]), last), index) }
    case .rating:
      for position in entries where !leaf.ratings[position].isNaN {
        count(Bands.ratings.band(of: leaf.ratings[position]), index)
      }
    case .area: try countAreas(index, entries, of: leaf)
    case .own: break
    }
  }

  private mutating func countAreas(_ index: Int, _ entries: EntrySet, of leaf: Leaf) throws {
    guard let areas = try areasOn?(leaf) else { return }
    covered[index] += areas.count(entries) { areaCounts[UInt32(clamping: $0), default: 0] += $1 }
  }

  private mutating func countNightPrices(_ index: Int, _ entries: EntrySet, of leaf: Leaf) throws {
    guard let stayPrices else { return }
    for position in entries {
      let entry = Entry(leaf: leaf, index: position)
      guard let price = try stayPrices.cheapest(of: entry)?.minorUnits else { continue }
      let perMajor = stayPrices.nightCount * (try stayPrices.minorUnitsPerMajor(of: entry))
      count(Bands.prices.band(of: price, minorUnitsPerMajor: perMajor), index)
    }
  }

  private mutating func countTags(_ index: Int, _ entries: EntrySet, of leaf: Leaf) {
    var withTags = EntrySet()
    for tag in 0..<Int(leaf.shape.tags) {
      let having = EntrySet(bits: leaf.tagMasks[tag])
      let matches = entries.count(in: having)
      guard matches > 0 else { continue }
      count(Int(leaf.tagNumbers[tag]), times: matches, index)
      withTags.formUnion(having)
    }
    covered[index] += entries.count(in: withTags)
  }

  /// The counts of all matches, by facet in the order requested.
  ///
  /// - Parameters:
  ///   - areas: the areas that listings in some rows lie in, and these with their counts.
  ///   - own: the values of a custom field that some listings have.
  mutating func counts(
    tagName: (Int32) throws -> String?, areas: ([UInt32], [UInt32: Int], Int) throws -> ValueCounts,
    own: (String, [(leaf: Leaf, entries: EntrySet)]) throws -> ValueCounts
  ) throws -> [FacetCounts] {
    try settle()
    return try facets.indices.map { index in
      let (facet, numbers) = (facets[index], counts[index])
      return switch facet {
      case .kind: counts(facet, Kind.allCases.map(\.rawValue), numbers)
      case .tag: FacetCounts(facet: facet, values: try frequent(numbers, tagName), without: total - covered[index])
      case .priceBand, .nightPrice: counts(facet, Bands.prices.names, numbers)
      case .category, .priceLevel, .accessible, .operatingStatus: codeCounts(facet, numbers)
      case .rating: counts(facet, Bands.ratings.names.reversed(), numbers.reversed())
      case .area: counts(facet, try areas(rows, areaCounts, covered[index]))
      case .own(let name): counts(facet, try own(name, parts))
      }
    }
  }

  private func codeCounts(_ facet: Query.Facet, _ numbers: [Int]) -> FacetCounts {
    guard let definition = facet.field?.definition else { return counts(facet, [], []) }
    var codes = numbers
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
  private func frequent(_ tags: [Int], _ name: (Int32) throws -> String?) rethrows -> [FacetCounts.Value] {
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

extension Query.Facet {
  /// The number of its values; 0 where it is not known.
  fileprivate var valueCount: Int {
    switch self {
    case .kind: Kind.allCases.count
    case .priceBand, .nightPrice: Bands.prices.names.count
    case .rating: Bands.ratings.names.count
    // A code for "none", and one for each name.
    case .category, .priceLevel, .accessible, .operatingStatus: (field?.definition?.codeNames.count ?? -1) + 1
    case .tag, .area, .own: 0
    }
  }
}

extension EntrySet {
  /// The number of these that are in another set.
  @inline(__always)
  func count(in other: EntrySet) -> Int { (bits & other.bits).nonzeroBitCount }
}
