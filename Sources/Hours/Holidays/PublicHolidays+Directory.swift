extension PublicHolidays {
  /// The ISO 3166-1 alpha-2 codes of the countries with a table, in alphabetical order.
  public static var countries: [String] { HolidayTable.countries }

  /// The regions of a country that have their own holidays or are known by name, as codes with a local name.
  ///
  /// - Returns: an empty array for a country without such regions or without a table.
  public static func regions(of country: String) -> [(code: String, name: String)] {
    let regions = HolidayTable.table(forCountry: country)?.regions ?? []
    return regions.map { ($0.code, $0.names.first ?? $0.code) }
  }

  /// The code or name of a region without case, accents and punctuation, so that spellings can be compared.
  package static func regionKey(_ text: String) -> String { HolidayRegion.key(text) }
}
