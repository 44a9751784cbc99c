extension Search {
  /// Where the candidates come from.
  enum Route: Hashable {
    case walk
    /// Listings with one of these tags, by number.
    case tags([Int32])
    case words
  }

  /// What the planner knows and what it chose.
  struct Choice {
    var planner: Planner
    var route: Route
  }

  /// Chooses the start that is estimated to be less work; without words and wanted tags there is only the walk, and no thinking.
  func choice() throws -> Choice? {
    guard let list = try bestList() else { return nil }
    let profile = try snapshot.profile(by: worker)
    let listings = max(profile.listings, list.count)
    let tagShare = try tests.wantedTags.map { try shareOfTags($0, listings) } ?? 1
    let wordShare = textRows.map { Double($0.count) / max(listings, 1) } ?? 1
    let listShare = min(1, list.count / max(listings, 1))
    let planner = Planner(
      listings: listings, inRegion: try listingsInRegion(listings),
      share: min(1, profile.share(of: plan) * tagShare * wordShare / max(listShare, 1e-12)), listShare: listShare,
      listed: list.count, wanted: plan.mayEndEarly ? Double(plan.query.limit) + 1 : .infinity)
    return Choice(planner: planner, route: planner.prefersList ? list.route : .walk)
  }

  /// The shortest list of listings among which all matches are.
  private func bestList() throws -> (route: Route, count: Double)? {
    var best: (route: Route, count: Double)?
    func offer(_ route: Route, _ count: Double) {
      if count < best?.count ?? .infinity { best = (route, count) }
    }
    if let textRows { offer(.words, Double(textRows.count)) }
    guard let wanted = tests.wantedTags else { return best }
    for tag in wanted.all ?? [] { offer(.tags([tag]), try snapshot.frequencies.count(of: tag, worker: worker)) }
    if let any = wanted.any {
      offer(.tags(any), try any.reduce(0) { try $0 + snapshot.frequencies.count(of: $1, worker: worker) })
    }
    return best
  }

  /// The share of listings that have the wanted tags, taken to be independent of one another.
  private func shareOfTags(_ wanted: TagTest, _ listings: Double) throws -> Double {
    func share(_ tag: Int32) throws -> Double {
      min(1, try snapshot.frequencies.count(of: tag, worker: worker) / max(listings, 1))
    }
    let all = try (wanted.all ?? []).reduce(1) { try $0 * share($1) }
    guard let any = wanted.any else { return all }
    return all * (1 - (try any.reduce(1) { try $0 * (1 - share($1)) }))
  }

  /// About how many listings lie in the region, from the boxes of the R-tree's upper pages.
  func listingsInRegion(_ listings: Double) throws -> Double {
    guard let window = region.window else { return listings }
    return try listingsIn(window, page: RTreePage.root, level: snapshot.depth, weight: listings)
  }

  /// Pages with less than so many listings are not looked into: their boxes tell enough.
  private static let smallestSubtree = 500.0

  private func listingsIn(_ window: BoundingBox, page: Int, level: Int, weight: Double) throws -> Double {
    guard level > 0 else { return weight }
    let branch = try worker.branch(page, of: snapshot)
    let childWeight = weight / Double(max(branch.count, 1))
    var sum = 0.0
    for child in 0..<branch.count {
      let share = window.share(of: branch.box(child))
      if share == 0 || share == 1 || level == 1 || childWeight < Self.smallestSubtree {
        sum += share * childWeight
      } else {
        sum += try listingsIn(window, page: Int(branch.pages[child]), level: level - 1, weight: childWeight)
      }
    }
    return sum
  }
}

extension Region {
  /// A box that holds the region; nil for the whole world.
  fileprivate var window: BoundingBox? {
    guard let origin, radius < .infinity else { return box }
    let circle = BoundingBox(around: origin.coordinate, radiusMeters: radius, metric: origin.metric)
    guard let box else { return circle }
    return box.area < circle.area ? box : circle
  }
}

extension BoundingBox {
  /// Square degrees: good enough to compare boxes at one place.
  fileprivate var area: Double { (north - south) * longitudeSpan }

  /// The share of another box's area that lies in this one.
  fileprivate func share(of other: BoundingBox) -> Double {
    windows.reduce(0) { $0 + $1.planarShare(of: other) }
  }

  private func planarShare(of other: BoundingBox) -> Double {
    func part(_ low: Double, _ high: Double, _ otherLow: Double, _ otherHigh: Double) -> Double {
      let common = min(high, otherHigh) - max(low, otherLow)
      guard common >= 0 else { return 0 }
      return otherHigh > otherLow ? common / (otherHigh - otherLow) : 1
    }
    return part(south, north, other.south, other.north) * part(west, east, other.west, other.east)
  }
}
