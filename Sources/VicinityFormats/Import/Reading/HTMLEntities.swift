/// The named characters of HTML, which include those of XML, and characters by number.
enum HTMLEntities {
  /// The text of a reference without `&` and `;`: `uuml`, `#252`, `#xFC`; nil for unknown names, and for numbers
  /// that are no character.
  static func text(_ name: some StringProtocol) -> String? {
    guard name.first == "#" else { return named[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let code, code >= 0x20 || code == 0x09 || code == 0x0A else { return nil }
    // Pages number 128 to 159 as Windows-1252 does (WHATWG HTML, section 13.2.5.80).
    if let extra = windows[code] { return String(extra) }
    return Unicode.Scalar(code).map { String($0) }
  }

  private static let windows: [UInt32: Character] = [
    0x80: "€", 0x82: "‚", 0x84: "„", 0x85: "…", 0x8A: "Š", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”",
    0x95: "•",
    0x96: "–", 0x97: "—", 0x99: "™", 0x9A: "š", 0x9E: "ž",
  ]

  private static let named: [String: String] = {
    let pairs = table.split(separator: " ").map { entry -> (String, String) in
      let parts = entry.split(separator: "=")
      let scalars = parts[1].split(separator: "+").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      return (String(parts[0]), String(String.UnicodeScalarView(scalars)))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}
