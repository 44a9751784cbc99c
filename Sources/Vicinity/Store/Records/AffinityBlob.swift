/// The encoding of a listing's affinities to other listings in the file.
///
///     Float32   scale
///     UInt32    row numbers of listings, ascending, one for each
///     Int16     affinities, in steps of the scale, one for each
///
/// All little-endian; 6 bytes a listing. A step is a 32 767th of the largest affinity of the row.
enum AffinityBlob {
  /// Far above any affinity, and far below where sums of them overflow.
  private static let greatestScale: Float = 1e20

  /// The bytes of a row.
  /// - Parameter numbers: the row numbers of the listings in the catalog.
  static func encode(_ numbers: [UInt32], _ affinities: ArraySlice<Float>) -> [UInt8] {
    let largest = affinities.reduce(0) { max($0, abs($1)) }
    let scale = largest / Float(Int16.max)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + 6 * numbers.count)
    append(scale.bitPattern, to: &bytes)
    for number in numbers { append(number, to: &bytes) }
    for affinity in affinities {
      let steps = scale > 0 ? Int16((affinity / scale).rounded()) : 0
      append(UInt16(bitPattern: steps), to: &bytes)
    }
    return bytes
  }

  /// Whether bytes have the format of a row.
  static func isSound(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 4, (bytes.count - 4).isMultiple(of: 6) else { return false }
    return scale(of: bytes).magnitude <= greatestScale
  }

  @inline(__always)
  private static func scale(of bytes: UnsafeRawBufferPointer) -> Float {
    Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
  }

  /// Calls `body` with every listing and its affinity; malformed bytes are treated as empty.
  @inline(__always)
  static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (_ number: Int, _ affinity: Float) -> Void) {
    guard isSound(bytes) else { return }
    let count = (bytes.count - 4) / 6
    let scale = scale(of: bytes)
    for index in 0..<count {
      let number = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 + 4 * index, as: UInt32.self))
      let steps = Int16(
        littleEndian: bytes.loadUnaligned(fromByteOffset: 4 + 4 * count + 2 * index, as: Int16.self))
      body(Int(number), scale * Float(steps))
    }
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
