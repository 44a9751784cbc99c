/// The public holidays of one country as rules.
struct HolidayTable: Sendable {
  /// ISO 3166-1 alpha-2, capital letters.
  let country: String
  /// The regions with their own holidays, or all regions when `acceptsOtherRegions` is false.
  var regions: [HolidayRegion] = []
  /// Whether a region that is not listed has just the holidays of the whole country; otherwise it is an error.
  var acceptsOtherRegions = false
  /// Appended to the local name of a holiday on a substitute day.
  var substituteSuffix = " (observed)"
  /// The first year with substitute days.
  var substitutesSince = Int.min
  let rules: [HolidayRule]

  /// The codes of a region and its enclosing regions, innermost first; nil for an unknown region.
  ///
  /// - Parameter text: an ISO 3166-2 code with or without the country, or a name; case and accents do not matter.
  func path(toRegion text: String) -> [String]? {
    let key = HolidayRegion.key(text)
    let short = key.hasPrefix(country.lowercased()) && text.contains("-") ? String(key.dropFirst(2)) : key
    guard !key.isEmpty else { return nil }
    guard let found = regions.first(where: { $0.matches(short) }) ?? regions.first(where: { $0.matches(key) }) else {
      return acceptsOtherRegions ? [text] : nil
    }
    guard let parent = found.parent else { return [found.code] }
    return [found.code] + (path(toRegion: parent) ?? [])
  }

  /// The rules that apply to a region, or to the whole country for an empty path.
  func rules(in path: [String]) -> [HolidayRule] {
    rules.filter { $0.applies(in: path) }
  }
}
