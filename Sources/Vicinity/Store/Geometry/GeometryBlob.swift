import Geography

/// A point in the GeoPackage binary format (clause 2.1.3): "GP", version, flags, SRS, then well-known binary.
///
/// Written in the smallest form, 29 bytes without envelope, little-endian. Other programs may add an envelope or use
/// the other byte order, so reading accepts both.
enum GeometryBlob {
  /// The size of a written point in bytes.
  static let byteCount = 29

  /// The blob of a coordinate in EPSG:4326; longitude is x.
  static func encode(_ coordinate: Coordinate, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    append(coordinate, to: &bytes)
  }

  /// Appends the blob of a coordinate, `byteCount` bytes.
  static func append(_ coordinate: Coordinate, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: [0x47, 0x50, 0, 0b0000_0001])
    append(UInt32(4326), to: &bytes)
    bytes.append(1)  // WKB: little-endian
    append(UInt32(1), to: &bytes)  // WKB: point
    append(coordinate.longitude.bitPattern, to: &bytes)
    append(coordinate.latitude.bitPattern, to: &bytes)
  }

  /// The coordinate in a blob; nil when it is not a point, is empty or malformed, or has an invalid coordinate.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> Coordinate? {
    guard bytes.count >= 8, bytes[0] == 0x47, bytes[1] == 0x50, bytes[3] & 0b0001_0000 == 0 else { return nil }
    // Envelope sizes by the indicator in bits 1 to 3 of the flags.
    let indicator = Int(bytes[3] >> 1 & 0b111)
    guard indicator <= 4 else { return nil }
    let wkb = 8 + [0, 32, 48, 48, 64][indicator]
    guard bytes.count >= wkb + 21 else { return nil }
    let isLittleEndian = bytes[wkb] == 1
    // ISO WKB numbers points 1, 1001 (Z), 2001 (M) and 3001 (ZM); x and y come first in all.
    guard load(UInt32.self, bytes, wkb + 1, isLittleEndian) % 1000 == 1 else { return nil }
    let x = Double(bitPattern: load(UInt64.self, bytes, wkb + 5, isLittleEndian))
    let y = Double(bitPattern: load(UInt64.self, bytes, wkb + 13, isLittleEndian))
    let coordinate = Coordinate(latitude: y, longitude: x)
    return coordinate.isValid ? coordinate : nil
  }

  private static func load<T: FixedWidthInteger>(
    _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ isLittleEndian: Bool
  ) -> T {
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return isLittleEndian ? T(littleEndian: value) : T(bigEndian: value)
  }

  static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
