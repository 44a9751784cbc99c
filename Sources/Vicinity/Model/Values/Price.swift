/// An amount of money in the smallest unit of its currency.
///
/// Amounts are integers, so they compare and add exactly; a yen has no minor unit, a Kuwaiti dinar has a thousand.
public struct Price: Hashable, Sendable {
  /// Cents, pence, yen; never negative.
  public var minorUnits: Int
  /// ISO 4217 code in capitals; nil when the source gives none.
  public var currency: String?

  /// Makes a price from minor units.
  public init(minorUnits: Int, currency: String?) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The maximum amount in major units, inclusive; keeps sums of minor units far from overflow.
  static let greatestAmount = 1e12

  /// Makes a price from an amount such as 12.5 euros, rounded to the nearest minor unit.
  ///
  /// An amount above zero is never rounded to zero, which would mean free: it becomes one minor unit.
  /// - Returns: nil when the amount is negative, not finite or above 10^12.
  public init?(amount: Double, currency: String?) {
    guard amount >= 0, amount <= Self.greatestAmount else { return nil }
    let minorUnits = Int((amount * Price.minorUnitsPerMajor(of: currency)).rounded())
    self.init(minorUnits: amount > 0 ? max(1, minorUnits) : 0, currency: currency)
  }

  /// The amount in major units, such as 12.5 euros.
  public var amount: Double { Double(minorUnits) / Price.minorUnitsPerMajor(of: currency) }

  /// The price times a count; nil on overflow.
  func times(_ count: Int) -> Price? {
    let (product, isOverflow) = minorUnits.multipliedReportingOverflow(by: count)
    return isOverflow ? nil : Price(minorUnits: product, currency: currency)
  }

  /// The price divided by a positive count, rounded up to a minor unit.
  func divided(by count: Int) -> Price {
    let isWhole = minorUnits.isMultiple(of: count)
    return Price(minorUnits: minorUnits / count + (isWhole ? 0 : 1), currency: currency)
  }

  /// The number of minor units per major unit: 100 unless ISO 4217 differs.
  public static func minorUnitsPerMajor(of currency: String?) -> Double {
    guard let currency else { return 100 }
    if currenciesWithoutMinorUnit.contains(currency) { return 1 }
    return currenciesWithThousandths.contains(currency) ? 1000 : 100
  }

  /// Whether the text has the form of an ISO 4217 code: three capital letters.
  public static func isCurrencyCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  // ISO 4217:2015 list one, exponents 0 and 3.
  private static let currenciesWithoutMinorUnit: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
    "XPF",
  ]
  private static let currenciesWithThousandths: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
