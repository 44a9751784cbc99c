/// Finds an amount of money in prose such as `4,50 €`, `$1,234.00`, `EUR 12` or `12 euros por persona`.
enum PriceText {
  /// The first amount in `text`; words for free are zero; nil when there is none.
  ///
  /// - Parameter defaultCurrency: ISO 4217 code used when the text names no currency.
  static func price(in text: String, defaultCurrency: String?) -> Price? {
    let currency = currency(in: text) ?? defaultCurrency
    if let amount = firstAmount(in: text) { return Price(amount: amount, currency: currency) }
    let isFree = text.lowercased().split { !$0.isLetter }.contains { freeWords.contains(String($0)) }
    return isFree ? Price(minorUnits: 0, currency: currency) : nil
  }

  /// The first number in `text`, with decimal point or comma and separators of thousands; nil when it is negative or none.
  static func firstAmount(in text: String) -> Double? {
    guard let start = text.firstIndex(where: \.isASCIIDigit) else { return nil }
    if start > text.startIndex, text[text.index(before: start)] == "-" { return nil }
    let digits = text[start...].prefix { $0.isASCIIDigit || $0 == "." || $0 == "," || $0 == "'" }
    return Double(withDecimalPoint(digits.filter { $0 != "'" }))
  }

  /// The last separator is the decimal point, unless three digits follow it or it occurs twice.
  private static func withDecimalPoint(_ digits: String) -> String {
    let trimmed = String(digits.reversed().drop { !$0.isASCIIDigit }.reversed())
    guard let last = trimmed.lastIndex(where: { !$0.isASCIIDigit }) else { return trimmed }
    let fraction = trimmed[trimmed.index(after: last)...]
    let isRepeated = trimmed.filter { $0 == trimmed[last] }.count > 1
    let whole = trimmed[..<last].filter(\.isASCIIDigit)
    if isRepeated || fraction.count == 3 { return whole + fraction }
    return "\(whole).\(fraction)"
  }

  private static func currency(in text: String) -> String? {
    for (sign, code) in signs where text.contains(sign) { return code }
    let words = text.split { !$0.isLetter }
    if let code = words.first(where: { Price.isCurrencyCode(String($0)) && knownCodes.contains(String($0)) }) {
      return String(code)
    }
    return words.lazy.compactMap { names[$0.lowercased()] }.first
  }

  private static let freeWords: Set = [
    "free", "gratis", "kostenlos", "gratuit", "gratuito", "gratuita", "ingyenes", "gratuite",
  ]
  // Where several currencies share a sign, the most used; the longer signs come first.
  private static let signs = [
    ("US$", "USD"), ("A$", "AUD"), ("C$", "CAD"), ("NZ$", "NZD"), ("R$", "BRL"), ("HK$", "HKD"), ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"), ("₹", "INR"), ("₽", "RUB"), ("₺", "TRY"), ("₴", "UAH"), ("₩", "KRW"), ("฿", "THB"), ("zł", "PLN"),
    ("Kč", "CZK"), ("$", "USD"),
  ]
  private static let names = [
    "euro": "EUR", "euros": "EUR", "eur": "EUR", "dollar": "USD", "dollars": "USD", "pounds": "GBP", "ft": "HUF",
    "forint": "HUF",
    "lei": "RON", "leu": "RON", "ron": "RON", "franken": "CHF", "kr": "SEK", "chf": "CHF", "usd": "USD", "gbp": "GBP",
  ]
  private static let knownCodes: Set = [
    "EUR", "USD", "GBP", "CHF", "HUF", "RON", "PLN", "CZK", "SEK", "NOK", "DKK", "JPY", "CNY", "INR", "AUD", "CAD",
    "NZD", "BRL",
    "MXN", "ZAR", "TRY", "RUB", "UAH", "BGN", "HRK", "ISK", "THB", "KRW", "SGD", "HKD", "ILS", "AED", "ARS", "CLP",
    "COP", "MAD",
    "TND", "EGP", "KES", "PHP", "IDR", "MYR", "VND", "TWD", "RSD", "ALL", "MKD", "GEL", "AMD",
  ]
}

extension Character {
  /// 0...9, unlike `isNumber`, which also holds for ½ and ⅷ.
  var isASCIIDigit: Bool { isASCII && isNumber }
}
