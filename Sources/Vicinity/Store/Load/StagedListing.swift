import CivilTime
import Geography

/// The bytes in which an import holds a listing until its position in the file is known.
///
/// They live only for one transaction, so the form may change freely: the id, a mask of the present fields, the kind,
/// the coordinate, then numbers and texts (``StoredFields``), tags, blocked nights, rates and the exact point.
///
/// Whole numbers are written in seven bits per byte, the least significant first, with their sign in the lowest bit;
/// doubles as they are, little-endian; texts are preceded by their length.
enum StagedListing {
  static let kinds = Kind.allCases

  static func encode(_ listing: Listing, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    put(listing.id, to: &bytes)
    let maskStart = bytes.count
    put(word: 0, to: &bytes)
    bytes.append(UInt8(kinds.firstIndex(of: listing.kind) ?? 0))
    put(listing.coordinate, to: &bytes)
    let mask = putFields(of: listing, to: &bytes)
    put(listing.tags.count, to: &bytes)
    for tag in listing.tags { put(tag, to: &bytes) }
    put(listing.unavailable.count, to: &bytes)
    for nights in listing.unavailable { put(nights, to: &bytes) }
    put(listing.nightlyRates.count, to: &bytes)
    for rate in listing.nightlyRates { put(rate, to: &bytes) }
    put(listing.exact, to: &bytes)
    withUnsafeBytes(of: mask.littleEndian) { mask in
      for (index, byte) in mask.enumerated() { bytes[maskStart + index] = byte }
    }
  }

  /// - Returns: the mask of what is present.
  private static func putFields(of listing: Listing, to bytes: inout [UInt8]) -> UInt64 {
    var mask: UInt64 = 0
    for (slot, stored) in StoredFields.numbers.enumerated() {
      guard let number = stored.number(of: listing) else { continue }
      let bit = StoredFields.bit(number: slot)
      mask |= bit
      if StoredFields.reals & bit == 0 {
        put(Int(number), to: &bytes)
      } else {
        put(word: UInt64(bitPattern: number), to: &bytes)
      }
    }
    for (slot, stored) in StoredFields.texts.enumerated() {
      guard let text = stored.text(of: listing) else { continue }
      mask |= StoredFields.bit(text: slot)
      put(text, to: &bytes)
    }
    return mask
  }

  private static func put(_ coordinate: Coordinate, to bytes: inout [UInt8]) {
    put(word: coordinate.latitude.bitPattern, to: &bytes)
    put(word: coordinate.longitude.bitPattern, to: &bytes)
  }

  /// The first day, and the number of nights.
  private static func put(_ nights: Nights, to bytes: inout [UInt8]) {
    put(nights.from.dayNumber, to: &bytes)
    put(nights.to.dayNumber - nights.from.dayNumber, to: &bytes)
  }

  /// Nights, then price, minimum and maximum nights; -1 for no difference.
  private static func put(_ rate: NightlyRate, to bytes: inout [UInt8]) {
    put(rate.nights, to: &bytes)
    for number in [rate.price?.minorUnits, rate.minNights, rate.maxNights] { put(number ?? -1, to: &bytes) }
  }

  /// 0 without a point; 1, or 2 with an address, then the point, its radius and the address.
  private static func put(_ exact: ExactPoint?, to bytes: inout [UInt8]) {
    guard let exact else { return bytes.append(0) }
    bytes.append(exact.address == nil ? 1 : 2)
    put(exact.coordinate, to: &bytes)
    put(word: exact.radius.bitPattern, to: &bytes)
    if let address = exact.address { put(address, to: &bytes) }
  }

  private static func put(word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func put(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(bitPattern: (number << 1) ^ (number >> 63))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func put(_ text: String, to bytes: inout [UInt8]) {
    put(text.utf8.count, to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }
}
