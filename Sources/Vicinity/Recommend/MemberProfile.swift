import Geography

/// A member's profile apart from the interactions themselves: their places, tags and prices.
struct MemberProfile {
  let member: String
  /// The interactions of the member, without rejected listings.
  let taste: MemberTaste
  let homeAreas: HomeAreas
  /// The share of the liked listings with a tag, by the number of the tag.
  private(set) var tagShares: [Double] = []
  /// The median price of the liked listings, by kind; nil if unknown.
  private var usualPrices: [Double?] = [nil, nil, nil]

  /// Places, tags and prices are computed from this many most liked listings.
  static let factsRead = 100
  /// A listing rated with at most this many stars is never recommended again.
  static let rejectingStars = 2.0

  init(of member: String, in worker: SearchWorker) throws {
    try self.init(member, try Self.taste(of: member, in: worker)) { try Facts($0, in: worker) }
  }

  /// - Parameter known: the facts of a listing that the member likes; nil when it does not exist.
  init(_ member: String, _ taste: MemberTaste, facts known: (MemberTaste.Interaction) throws -> Facts?) rethrows {
    let liked = taste.interactions.sorted { ($1.weight, $0.listing) < ($0.weight, $1.listing) }.prefix(Self.factsRead)
    var facts: [Facts] = []
    for interaction in liked.sorted(by: { $0.listing < $1.listing }) {
      if let found = try known(interaction) { facts.append(found) }
    }
    (self.member, self.taste) = (member, taste)
    homeAreas = HomeAreas(facts.map { ($0.coordinate, $0.weight) })
    addTags(facts)
    for kind in Kind.allCases {
      usualPrices[kind.ordinal] = Self.median(facts.filter { $0.kind == kind }.compactMap(\.price))
    }
  }

  /// Whether nothing is known about the member.
  var isUnknown: Bool { taste.interactions.isEmpty }

  func usualPrice(of kind: Kind) -> Double? { usualPrices[kind.ordinal] }

  /// The share of a tag among the liked listings.
  @inline(__always)
  func share(ofTag number: Int32) -> Double { Int(number) < tagShares.count ? tagShares[Int(number)] : 0 }

  private static func taste(of member: String, in worker: SearchWorker) throws -> MemberTaste {
    var taste = try MemberTaste(of: member, in: worker)
    let disliked = Set(
      try worker.rows(
        """
        SELECT fid FROM member_signal WHERE member = ?1 AND kind = 'rating' GROUP BY fid HAVING avg(value) <= ?2
        """, member, rejectingStars
      ) { $0.int(0) })
    taste.interactions.removeAll { disliked.contains($0.listing) }
    taste.rejected = Set(taste.rejected).union(disliked).sorted()
    return taste
  }

  private mutating func addTags(_ facts: [Facts]) {
    let total = facts.reduce(0) { $0 + $1.weight }
    let highest = facts.flatMap(\.tags).max() ?? -1
    tagShares = [Double](repeating: 0, count: highest + 1)
    for fact in facts { for tag in fact.tags { tagShares[tag] += fact.weight / total } }
    // Sums of shares have rounding errors.
    for tag in tagShares.indices { tagShares[tag] = min(tagShares[tag], 1) }
  }

  private static func median(_ prices: [Double]) -> Double? {
    prices.isEmpty ? nil : prices.sorted()[prices.count / 2]
  }

  /// The facts of a liked listing used here.
  struct Facts {
    let coordinate: Coordinate
    let kind: Kind
    /// Major units.
    let price: Double?
    let tags: [Int]
    let weight: Double
  }
}

extension MemberProfile {
  /// The largest tag share among the liked listings.
  var mostTagShare: Double { tagShares.max() ?? 0 }
}

extension MemberProfile.Facts {
  init?(_ interaction: MemberTaste.Interaction, in worker: SearchWorker) throws {
    let sql = """
      SELECT geom, kind, price, (SELECT code FROM currency c WHERE c.currency_id = l.currency_id) FROM listing l WHERE fid = ?1
      """
    let row = try worker.first(sql, interaction.listing) { row -> (Coordinate, Kind, Double?)? in
      guard let coordinate = GeometryBlob.decode(row.bytes(0)), let kind = Kind(rawValue: row.string(1) ?? "") else {
        return nil
      }
      let price = row.optionalInt(2).map { Price(minorUnits: $0, currency: row.string(3)).amount }
      return (coordinate, kind, price)
    }
    guard let row, let (coordinate, kind, price) = row else { return nil }
    (self.coordinate, self.kind, self.price) = (coordinate, kind, price)
    tags = try worker.tags(ofRow: interaction.listing)
    weight = Double(interaction.weight)
  }
}
