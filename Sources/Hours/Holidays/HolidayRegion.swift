/// A part of a country with its own holidays.
struct HolidayRegion: Sendable {
  /// The part of the ISO 3166-2 code after the country, or for a smaller part a code of this table that begins with it.
  let code: String
  /// The name in the local language first, then other names in use.
  let names: [String]
  /// The code of the enclosing region, whose holidays apply too.
  let parent: String?

  /// Makes a region.
  @inline(never)  // As for the rules: the tables compile faster.
  init(_ code: String, _ names: String..., within parent: String? = nil) {
    self.code = code
    self.names = names
    self.parent = parent
  }

  /// Whether the text, reduced to plain letters, is the code or one of the names.
  func matches(_ key: String) -> Bool {
    Self.key(code) == key || names.contains { Self.key($0) == key }
  }

  /// Reduces a code or name to unaccented small letters and digits, so that spellings can be compared.
  static func key(_ text: some StringProtocol) -> String {
    var key = ""
    for scalar in text.lowercased().unicodeScalars {
      if let plain = plainLetters[scalar] {
        key += plain
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        key.unicodeScalars.append(scalar)
      }
    }
    return key
  }

  /// The accented small letters that occur in names of regions.
  private static let plainLetters: [Unicode.Scalar: String] = {
    let groups: [(String, String)] = [
      ("a", "àáâãäåāăą"), ("c", "çćč"), ("d", "ď"), ("e", "èéêëēęě"), ("i", "ìíîïī"), ("l", "ľł"), ("n", "ñńň"),
      ("o", "òóôõöøō"), ("r", "řŕ"), ("s", "śšș"), ("t", "țť"), ("u", "ùúûüūů"), ("y", "ýÿ"), ("z", "źżž"),
      ("ss", "ß"), ("ae", "æ"), ("oe", "œ"),
    ]
    var table: [Unicode.Scalar: String] = [:]
    for (plain, accented) in groups {
      for scalar in accented.unicodeScalars { table[scalar] = plain }
    }
    return table
  }()
}
