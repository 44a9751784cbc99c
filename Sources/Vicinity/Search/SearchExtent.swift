import Geography

/// The extent of a search: within a radius of the origin and in a box, edges included, by the stored coordinates.
///
/// Whole nodes are tested with vector instructions: first by a lower bound of the distance on a flat map, see
/// `PlanarBound`. Where the map is too large for that, or contains a pole, the bounds of `DistanceOrigin` are used one
/// by one.
///
/// A class, because the walk passes it along for every node.
final class SearchExtent {
  let origin: DistanceOrigin?
  /// Meters; infinity without a limit.
  let radius: Double
  let box: BoundingBox?
  /// The flat map; nil when there is no origin or the extent is too large for one.
  let map: PlanarBound?
  /// Areas that listings must lie inside or outside of.
  let areas: [AreaFilter]
  /// The filter expression, if it depends on the place.
  let tree: FilterTree?

  /// - Parameters:
  ///   - reach: the maximum distance of interest in meters; infinity means the radius.
  ///   - areas: the prepared areas of the plan.
  ///   - tree: the filter expression, if it depends on the place.
  init(_ placed: PlacedPlan, reach: Double = .infinity, areas: [AreaFilter], tree: FilterTree?) {
    let plan = placed.plan
    (self.areas, self.tree) = (areas, tree)
    box = plan.query.within ?? areas.first { $0.isInside }?.geometry.envelope
    let radius = plan.query.radiusMeters ?? .infinity
    self.radius = radius
    let origin = placed.near.map { DistanceOrigin($0, metric: plan.query.metric) }
    self.origin = origin
    map = origin.flatMap { origin in
      let reach = min(reach, radius)
      guard reach <= PlanarBound.largestRadius else { return nil }
      let map = PlanarBound(origin, radiusMeters: reach)
      return map.slack < .infinity ? map : nil
    }
  }

  /// The maximum distance searched, in meters: the radius, or less where the walk begins with a small map.
  var reach: Double { map?.radiusMeters ?? radius }

  /// A squared lower bound up to this value guarantees that the entry lies within the radius; infinity without a
  /// radius.
  var sureSquare: Double {
    guard origin != nil, radius < .infinity else { return .infinity }
    return (radius * radius - 1e-9) / slackSquared
  }

  /// The greatest ratio of a squared distance to its bound.
  var slackSquared: Double {
    let slack = map?.slack ?? origin?.lowerBoundSlack ?? 1
    return slack * slack
  }

  /// Whether the bounds of `DistanceOrigin` say much more about a box than those of the map: it is distorted at this
  /// size.
  var isDistorted: Bool { map.map { $0.slack > 1.05 && $0.radiusMeters == radius } ?? false }

  /// Whether the bound of an entry costs more than most filters.
  var hasCostlyBounds: Bool { map == nil && origin != nil }

  /// `sureSquare`, or infinity if everything in a box is certainly within the radius.
  @inline(__always)
  func sureSquare(in box: BoundingBox) -> Double {
    guard radius < .infinity, isDistorted, let origin else { return sureSquare }
    return origin.upperBoundMeters(to: box) <= radius ? .infinity : sureSquare
  }
}

// MARK: Branches

extension SearchExtent {
  /// Squared lower bounds, in square meters, of the distances of everything below each child; infinity where nothing
  /// can lie in the box, and for the padding.
  ///
  /// - Parameters:
  ///   - children: the children to consider; nil means all.
  ///   - bounds: receives `branch.paddedCount` numbers.
  @inline(__always)
  func bound(_ branch: Branch, _ children: EntrySet? = nil, into bounds: UnsafeMutablePointer<Float>) {
    if let map {
      map.bound(branch, into: bounds)
    } else {
      for child in 0..<branch.count where children?.contains(child) != false {
        let meters = origin?.lowerBoundMeters(to: branch.box(child)) ?? 0
        bounds[child] = max(0, Float(meters * meters).nextDown)
      }
      for child in branch.count..<branch.paddedCount { bounds[child] = .infinity }
    }
    exclude(branch, except: children, from: bounds)
    if isDistorted { excludeBeyondRadius(branch, from: bounds) }
  }

