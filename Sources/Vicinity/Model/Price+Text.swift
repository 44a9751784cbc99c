extension Price {
  /// The price as text: `free`, `€4.50`, `4.50 RON`, `¥500`.
  package var text: String {
    guard minorUnits != 0 else { return "free" }
    guard let currency else { return digits }
    return Self.symbols[currency].map { "\($0)\(digits)" } ?? "\(digits) \(currency)"
  }

  /// An amount in major units as text, as prices are written: `€4.50`, `180.00 RON`; without a currency the number.
  package static func text(of amount: Double, _ currency: String?) -> String {
    guard let currency, let price = Price(amount: amount, currency: currency) else { return amount.plainText }
    return price.minorUnits == 0 ? "0 \(currency)" : price.text
  }

  private var digits: String {
    let scale = Int(Price.minorUnitsPerMajor(of: currency))
    guard scale > 1 else { return String(minorUnits) }
    let places = scale == 1000 ? 3 : 2
    let fraction = String(minorUnits % scale)
    return "\(minorUnits / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }

  // Only symbols of a single currency; "$" is the US dollar by convention.
  private static let symbols = ["EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪"]
}

extension Listing {
  /// The mean and the number of ratings: `4.0 (12)`; empty without a rating.
  package var ratingText: String {
    guard let rating else { return "" }
    let text = FieldValue.decimal(rating, places: 1).plainText
    let stars = text.contains(".") ? text : "\(text).0"
    return ratingCount.map { "\(stars) (\($0))" } ?? stars
  }
}
