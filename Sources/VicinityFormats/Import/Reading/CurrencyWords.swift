import Vicinity

/// The signs, abbreviations and names of currencies. Where several currencies share one, the place decides.
struct CurrencyWords {
  /// The ISO 4217 code of prices without a currency; it decides between currencies that share a sign.
  let defaultCurrency: String?
  /// The IANA zone of the place; nil when it is not known.
  let zone: String?

  /// What a sign or word means.
  enum Meaning: Equatable {
    case currency(String)
    /// One of several currencies, or one that is not known.
    case uncertain
  }

  /// The meaning of the sign at the beginning of a text, and the rest; nil when there is none.
  func sign(at text: Substring) -> (meaning: Meaning, rest: Substring)? {
    if let found = dollar(at: text) { return found }
    for (sign, code) in Self.signs where text.hasPrefix(sign) {
      return (meaning(of: code, sharing: Self.shared[code] ?? []), text.dropFirst(sign.count))
    }
    return nil
  }

  /// The meaning of a word; nil when it is not a currency.
  func meaning(ofWord word: String) -> Meaning? {
    if Price.isCurrencyCode(word), Self.knownCodes.contains(word) { return .currency(word) }
    let small = word.lowercased()
    if small == "kr" || Self.crowns.contains(small) {
      return Self.pick(["SEK", "NOK", "DKK", "ISK"], defaultCurrency, country).map { .currency($0) } ?? .uncertain
    }
    guard let code = Self.names[small] else { return nil }
    return meaning(of: code, sharing: Self.shared[code] ?? [])
  }

  // MARK: Shared signs

