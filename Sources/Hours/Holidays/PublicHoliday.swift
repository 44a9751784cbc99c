import CivilTime

/// A public holiday on its date.
public struct PublicHoliday: Hashable, Sendable {
  /// The day off.
  public let date: LocalDate
  /// The name in the local language, marked when the day is a substitute.
  public let name: String
  /// The name in English, marked likewise.
  public let englishName: String
  /// Whether the holiday itself falls on another day and this one replaces it or is added to it.
  public let isSubstitute: Bool

  /// Makes a holiday.
  public init(date: LocalDate, name: String, englishName: String, isSubstitute: Bool = false) {
    self.date = date
    self.name = name
    self.englishName = englishName
    self.isSubstitute = isSubstitute
  }
}
