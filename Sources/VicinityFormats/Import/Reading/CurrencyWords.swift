import Foundation
import Vicinity

/// The signs, abbreviations and names of currencies. Where several currencies share one, the place decides.
struct CurrencyWords {
  /// The ISO 4217 code of prices without a currency; it decides between currencies that share a sign.
  let defaultCurrency: String?
  /// The currency of the place; nil when its zone is not known.
  private let local: String?

  /// - Parameter zone: the IANA zone of the place; nil when it is not known.
  init(defaultCurrency: String?, zone: String?) {
    self.defaultCurrency = defaultCurrency
    local = zone.flatMap(ZoneCountry.code).flatMap { Self.byCountry[$0] }
  }

  /// Whether prices without a currency have thousandths.
  var hasThousandths: Bool { PriceText.thousandths.contains(defaultCurrency ?? local ?? "") }

  /// What a sign or word means.
  enum Meaning: Equatable {
    case currency(String)
    /// One of several currencies, or one that is not known.
    case uncertain
  }

  /// The meaning of the sign at the beginning of a text, and the rest; nil when there is none.
  func sign(at text: Substring) -> (meaning: Meaning, rest: Substring)? {
    if let found = dollar(at: text) { return found }
    for (sign, code) in Self.localSigns where text.hasPrefix(sign) && pick([code]) != nil {
      return (.currency(code), text.dropFirst(sign.count))
    }
    for (sign, code) in Self.signs where text.hasPrefix(sign) {
      return (meaning(of: code, sharing: Self.shared[code] ?? []), text.dropFirst(sign.count))
    }
    return nil
  }

  /// The meaning of a word; nil when it is not a currency.
  func meaning(ofWord word: String) -> Meaning? {
    if Price.isCurrencyCode(word), Self.knownCodes.contains(word) || word == local { return .currency(word) }
    let small = word.lowercased()
    if let codes = Self.localWords[small] { return local.flatMap { codes.contains($0) ? .currency($0) : nil } }
    if let codes = Self.sharedWords[small] { return pick(codes).map { .currency($0) } ?? .uncertain }
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
    // The córdoba; elsewhere Canadian dollars.
    if local == "NIO", letters.uppercased() == "C" { return (.currency("NIO"), after) }
    guard !letters.isEmpty else { return (meaning(of: "USD", sharing: Self.dollars), after) }
    return (Self.prefixes[letters.uppercased()].map { .currency($0) } ?? .uncertain, after)
  }

  private func meaning(of code: String, sharing codes: Set<String>) -> Meaning {
    .currency(codes.isEmpty ? code : pick(codes) ?? code)
  }

  /// The given currency, or that of the place, if it is one of those that share a sign.
  private func pick(_ codes: Set<String>) -> String? {
    [defaultCurrency, local].lazy.compactMap { $0 }.first { codes.contains($0) }
  }

  /// The currencies of countries, by their ISO 3166-1 codes (Unicode CLDR).
  private static let byCountry: [String: String] = Locale.Region.isoRegions.reduce(into: [:]) { found, region in
    guard region.identifier.count == 2 else { return }
    found[region.identifier] = Locale(identifier: "und_\(region.identifier)").currency?.identifier
  }

  // MARK: Tables

  private static let dollars: Set = [
    "USD", "AUD", "CAD", "NZD", "MXN", "SGD", "HKD", "TWD", "ARS", "CLP", "COP", "UYU", "BRL", "BBD", "BMD", "BND",
    "BSD", "BZD", "CUP", "CVE", "DOP", "FJD", "GYD", "JMD", "KYD", "LRD", "MOP", "NAD", "NIO",
    "SBD", "SRD", "TOP", "TTD", "WST", "XCD",
  ]

  /// The currencies that share a sign or name with the usual one.
  private static let shared: [String: Set<String>] = [
    "USD": dollars, "JPY": ["JPY", "CNY"], "CNY": ["CNY", "TWD", "HKD", "MOP"], "RON": ["RON", "MDL"],
    "RUB": ["RUB", "BYN"], "INR": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"],
    "GBP": ["GBP", "EGP", "LBP", "SYP", "SDG", "SSP", "GIP", "FKP", "SHP"], "AED": ["AED", "MAD"],
    "KES": ["KES", "TZS", "UGX", "SOS"], "ZMW": ["ZMW", "MWK"],
  ]

  private static let crowns: Set = ["SEK", "NOK", "DKK", "ISK"]
  private static let francs: Set = [
    "CHF", "XOF", "XAF", "XPF", "CDF", "DJF", "GNF", "RWF", "BIF", "KMF",
  ]
  private static let dinars: Set = ["RSD", "TND", "DZD", "KWD", "BHD", "JOD", "IQD", "LYD", "MKD"]
  private static let pesos: Set = ["MXN", "ARS", "CLP", "COP", "CUP", "DOP", "PHP", "UYU"]
  private static let riyals: Set = ["SAR", "QAR", "YER", "OMR", "IRR"]

  /// Words that name no currency without the place, or a default among them.
  private static let sharedWords: [String: Set<String>] = [
    "kr": crowns, "kroner": crowns, "kronor": crowns, "krónur": crowns, "kroners": crowns, "krona": crowns,
    "krone": crowns, "franc": francs, "francs": francs, "dinar": dinars, "dinars": dinars, "peso": pesos,
    "pesos": pesos, "riyal": riyals, "riyals": riyals, "rial": riyals, "cfa": ["XOF", "XAF"],
    "manat": ["AZN", "TMT"], "lira": ["TRY", "LBP", "SYP"], "fcfa": ["XOF", "XAF"],
  ]

