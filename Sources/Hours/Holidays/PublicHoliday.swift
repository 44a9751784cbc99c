import CivilTime

/// A public holiday on its date.
public struct PublicHoliday: Hashable, Sendable {
  /// The day that is free.
  public let date: LocalDate
  /// The name in the local language, with a remark when the day is a substitute.
  public let name: String
  /// The name in English, likewise.
  public let englishName: String
  /// Whether the holiday itself falls on another day and this one is free in its place or beside it.
  public let isSubstitute: Bool

  /// Makes a holiday.
  public init(date: LocalDate, name: String, englishName: String, isSubstitute: Bool = false) {
    self.date = date
    self.name = name
    self.englishName = englishName
    self.isSubstitute = isSubstitute
  }
}
