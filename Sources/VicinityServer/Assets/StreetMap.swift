import Foundation
import Geography
import Logging
import Streams
import Synchronization
import Vicinity

/// The names of the streets of the base map: read once from its tiles, on a thread of its own.
final class StreetMap: Sendable {
  private let state = Mutex<StreetNames?>(nil)

  /// Nil until they are read, and without a base map of vector tiles.
  var names: StreetNames? { state.withLock { $0 } }

  /// Starts to read them; only files of vector tiles have any.
  func begin(_ baseMap: BaseMap?, _ logger: Logger) {
    guard case .file(let file) = baseMap, file.format == .pbf else { return }
    Thread.start(named: "streets") { [self] in
      do {
        let streets = try Self.streets(of: file)
        let read = try StreetNames(streets)
        state.withLock { $0 = read }
        logger.info("the streets of the base map are read", metadata: ["streets": "\(read.count)"])
      } catch { logger.warning("the base map's streets cannot be read", metadata: ["error": "\(error)"]) }
    }
  }

  /// Of larger maps, tiles of a lower zoom are read, which have the names of larger streets only.
  static let mostTiles = 20_000
  /// The least zoom whose tiles have names of streets in the OpenMapTiles schema.
  private static let leastZoom = 8

  /// The streets of a file, from tiles of the highest zoom that has not too many.
  static func streets(of file: TileFile, mostTiles: Int = mostTiles) throws -> [NamedStreet] {
    guard file.zooms.upperBound >= leastZoom else { return [] }
    for zoom in (leastZoom...file.zooms.upperBound).reversed() {
      let count = try file.tileCount(zoom: zoom, atMost: mostTiles + 1)
      guard count <= mostTiles, count > 0 || zoom == leastZoom else { continue }
      var pieces = StreetPieces(zoom: zoom)
      try file.forEachTile(zoom: zoom) { x, y, bytes in
        let plain = bytes.starts(with: [0x1F, 0x8B]) ? try Self.inflated(bytes) : bytes
        return pieces.add(VectorTileReader.features(of: "transportation_name", in: plain), x: x, y: y)
      }
      return pieces.streets
    }
    return []
  }

  /// A damaged tile is left out.
  private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    (try? Inflater.inflated(bytes, path: "a tile of the base map", most: 32 << 20).bytes) ?? []
  }
}

/// Joins the pieces of streets in tiles: those with the same name in neighboring tiles that touch are one street.
struct StreetPieces {
  private struct Piece {
    let x: Int
    let y: Int
    /// In tiles.
    var least: SIMD2<Double>
    var greatest: SIMD2<Double>
    /// The middle of the longest line.
    var middle: SIMD2<Double>
    var length: Double

    /// Makes another piece a part of this one.
    mutating func take(_ other: Piece) {
      least = pointwiseMin(least, other.least)
      greatest = pointwiseMax(greatest, other.greatest)
      if other.length > length { (length, middle) = (other.length, other.middle) }
    }

    func touches(_ other: Piece) -> Bool {
      let gap = SIMD2(repeating: StreetPieces.gap)
      return all(least - gap .<= other.greatest) && all(other.least - gap .<= greatest)
    }
  }

  /// Ends of lines are cut off, or are rounded, at the sides of tiles; in tiles.
  private static let gap = 1.0 / 64
  /// The most pieces, about 50 MB.
  private static let most = 500_000
  /// What has a name but is no street.
  private static let otherClasses: Set = ["ferry", "aerialway", "rail", "transit"]

  private let zoom: Int
  private var pieces: [String: [Piece]] = [:]
  private var count = 0

  init(zoom: Int) { self.zoom = zoom }

  /// Adds the features of a tile.
  ///
  /// - Returns: false if there is no room for more.
  mutating func add(_ features: [VectorTileReader.Feature], x: Int, y: Int) -> Bool {
    let corner = SIMD2(Double(x), Double(y))
    for feature in features where !Self.otherClasses.contains(feature.texts["class"] ?? "") {
      guard let name = feature.texts["name"] ?? feature.texts["name:latin"], !name.isEmpty else { continue }
      for line in feature.lines where !line.isEmpty {
        var piece = Piece(
          x: x, y: y, least: corner + line[0], greatest: corner + line[0], middle: corner + line[line.count / 2],
          length: 0)
        for (start, end) in zip(line, line.dropFirst()) {
          piece.length += ((end - start) * (end - start)).sum().squareRoot()
          piece.least = pointwiseMin(piece.least, corner + end)
          piece.greatest = pointwiseMax(piece.greatest, corner + end)
        }
        add(piece, name)
      }
    }
    return count < Self.most
  }

  /// A tile has one piece of each name.
  private mutating func add(_ piece: Piece, _ name: String) {
    guard var last = pieces[name]?.last, last.x == piece.x, last.y == piece.y else {
      pieces[name, default: []].append(piece)
      count += 1
      return
    }
    last.take(piece)
    pieces[name]?.removeLast()
    pieces[name]?.append(last)
  }

  /// The streets, by name and then from west to east.
  var streets: [NamedStreet] {
    pieces.sorted { $0.key < $1.key }.flatMap { name, pieces in
      Self.joined(pieces.sorted { ($0.x, $0.y) < ($1.x, $1.y) }).map { street($0, name) }
    }
  }

  private struct Tile: Hashable {
    let x: Int
    let y: Int
  }

  private static func joined(_ pieces: [Piece]) -> [Piece] {
    let places = Dictionary(
      pieces.enumerated().map { (Tile(x: $1.x, y: $1.y), $0) }, uniquingKeysWith: { first, _ in first })
    var (isTaken, streets) = ([Bool](repeating: false, count: pieces.count), [Piece]())
    for first in pieces.indices where !isTaken[first] {
      var (street, open) = (pieces[first], [first])
      isTaken[first] = true
      while let next = open.popLast() {
        let piece = pieces[next]
        street.take(piece)
        for x in (piece.x - 1)...(piece.x + 1) {
          for y in (piece.y - 1)...(piece.y + 1) {
            guard let other = places[Tile(x: x, y: y)], !isTaken[other], piece.touches(pieces[other]) else { continue }
            isTaken[other] = true
            open.append(other)
          }
        }
      }
      streets.append(street)
    }
    return streets
  }

  private func street(_ piece: Piece, _ name: String) -> NamedStreet {
    let (northWest, southEast) = (coordinate(piece.least), coordinate(piece.greatest))
    return NamedStreet(
      name: name, coordinate: coordinate(piece.middle),
      box: BoundingBox(
        south: southEast.latitude, west: northWest.longitude, north: northWest.latitude, east: southEast.longitude))
  }

  private func coordinate(_ point: SIMD2<Double>) -> Coordinate {
    let share = (point / Double(1 << zoom)).clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1))
    return Coordinate(
      latitude: atan(sinh(.pi * (1 - 2 * share.y))) * 180 / .pi, longitude: share.x * 360 - 180)
  }
}