  /// Letters and words of other meanings, which are currencies only where these are used.
  private static let localWords: [String: Set<String>] = [
    "r": ["ZAR"], "q": ["GTQ"], "k": ["ZMW", "PGK", "MWK"], "p": ["PHP", "BWP"], "l": ["HNL"], "le": ["EGP", "SLE"],
    "f": francs, "fr": ["CHF"], "dh": ["AED", "MAD"], "dt": ["TND"], "da": ["DZD"], "jd": ["JOD"], "kd": ["KWD"],
    "bs": ["BOB", "VED"], "s": ["PEN"], "gs": ["PYG"], "tk": ["BDT"], "br": ["ETB"], "sum": ["UZS"], "som": ["KGS"],
    "ar": ["MGA"], "mt": ["MZN"], "kz": ["AOA"], "ks": ["MMK"], "sr": ["SAR", "SCR"], "qr": ["QAR"], "ls": ["LSL"],
    "real": ["BRL"], "rand": ["ZAR"], "sol": ["PEN"], "won": ["KRW"], "dong": ["VND"], "top": ["TOP"], "cup": ["CUP"],
    "sos": ["SOS"], "all": ["ALL"], "bob": ["BOB"], "mop": ["MOP"],
  ]

  private static let prefixes = [
    "US": "USD", "USD": "USD", "A": "AUD", "AU": "AUD", "AUD": "AUD", "C": "CAD", "CA": "CAD", "CAD": "CAD",
    "CDN": "CAD", "NZ": "NZD", "NZD": "NZD", "R": "BRL", "HK": "HKD", "HKD": "HKD", "NT": "TWD", "NTD": "TWD",
    "S": "SGD", "SG": "SGD", "SGD": "SGD", "MX": "MXN", "MEX": "MXN", "AR": "ARS", "CLP": "CLP", "COL": "COP",
    "COP": "COP", "RD": "DOP", "J": "JMD", "JA": "JMD", "TT": "TTD", "N": "NAD", "FJ": "FJD", "EC": "XCD",
    "BDS": "BBD", "BZ": "BZD", "GY": "GYD", "CI": "KYD", "B": "BSD", "UY": "UYU", "U": "UYU", "MOP": "MOP",
  ]

  /// Signs that are currencies only where these are used.
  private static let localSigns = [("S/.", "PEN"), ("S/", "PEN"), ("B/.", "PAB"), ("Bs.", "BOB")]

  private static let signs = [
    ("€", "EUR"), ("£", "GBP"), ("￡", "GBP"), ("¥", "JPY"), ("￥", "JPY"), ("円", "JPY"), ("圓", "TWD"), ("元", "CNY"),
    ("₹", "INR"), ("₨", "INR"), ("₽", "RUB"), ("₺", "TRY"), ("₴", "UAH"), ("₩", "KRW"), ("원", "KRW"), ("฿", "THB"),
    ("₪", "ILS"), ("₫", "VND"), ("₱", "PHP"), ("₡", "CRC"), ("₸", "KZT"), ("₾", "GEL"), ("֏", "AMD"), ("₼", "AZN"),
    ("₵", "GHS"), ("₦", "NGN"), ("₲", "PYG"), ("₮", "MNT"), ("₭", "LAK"), ("៛", "KHR"), ("৳", "BDT"), ("zł", "PLN"),
    ("Kč", "CZK"), ("kč", "CZK"),
  ]

  private static let names = [
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "евро": "EUR", "dollar": "USD", "dollars": "USD", "usd": "USD",
    "pounds": "GBP", "pound": "GBP", "gbp": "GBP", "quid": "GBP", "ft": "HUF", "forint": "HUF", "lei": "RON",
    "leu": "RON", "ron": "RON", "franken": "CHF", "chf": "CHF", "sfr": "CHF", "лв": "BGN", "leva": "BGN", "lv": "BGN",
    "руб": "RUB", "рублей": "RUB", "рубля": "RUB", "rub": "RUB", "грн": "UAH", "гривень": "UAH", "tl": "TRY",
    "zl": "PLN", "pln": "PLN", "złotych": "PLN", "zloty": "PLN", "złoty": "PLN", "kc": "CZK",
    "czk": "CZK", "korun": "CZK", "ден": "MKD", "дин": "RSD", "din": "RSD", "rsd": "RSD", "yen": "JPY", "yuan": "CNY",
    "rmb": "CNY", "rs": "INR", "rupees": "INR", "rupee": "INR", "rm": "MYR", "ringgit": "MYR", "rp": "IDR",
    "rupiah": "IDR", "baht": "THB", "đ": "VND", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "isk": "ISK", "nis": "ILS",
    "тг": "KZT", "aed": "AED", "dhs": "AED", "dirham": "AED", "dirhams": "AED", "ksh": "KES", "kes": "KES",
    "shillings": "KES", "tsh": "TZS", "ush": "UGX", "naira": "NGN", "cedis": "GHS", "birr": "ETB", "kwacha": "ZMW",
    "reais": "BRL", "soles": "PEN", "quetzales": "GTQ", "lempiras": "HNL", "colones": "CRC", "lari": "GEL",
    "tenge": "KZT", "сом": "KGS", "сум": "UZS", "манат": "AZN", "dram": "AMD", "taka": "BDT", "kyat": "MMK",
    "riel": "KHR", "lekë": "ALL", "leke": "ALL", "lek": "ALL", "xof": "XOF", "xaf": "XAF",
    "xpf": "XPF",
  ]

  /// Capital letters that are currencies everywhere: not `TOP`, `CUP`, `SOS` and `BOB`.
  private static let knownCodes = Set(byCountry.values).union(["HRK", "BGN"]).subtracting(
    localWords.keys.map {
      $0.uppercased()
    })
}
