import Geography

// Areas in the GeoPackage binary format: header with envelope, then a MULTIPOLYGON in well-known binary.

extension GeometryBlob {
  /// The blob of an area in EPSG:4326, with its envelope, which does not cross the antimeridian.
  static func encode(_ shape: MultiPolygon) -> [UInt8] {
    var bytes: [UInt8] = [0x47, 0x50, 0, 0b0000_0011]
    append(UInt32(4326), to: &bytes)
    let vertices = shape.polygons.flatMap(\.rings).joined()
    let (longitudes, latitudes) = (vertices.map(\.longitude), vertices.map(\.latitude))
    for side in [longitudes.min(), longitudes.max(), latitudes.min(), latitudes.max()] {
      append((side ?? .nan).bitPattern, to: &bytes)
    }
    appendHeader(type: 6, count: shape.polygons.count, to: &bytes)
    for polygon in shape.polygons {
      appendHeader(type: 3, count: polygon.rings.count, to: &bytes)
      for ring in polygon.rings {
        append(UInt32(ring.count), to: &bytes)
        for coordinate in ring {
          append(coordinate.longitude.bitPattern, to: &bytes)
          append(coordinate.latitude.bitPattern, to: &bytes)
        }
      }
    }
    return bytes
  }

  private static func appendHeader(type: UInt32, count: Int, to bytes: inout [UInt8]) {
    bytes.append(1)  // WKB: little-endian
    append(type, to: &bytes)
    append(UInt32(count), to: &bytes)
  }

  /// The polygons of a blob, in either byte order and with or without Z and M; nil when it has none, is malformed or
  /// has invalid coordinates.
  /// the Earth.
  static func decodeArea(_ bytes: UnsafeRawBufferPointer) -> MultiPolygon? {
    guard bytes.count >= 8, bytes[0] == 0x47, bytes[1] == 0x50, bytes[3] & 0b0001_0000 == 0 else { return nil }
    let indicator = Int(bytes[3] >> 1 & 0b111)
    guard indicator <= 4 else { return nil }
    var reader = WKBReader(bytes: bytes, position: 8 + [0, 32, 48, 48, 64][indicator])
    return reader.area().map { MultiPolygon($0) }
  }
}

/// Parses well-known binary; every length is checked against the remaining bytes.
private struct WKBReader {
  let bytes: UnsafeRawBufferPointer
  var position: Int
  private var isLittleEndian = true

  init(bytes: UnsafeRawBufferPointer, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func area() -> [Polygon]? {
    guard let (type, ordinates) = header() else { return nil }
    if type == 3 { return polygon(ordinates).map { [$0] } }
    guard type == 6, let count = count(of: 9) else { return nil }
    var polygons: [Polygon] = []
    for _ in 0..<count {
      guard let (type, ordinates) = header(), type == 3, let polygon = polygon(ordinates) else { return nil }
      polygons.append(polygon)
    }
    return polygons
  }

  /// The type of a geometry and the number of ordinates of a position.
  private mutating func header() -> (type: UInt32, ordinates: Int)? {
    guard position < bytes.count else { return nil }
    isLittleEndian = bytes[position] == 1
    position += 1
    guard let code = number(UInt32.self) else { return nil }
    // ISO WKB adds 1000 for Z, 2000 for M, 3000 for both.
    return code / 1000 <= 3 ? (code % 1000, [2, 3, 3, 4][Int(code / 1000)]) : nil
  }

  private mutating func polygon(_ ordinates: Int) -> Polygon? {
    guard let count = count(of: 4) else { return nil }
    var rings: [[Coordinate]] = []
    for _ in 0..<count {
      guard let ring = ring(ordinates) else { return nil }
      rings.append(ring)
    }
    return Polygon(rings: rings)
  }

  private mutating func ring(_ ordinates: Int) -> [Coordinate]? {
    guard let count = count(of: 8 * ordinates) else { return nil }
    var ring: [Coordinate] = []
    ring.reserveCapacity(count)
    for _ in 0..<count {
      guard let x = number(UInt64.self), let y = number(UInt64.self) else { return nil }
      position += 8 * (ordinates - 2)
      let coordinate = Coordinate(latitude: Double(bitPattern: y), longitude: Double(bitPattern: x))
      guard coordinate.isValid else { return nil }
      ring.append(coordinate)
    }
    return ring
  }

  /// A count of elements with a minimum size in bytes.
  private mutating func count(of size: Int) -> Int? {
    guard let count = number(UInt32.self), Int(count) * size <= bytes.count - position else { return nil }
    return Int(count)
  }

  private mutating func number<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    guard position + MemoryLayout<T>.size <= bytes.count else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: position, as: T.self)
    position += MemoryLayout<T>.size
    return isLittleEndian ? T(littleEndian: value) : T(bigEndian: value)
  }
}
