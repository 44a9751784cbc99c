/// A kind of video that pages may play, determined by its first bytes and not by the client.
///
/// Source: WHATWG, "MIME Sniffing", section 6.2.
package enum VideoType: String, CaseIterable, Sendable {
  case mp4 = "video/mp4"
  case webm = "video/webm"

  /// The major brands of MP4 files; pictures use the same boxes (ISO/IEC 14496-12).
  private static let brands: Set = [
    "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "MSNV", "dash",
  ]

  /// Nil for bytes that begin like neither.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), bytes.prefix(64).contains("webm") {
      self = .webm
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8), bytes.count >= 12,
      Self.brands.contains(String(decoding: bytes[8..<12], as: UTF8.self))
    {
      self = .mp4
    } else {
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