  /// Sets the bounds to infinity of children that are beyond the radius although they are not on the map.
  @inline(never)
  private func excludeBeyondRadius(_ branch: Branch, from bounds: UnsafeMutablePointer<Float>) {
    guard let origin else { return }
    let (sure, limit) = (Float(sureSquare), Float(radius * radius).nextUp)
    for child in 0..<branch.count where bounds[child] > sure && bounds[child] <= limit {
      if origin.lowerBoundMeters(to: branch.box(child)) > radius { bounds[child] = .infinity }
    }
  }

  /// Sets the bounds to infinity of children that are not to be considered, whose boxes do not intersect the box, or
  /// lie outside an area.
  ///
  /// - Parameter children: the children to consider; nil means all.
  @inline(__always)
  func exclude(_ branch: Branch, except children: EntrySet?, from bounds: UnsafeMutablePointer<Float>) {
    if let children {
      var others = EntrySet(range: 0..<branch.count)
      others.subtract(children)
      for child in others { bounds[child] = .infinity }
    }
    if let box { exclude(branch, outside: box, from: bounds) }
    for area in areas {
      for child in 0..<branch.count where bounds[child] < .infinity {
        if area.relation(to: branch.box(child)) == .outside { bounds[child] = .infinity }
      }
    }
    guard let tree else { return }
    for child in 0..<branch.count where bounds[child] < .infinity && !tree.mayHold(in: branch.box(child)) {
      bounds[child] = .infinity
    }
  }

  @inline(__always)
  private func exclude(_ branch: Branch, outside box: BoundingBox, from bounds: UnsafeMutablePointer<Float>) {
    if box.isPlain { return box.exclude(branch, from: bounds) }
    for child in 0..<branch.count where !box.intersects(branch.box(child)) { bounds[child] = .infinity }
  }
}

extension BoundingBox {
  /// Sets the bounds to infinity of children whose boxes do not intersect this one.
  @inline(__always)
  fileprivate func exclude(_ branch: Branch, from bounds: UnsafeMutablePointer<Float>) {
    let (south, west) = (PlanarBound.enclosing(south).down, PlanarBound.enclosing(west).down)
    let (north, east) = (PlanarBound.enclosing(north).up, PlanarBound.enclosing(east).up)
    var child = 0
    while child < branch.paddedCount {
      let y = PlanarBound.larger(
        PlanarBound.load(branch.souths + child) - north, south - PlanarBound.load(branch.norths + child))
      let x = PlanarBound.larger(
        PlanarBound.load(branch.wests + child) - east, west - PlanarBound.load(branch.easts + child))
      let kept = PlanarBound.load(bounds + child).replacing(with: .infinity, where: PlanarBound.larger(y, x) .> 0)
      UnsafeMutableRawPointer(bounds + child).storeBytes(of: kept, as: SIMD8<Float>.self)
      child &+= Branch.lanes
    }
  }
}

extension PlanarBound {
  @inline(__always)
  fileprivate func bound(_ branch: Branch, into bounds: UnsafeMutablePointer<Float>) {
    // The origin in single precision, rounded in either direction, and factors reduced by more than the rounding of the
    // products.
    let (latDown, latUp) = Self.enclosing(origin.latitude)
    let (lonDown, lonUp) = Self.enclosing(origin.longitude)
    let north = Float(metersPerDegreeNorth) * (1 - 1e-6)
    let east = Float(metersPerDegreeEast) * (1 - 1e-6)
    let zero = SIMD8<Float>.zero
    let goesRound = branch.east - lonDown > 179 || lonUp - branch.west > 179
    var child = 0
    while child < branch.paddedCount {
      let y = Self.load(branch.souths + child) - latUp
      let y2 = latDown - Self.load(branch.norths + child)
      let x = Self.load(branch.wests + child) - lonUp
      let x2 = lonDown - Self.load(branch.easts + child)
      let dy = Self.larger(Self.larger(y, y2), zero) * north
      var degrees = Self.larger(Self.larger(x, x2), zero)
      if goesRound {
        // Directly, or the other way round the Earth; the sum is rounded by up to 3e-5 degrees.
        degrees = Self.smaller(degrees, Self.larger(359.9999 + Self.smaller(x, x2), zero))
      }
      let dx = degrees * east
      let squares = dy * dy + dx * dx
      UnsafeMutableRawPointer(bounds + child).storeBytes(of: squares, as: SIMD8<Float>.self)
      child &+= Branch.lanes
    }
  }

  @inline(__always)
  fileprivate static func enclosing(_ degrees: Double) -> (down: Float, up: Float) {
    let nearest = Float(degrees)
    return (
      Double(nearest) <= degrees ? nearest : nearest.nextDown, Double(nearest) >= degrees ? nearest : nearest.nextUp
    )
  }

