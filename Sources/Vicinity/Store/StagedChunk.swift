import Geography

/// Some staged listings, read back together: their values lie side by side, ready to be bound to statements.
///
/// Texts are slices of the chunk's own bytes and valid until the next `load`.
final class StagedChunk {
  typealias Text = StagedListing.Text
  typealias Number = StagedListing.Number
  typealias Bytes = UnsafeRawBufferPointer

  /// How many listings are read back at once: a few megabytes.
  static let size = 4096

  private(set) var count = 0
  private(set) var kinds: [Kind] = []
  private(set) var coordinates: [Coordinate] = []
  private(set) var ids: [Bytes] = []
  private var masks: [UInt32] = []
  private var numbers: [Int64] = []
  private var texts: [Bytes?] = []
  /// The tags of all listings, with the listing's position in the chunk.
  private(set) var tags: [(row: Int, name: Bytes)] = []
  /// The blocked nights of all listings as day numbers, with the listing's position in the chunk.
  private(set) var nights: [(row: Int, from: Int, to: Int)] = []
  /// The rates of all listings, with the listing's position in the chunk.
  private(set) var rates: [(row: Int, rate: StagedRate)] = []
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)

  deinit { storage.deallocate() }

  /// Reads the listings of `entries`.
  func load(_ entries: ArraySlice<StagedIds.Entry>, from spool: Spool) throws(SpoolFailure) {
    removeAll()
    makeRoom(entries.reduce(0) { $0 + Int($1.count) })
    var start = 0
    for entry in entries {
      let record = UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + Int(entry.count)])
      try spool.copy(at: entry.offset, to: record)
      append(Bytes(record))
      start += record.count
    }
  }

  func text(_ row: Int, _ name: Text) -> Bytes? { texts[row * Text.allCases.count + name.rawValue] }

  func number(_ row: Int, _ name: Number) -> Int64? {
    masks[row] & StagedListing.bit(name) == 0 ? nil : numbers[row * Number.allCases.count + name.rawValue]
  }

  func rating(_ row: Int) -> Double? { double(row, .rating) }

  /// Where a couch is whose place is private, without its address.
  func exact(_ row: Int) -> ExactPoint? {
    guard let latitude = double(row, .exactLatitude), let longitude = double(row, .exactLongitude),
      let radius = double(row, .exactRadius)
    else { return nil }
    return ExactPoint(coordinate: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
  }

  private func double(_ row: Int, _ name: Number) -> Double? {
    number(row, name).map { Double(bitPattern: UInt64(bitPattern: $0)) }
  }

  /// Whether a listing has any of the texts and numbers in a mask.
  func has(_ row: Int, anyOf mask: UInt32) -> Bool { masks[row] & mask != 0 }

  private func removeAll() {
    count = 0
    kinds.removeAll(keepingCapacity: true)
    coordinates.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    masks.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    nights.removeAll(keepingCapacity: true)
    rates.removeAll(keepingCapacity: true)
  }

  private func makeRoom(_ byteCount: Int) {
    guard storage.count < byteCount else { return }
    storage.deallocate()
    storage = .allocate(byteCount: byteCount * 5 / 4, alignment: 16)
  }

  private func append(_ record: Bytes) {
    var reader = StagedReader(bytes: record)
    ids.append(reader.text())
    let mask = reader.number(UInt32.self)
    masks.append(mask)
    kinds.append(StagedListing.kinds[Int(reader.number(UInt8.self))])
    let latitude = Double(bitPattern: reader.number())
    coordinates.append(Coordinate(latitude: latitude, longitude: Double(bitPattern: reader.number())))
    for name in Number.allCases { numbers.append(mask & StagedListing.bit(name) == 0 ? 0 : reader.number()) }
    for name in Text.allCases { texts.append(mask & StagedListing.bit(name) == 0 ? nil : reader.text()) }
    for _ in 0..<reader.number(UInt32.self) { tags.append((count, reader.text())) }
    for _ in 0..<reader.number(UInt32.self) {
      let from = Int(reader.number(Int64.self))
      nights.append((count, from, Int(reader.number(Int64.self))))
    }
    for _ in 0..<reader.number(UInt32.self) { rates.append((count, StagedRate(&reader))) }
    count += 1
  }
}

/// A rate as it is staged: days as numbers, money in minor units; nil is as usual.
struct StagedRate {
  let from: Int
  let to: Int
  let price: Int64?
  let minNights: Int64?
  let maxNights: Int64?

  init(_ reader: inout StagedReader) {
    from = Int(reader.number(Int64.self))
    to = Int(reader.number(Int64.self))
    price = Self.present(reader.number())
    minNights = Self.present(reader.number())
    maxNights = Self.present(reader.number())
  }

  private static func present(_ number: Int64) -> Int64? { number < 0 ? nil : number }
}

/// Reads what `StagedListing` wrote, in the same order.
struct StagedReader {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func number<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    defer { position += MemoryLayout<T>.size }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
  }

  mutating func text() -> UnsafeRawBufferPointer {
    let count = Int(number(UInt32.self))
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}