  /// `$`, with the letters before it: `US$`, `NT$`. Other letters make it a currency that is not known.
  private func dollar(at text: Substring) -> (meaning: Meaning, rest: Substring)? {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count)
    guard rest.first == "$", letters.count <= 4 else { return nil }
    let after = rest.dropFirst()
    // `$$$` is a level.
    guard !letters.isEmpty else { return (meaning(of: "USD", sharing: Self.dollars), after) }
    return (Self.prefixes[letters.uppercased()].map { .currency($0) } ?? .uncertain, after)
  }

  private func meaning(of code: String, sharing codes: [String]) -> Meaning {
    .currency(codes.isEmpty ? code : Self.pick(codes, defaultCurrency, country) ?? code)
  }

  /// The given currency, or that of the place, if it is one of those that share the sign.
  private static func pick(_ codes: [String], _ given: String?, _ local: String?) -> String? {
    [given, local].lazy.compactMap { $0 }.first { codes.contains($0) }
  }

  /// The currency of the zone, where it shares a sign with others.
  private var country: String? {
    guard let zone else { return nil }
    if let code = Self.zones[zone] { return code }
    if zone.hasPrefix("America/Argentina/") { return "ARS" }
    return ZoneCountry.code(ofZone: zone).flatMap { Self.countries[$0] }
  }

  private static let dollars = [
    "USD", "AUD", "CAD", "NZD", "MXN", "SGD", "HKD", "TWD", "ARS", "CLP", "COP", "UYU", "BRL",
  ]

  private static let shared = [
    "USD": dollars, "JPY": ["JPY", "CNY"], "CNY": ["CNY", "TWD"], "RON": ["RON", "MDL"], "RUB": ["RUB", "BYN"],
    "INR": ["INR", "PKR", "LKR", "NPR"],
  ]

  private static let countries = [
    "AU": "AUD", "CA": "CAD", "DK": "DKK", "IS": "ISK", "NO": "NOK", "SE": "SEK", "US": "USD",
  ]

  private static let zones = [
    "Pacific/Auckland": "NZD", "Pacific/Chatham": "NZD", "Asia/Singapore": "SGD", "Asia/Hong_Kong": "HKD",
    "Asia/Taipei": "TWD", "Asia/Shanghai": "CNY", "Asia/Urumqi": "CNY", "Asia/Chongqing": "CNY",
    "America/Mexico_City": "MXN", "America/Cancun": "MXN", "America/Merida": "MXN", "America/Monterrey": "MXN",
    "America/Chihuahua": "MXN", "America/Hermosillo": "MXN", "America/Mazatlan": "MXN", "America/Tijuana": "MXN",
    "America/Buenos_Aires": "ARS", "America/Santiago": "CLP", "America/Bogota": "COP", "America/Montevideo": "UYU",
    "Europe/Chisinau": "MDL", "Europe/Minsk": "BYN", "Asia/Karachi": "PKR", "Asia/Colombo": "LKR",
    "Asia/Kathmandu": "NPR", "Atlantic/Faroe": "DKK", "America/Nuuk": "DKK", "Arctic/Longyearbyen": "NOK",
  ]

  private static let prefixes = [
    "US": "USD", "USD": "USD", "A": "AUD", "AU": "AUD", "AUD": "AUD", "C": "CAD", "CA": "CAD", "CAD": "CAD",
    "CDN": "CAD",
    "NZ": "NZD", "NZD": "NZD", "R": "BRL", "HK": "HKD", "HKD": "HKD", "NT": "TWD", "NTD": "TWD", "S": "SGD",
    "SG": "SGD",
    "SGD": "SGD", "MX": "MXN", "MEX": "MXN", "AR": "ARS", "CLP": "CLP", "COL": "COP", "COP": "COP", "RD": "DOP",
    "J": "JMD",
    "TT": "TTD", "N": "NAD", "FJ": "FJD", "EC": "XCD",
  ]

  private static let signs = [
    ("€", "EUR"), ("£", "GBP"), ("￡", "GBP"), ("¥", "JPY"), ("￥", "JPY"), ("円", "JPY"), ("圓", "TWD"), ("元", "CNY"),
    ("₹", "INR"), ("₽", "RUB"), ("₺", "TRY"), ("₴", "UAH"), ("₩", "KRW"), ("원", "KRW"), ("฿", "THB"), ("₪", "ILS"),
    ("₫", "VND"), ("₱", "PHP"), ("₡", "CRC"), ("₸", "KZT"), ("₾", "GEL"), ("֏", "AMD"), ("₼", "AZN"), ("₵", "GHS"),
    ("₦", "NGN"), ("zł", "PLN"), ("Kč", "CZK"), ("kč", "CZK"),
  ]

  private static let crowns: Set = ["kroner", "kronor", "krónur", "kroners", "krona", "krone"]

  private static let names = [
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "евро": "EUR", "dollar": "USD", "dollars": "USD", "usd": "USD",
    "pounds": "GBP", "pound": "GBP", "gbp": "GBP", "quid": "GBP", "ft": "HUF", "forint": "HUF", "lei": "RON",
    "leu": "RON",
    "ron": "RON", "franken": "CHF", "chf": "CHF", "sfr": "CHF", "francs": "CHF", "лв": "BGN", "leva": "BGN",
    "lv": "BGN",
    "руб": "RUB", "рублей": "RUB", "рубля": "RUB", "rub": "RUB", "грн": "UAH", "гривень": "UAH", "tl": "TRY",
    "lira": "TRY",
    "zl": "PLN", "pln": "PLN", "złotych": "PLN", "kc": "CZK", "czk": "CZK", "korun": "CZK", "ден": "MKD", "дин": "RSD",
    "din": "RSD", "rsd": "RSD", "yen": "JPY", "yuan": "CNY", "rmb": "CNY", "rs": "INR", "rupees": "INR", "rm": "MYR",
    "rp": "IDR", "baht": "THB", "đ": "VND", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "isk": "ISK", "nis": "ILS",
    "тг": "KZT", "aed": "AED", "dhs": "AED",
  ]

  private static let knownCodes: Set = [
    "EUR", "USD", "GBP", "CHF", "HUF", "RON", "PLN", "CZK", "SEK", "NOK", "DKK", "JPY", "CNY", "INR", "AUD", "CAD",
    "NZD",
    "BRL", "MXN", "ZAR", "TRY", "RUB", "UAH", "BGN", "HRK", "ISK", "THB", "KRW", "SGD", "HKD", "ILS", "AED", "ARS",
    "CLP",
    "COP", "MAD", "TND", "EGP", "KES", "PHP", "IDR", "MYR", "VND", "TWD", "RSD", "ALL", "MKD", "GEL", "AMD", "UYU",
    "PEN",
    "KZT", "BYN", "MDL", "BAM", "AZN", "SAR", "QAR", "KWD", "BHD", "OMR", "JOD", "NGN", "GHS", "PKR", "LKR", "NPR",
    "CRC",
    "DOP", "JMD",
  ]
}