  @inline(__always)
  fileprivate static func load(_ column: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(column).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  fileprivate static func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: a .< b)
  }

  @inline(__always)
  private static func smaller(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: b .< a)
  }
}

// MARK: Leaves

extension SearchExtent {
  /// Keeps the entries that may lie in the extent and within a limit.
  ///
  /// The box test is exact; for the radius, entries whose lower bound is beyond it are dropped.
  ///
  /// - Parameters:
  ///   - limit: the square of the largest distance of interest, in square meters.
  ///   - bounds: receives the squared lower bounds of the entries kept, by position; has room for a vector beyond the
  ///     last.
  @inline(__always)
  func narrow(_ entries: inout EntrySet, of leaf: Leaf, limit: Double, bounds: UnsafeMutablePointer<Double>) {
    if let box { narrow(&entries, of: leaf, to: box) }
    for area in areas where !entries.isEmpty { area.narrow(&entries, of: leaf) }
    if let map {
      entries.formIntersection(map.bound(leaf, entries, limit: limit, into: bounds))
    } else if let origin {
      entries.keep { position in
        let meters = origin.lowerBoundMeters(to: Entry(leaf: leaf, index: position).coordinate)
        bounds[position] = meters * meters
        return meters * meters <= limit
      }
    }
  }

  @inline(__always)
  private func narrow(_ entries: inout EntrySet, of leaf: Leaf, to box: BoundingBox) {
    if box.encloses(leaf.box) { return }
    guard box.isPlain else { return entries.keep { box.contains(Entry(leaf: leaf, index: $0).coordinate) } }
    entries.formIntersection(box.entries(of: leaf, among: entries))
  }
}

extension BoundingBox {
  @inline(__always)
  fileprivate func entries(of leaf: Leaf, among entries: EntrySet) -> EntrySet {
    let (latitudes, longitudes) = (leaf.latitudes, leaf.longitudes)
    var position = entries.bits.trailingZeroBitCount
    var inside = EntryCollector(from: position)
    let end = 64 - entries.bits.leadingZeroBitCount
    while position < end {
      let y = PlanarBound.load(latitudes + position)
      let x = PlanarBound.load(longitudes + position)
      let (dy, dx) = (PlanarBound.larger(south - y, y - north), PlanarBound.larger(west - x, x - east))
      // One comparison, since the sign of a difference is exact.
      inside.add(PlanarBound.larger(dy, dx) .<= 0)
      position &+= 4
    }
    return inside.entries
  }
}

extension PlanarBound {
  /// The entries between the first and the last of a set whose bounds are within a limit.
  @inline(__always)
  fileprivate func bound(
    _ leaf: Leaf, _ entries: EntrySet, limit: Double, into bounds: UnsafeMutablePointer<Double>
  ) -> EntrySet {
    let (latitudes, longitudes) = (leaf.latitudes, leaf.longitudes)
    let (north, east) = (metersPerDegreeNorth, metersPerDegreeEast)
    let (latitude, longitude) = (origin.latitude, origin.longitude)
    let goesRound = leaf.box.east - longitude >= 180 || longitude - leaf.box.west >= 180
    var position = entries.bits.trailingZeroBitCount
    var near = EntryCollector(from: position)
    let end = 64 - entries.bits.leadingZeroBitCount
    while position < end {
      let dy = (Self.load(latitudes + position) - latitude) * north
      var x = Self.load(longitudes + position) - longitude
      if goesRound {
        x = Self.larger(x, -x)
        // A little less than 360 degrees outweighs the rounding of the difference.
        let around = (360 - 2e-13) - x
        x.replace(with: around, where: around .< x)
      }
      let dx = x * east
      let squares = dy * dy + dx * dx
      UnsafeMutableRawPointer(bounds + position).storeBytes(of: squares, as: SIMD4<Double>.self)
      near.add(squares .<= limit + 1e-11)
      position &+= 4
    }
    return near.entries
  }

  @inline(__always)
  fileprivate static func load(_ column: UnsafePointer<Double>) -> SIMD4<Double> {
    UnsafeRawPointer(column).loadUnaligned(as: SIMD4<Double>.self)
  }

  @inline(__always)
  fileprivate static func larger(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    a.replacing(with: b, where: a .< b)
  }
}
