import Geography

/// A chunk of staged listings, read back together in columns that are ready to be bound to statements.
///
/// Texts are slices of the chunk's own bytes and valid until the next `load`.
final class StagedChunk {
  typealias Bytes = UnsafeRawBufferPointer

  /// The number of listings per chunk: a few megabytes.
  static let size = 4096

  private(set) var count = 0
  private(set) var kinds: [Kind] = []
  private(set) var coordinates: [Coordinate] = []
  private(set) var ids: [Bytes] = []
  private var masks: [UInt64] = []
  private var numbers: [Int64] = []
  private var texts: [Bytes?] = []
  /// The tags of all listings, with the listing's position in the chunk.
  private(set) var tags: [(row: Int, name: Bytes)] = []
  /// The blocked nights of all listings as day numbers, with the listing's position in the chunk.
  private(set) var nights: [(row: Int, from: Int, to: Int)] = []
  /// The rates of all listings, with the listing's position in the chunk.
  private(set) var rates: [(row: Int, rate: StagedRate)] = []
  /// The exact points of all couches with a private location, with the listing's position in the chunk.
  private(set) var exactPoints: [(row: Int, point: StagedPoint)] = []
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

  /// The text of a field that is stored as text.
  func text(_ row: Int, _ field: Field) -> Bytes? { text(row, slot: StoredFields.slot(field)) }

  func text(_ row: Int, slot: Int) -> Bytes? { texts[row * StoredFields.texts.count + slot] }

  /// The 64 bits of a field that is stored as a number.
  func number(_ row: Int, slot: Int) -> Int64? {
    masks[row] & StoredFields.bit(number: slot) == 0 ? nil : numbers[row * StoredFields.numbers.count + slot]
  }

  /// Whether a listing has anything for its detail row.
  func hasDetail(_ row: Int) -> Bool { masks[row] & StoredFields.detailMask != 0 }

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
    exactPoints.removeAll(keepingCapacity: true)
  }

  private func makeRoom(_ byteCount: Int) {
    guard storage.count < byteCount else { return }
    storage.deallocate()
    storage = .allocate(byteCount: byteCount * 5 / 4, alignment: 16)
  }

  private func append(_ record: Bytes) {
    var reader = StagedReader(bytes: record)
    ids.append(reader.text())
    let mask = reader.word()
    masks.append(mask)
    kinds.append(StagedListing.kinds[reader.byte()])
    coordinates.append(reader.coordinate())
    for slot in StoredFields.numbers.indices {
      let bit = StoredFields.bit(number: slot)
      guard mask & bit != 0 else {
        numbers.append(0)
        continue
      }
      numbers.append(StoredFields.reals & bit == 0 ? Int64(reader.number()) : Int64(bitPattern: reader.word()))
    }
    for slot in StoredFields.texts.indices {
      texts.append(mask & StoredFields.bit(text: slot) == 0 ? nil : reader.text())
    }
    for _ in 0..<reader.number() { tags.append((count, reader.text())) }
    for _ in 0..<reader.number() {
      let from = reader.number()
      nights.append((count, from, from + reader.number()))
    }
    for _ in 0..<reader.number() { rates.append((count, StagedRate(&reader))) }
    if let point = StagedPoint(&reader) { exactPoints.append((count, point)) }
    count += 1
  }
}

/// A staged rate: days as numbers, money in minor units; nil for no difference.
struct StagedRate {
  let from: Int
  let to: Int
  let price: Int64?
  let minNights: Int64?
  let maxNights: Int64?

  init(_ reader: inout StagedReader) {
    from = reader.number()
    to = from + reader.number()
    price = Self.present(reader.number())
    minNights = Self.present(reader.number())
    maxNights = Self.present(reader.number())
  }

  private static func present(_ number: Int) -> Int64? { number < 0 ? nil : Int64(number) }
}

/// The exact location of a couch with a private location, in staged form.
struct StagedPoint {
  let coordinate: Coordinate
  let radius: Double
  let address: UnsafeRawBufferPointer?

  init?(_ reader: inout StagedReader) {
    let form = reader.byte()
    guard form > 0 else { return nil }
    coordinate = reader.coordinate()
    radius = Double(bitPattern: reader.word())
    address = form > 1 ? reader.text() : nil
  }
}

/// Reads the bytes of `StagedListing`, in the same order.
struct StagedReader {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func byte() -> Int {
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func word() -> UInt64 {
    defer { position += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  @inline(__always)
  mutating func number() -> Int {
    var (number, shift, next) = (UInt(0), UInt(0), UInt8(0))
    repeat {
      next = bytes[position]
      number |= UInt(next & 0x7F) << shift
      (position, shift) = (position + 1, shift + 7)
    } while next > 0x7F
    return Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1)
  }

  mutating func coordinate() -> Coordinate {
    let latitude = Double(bitPattern: word())
    return Coordinate(latitude: latitude, longitude: Double(bitPattern: word()))
  }

  mutating func text() -> UnsafeRawBufferPointer {
    let count = number()
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}
