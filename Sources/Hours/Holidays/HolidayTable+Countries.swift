extension HolidayTable {
  /// The codes of all countries with a table, in alphabetical order.
  static let countries = [
    "AT", "AU", "BE", "BG", "CA", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GR", "HR",
    "HU", "IE", "IS", "IT", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK", "US",
  ]

  /// The table of a country, nil when there is none.
  ///
  /// - Parameter code: ISO 3166-1 alpha-2 in any case; also UK and EL, which European institutions use for GB and GR.
  static func table(forCountry code: String) -> HolidayTable? {
    switch code.uppercased() {
    case "AT": austria
    case "AU": australia
    case "BE": belgium
    case "BG": bulgaria
    case "CA": canada
    case "CH": switzerland
    case "CY": cyprus
    case "CZ": czechia
    case "DE": germany
    case "DK": denmark
    case "EE": estonia
    case "ES": spain
    case "FI": finland
    case "FR": france
    case "GB", "UK": unitedKingdom
    case "GR", "EL": greece
    case "HR": croatia
    case "HU": hungary
    case "IE": ireland
    case "IS": iceland
    case "IT": italy
    case "LT": lithuania
    case "LU": luxembourg
    case "LV": latvia
    case "MT": malta
    case "NL": netherlands
    case "NO": norway
    case "PL": poland
    case "PT": portugal
    case "RO": romania
    case "SE": sweden
    case "SI": slovenia
    case "SK": slovakia
    case "US": unitedStates
    default: nil
    }
  }
}
