import Geography
import Streams

/// Divides the listings of a catalog among shards.
struct ShardDivision {
  /// A listing with its tile.
  private struct Place {
    var tile: Int64
    var row: Int64
    var coordinate: Coordinate
  }

  let regions: [ShardRegion]
  /// In the order of their tiles.
  private let places: [Place]
  /// The exact coordinates of private places, by row: a caller who knows them may ask from there.
  private let exact: [Int64: Coordinate]
  /// Listings that members have saved, rated or booked, on which recommendations everywhere depend.
  private let everywhere: Set<Int64>

  /// The zoom level of the tiles: two kilometers wide at the equator.
  static let zoom = 14

  /// - Complexity: O(n log n) time, 40 bytes of memory for each listing.
  init(of source: some StatementSource, files: Int, haloMeters: Double) throws {
    let tiles = MapTiles(zoom: Self.zoom)
    places = try source.rows("SELECT fid, geom FROM listing") { row in
      guard let coordinate = GeometryBlob.decode(row.bytes(1)) else {
        throw CatalogError.damaged(place: "listing \(row.int(0))", problem: "it has no point on the Earth")
      }
      return Place(tile: tiles.number(of: coordinate), row: Int64(row.int(0)), coordinate: coordinate)
    }.sorted { ($0.tile, $0.row) < ($1.tile, $1.row) }
    exact = Dictionary(
      try source.rows("SELECT fid, latitude, longitude FROM exact_point") {
        (Int64($0.int(0)), Coordinate(latitude: $0.double(1), longitude: $0.double(2)))
      }
    ) { first, _ in first }
    let records = (Schema.memberTables + ["signal"]).map { "SELECT fid FROM \($0)" }
    let liked = "SELECT fid FROM affinity WHERE admirers > 0"
    everywhere = Set(
      try source.rows((records + [liked]).joined(separator: " UNION ")) { Int64($0.int(0)) })
    let starts = Self.starts(of: files, places, tiles, haloMeters: haloMeters)
    regions = starts.indices.map {
      ShardRegion(number: $0, tiles: tiles, starts: starts, haloMeters: haloMeters)
    }
  }

  /// The first tile of each file, so that all have about as many listings.
  ///
  /// Within an eighth of a file's share the cut is made where the fewest listings have to be in more than one file.
  /// Only the roundest numbers are tried, where the border of the tiles is short: a multiple of 4^k is the corner of a
  /// square of 2^k tiles.
  private static func starts(of files: Int, _ places: [Place], _ tiles: MapTiles, haloMeters: Double) -> [Int64] {
    let (count, crowds) = (places.count, Crowds(places.lazy.map(\.tile), tiles, haloMeters: haloMeters))
    var starts: [Int64] = [0]
    for file in 1..<max(files, 1) {
      let last = starts[file - 1]
      guard count > 0 else {
        starts.append(last)
        continue
      }
      let (middle, slack) = (count * file / files, count / files / 8)
      let low = max(last, places[min(max(middle - slack, 0), count - 1)].tile)
      let high = places[min(middle + slack, count - 1)].tile
      let cuts = roundest(above: low, through: high).map { (copies: crowds.copies(of: last..<$0), start: $0) }
      starts.append(cuts.min { $0.copies < $1.copies }?.start ?? high)
    }
    return starts
  }

  /// Numbers in a range with the most zeros at their ends in base four.
  static func roundest(above low: Int64, through high: Int64) -> [Int64] {
    guard low < high else { return [] }
    var shift: Int64 = 60
    while shift > 0, ((high >> shift) - (low >> shift)) < Self.mostCuts / 4 { shift -= 2 }
    let (first, last) = ((low >> shift) + 1, high >> shift)
    return (first...max(first, min(last, first + Self.mostCuts - 1))).map { $0 << shift }.filter { $0 <= high }
  }

  private static let mostCuts: Int64 = 24

  /// The listings by squares of the map, to estimate quickly how many a cut would copy.
  private struct Crowds {
    private let tiles: MapTiles
    private let haloMeters: Double
    private var crowds: [(first: Int64, origin: DistanceOrigin, count: Int)] = []

    init(_ places: some Sequence<Int64>, _ tiles: MapTiles, haloMeters: Double) {
      (self.tiles, self.haloMeters) = (tiles, haloMeters)
      for tile in places {
        let first = (tile >> Self.shift) << Self.shift
        if crowds.last?.first == first {
          crowds[crowds.count - 1].count += 1
        } else {
          let box = tiles.boxes(of: first..<(first + (1 << Self.shift)))[0]
          crowds.append((first, DistanceOrigin(box.center, metric: .wgs84), 1))
        }
      }
    }

    /// 8 by 8 tiles.
    private static let shift: Int64 = 6

    /// About how many listings would be in a file of some tiles and in another one.
    func copies(of own: Range<Int64>) -> Int {
      let inside = tiles.boxes(of: own)
      let outside = tiles.boxes(of: 0..<own.lowerBound) + tiles.boxes(of: own.upperBound..<tiles.count)
      return crowds.reduce(0) { sum, crowd in
        let others = own.contains(crowd.first) ? outside : inside
        let isNear = others.contains { crowd.origin.lowerBoundMeters(to: $0) <= haloMeters }
        return isNear ? sum + crowd.count : sum
      }
    }
  }

  /// A listing of a file.
  typealias Row = (number: Int64, coordinate: Coordinate)

  /// The listings of a file, in the order of their tiles, and how many of them lie on its own tiles.
  func rows(of region: ShardRegion) -> (rows: [Row], own: Int) {
    var (rows, own) = ([Row](), 0)
    var start = 0
    while start < places.count {
      // The listings of 64 by 64 tiles are mostly decided together.
      let block = places[start].tile >> Self.blockShift
      let end = places[start...].partitioningIndex { $0.tile >> Self.blockShift > block }
      let boxes = region.tiles.boxes(of: (block << Self.blockShift)..<((block + 1) << Self.blockShift))
      let near = boxes.flatMap { box in
        let center = DistanceOrigin(box.center, metric: .wgs84)
        return region.boxes(near: center, meters: center.upperBoundMeters(to: box))
      }
      for place in places[start..<end] {
        let isOwn = region.owns(tile: place.tile)
        if isOwn { own += 1 }
        if isOwn || region.isWithinHalo(of: near, place.coordinate) || everywhere.contains(place.row)
          || exact[place.row].map(region.holds) == true
        {
          rows.append((place.row, place.coordinate))
        }
      }
      start = end
    }
    return (rows, own)
  }

  private static let blockShift: Int64 = 12
}
