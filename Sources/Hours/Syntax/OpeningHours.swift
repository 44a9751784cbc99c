/// A value of the OSM `opening_hours` language as a typed tree: rules, each with selectors, a state and a comment.
///
/// Two values are equal when their trees are, however they were spelled. A value by itself knows no place; bind it to a
/// ``HoursContext`` with ``Schedule`` to ask when something is open.
///
/// Language: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
public struct OpeningHours: Sendable {
  /// The rules in the order written; never empty.
  public let rules: [Rule]
  /// The sloppy spellings that were understood all the same, in the order of the text.
  public let warnings: [OpeningHoursWarning]

  /// Reads a value, tolerating the sloppy forms of real data with ``warnings``.
  ///
  /// - Parameters:
  ///   - text: At most ``maximumLength`` bytes of UTF-8; real values have up to 255 characters.
  ///   - country: ISO 3166-1 code of the country the value comes from. Day names of a language are understood when it
  ///     is spoken there ("Do" is Thursday in German, nothing in Australia); nil understands all.
  ///   - leniency: How far from the specification a text may be.
  /// - Throws: ``OpeningHoursError`` with the place, what was expected there and a suggestion.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    parsing text: String, country: String? = nil, leniency: Leniency = .tolerant
  ) throws(OpeningHoursError) {
    self = try OpeningHours.parse(text, ParserOptions(country: country, leniency: leniency))
  }

  init(rules: [Rule], warnings: [OpeningHoursWarning] = []) {
    self.rules = rules
    self.warnings = warnings
  }

  /// The longest text that is read, in bytes.
  public static let maximumLength = 16_384

  /// How far from the specification a text may be.
  public enum Leniency: Sendable {
    /// Only what the specification allows.
    case strict
    /// Also the sloppy forms that `opening_hours.js`, the implementation most map editors use, accepts.
    case common
    /// Also forms that it rejects although their meaning is clear.
    case tolerant
  }
}

extension OpeningHours {
  /// Whether every rule repeats each week: no years, dates, weeks, nth weekdays, holidays or sun times.
  public var isWeekly: Bool { rules.allSatisfy(\.isWeekly) }

  /// Whether public or school holidays are mentioned, so that a calendar is needed for a full answer.
  public var usesHolidays: Bool { rules.contains(where: \.usesHolidays) }

  /// Whether sun times are mentioned, so that a coordinate is needed for a full answer.
  public var usesSun: Bool { rules.contains { rule in rule.times.contains(where: \.usesSun) } }
}

extension OpeningHours: Hashable {
  /// Whether both have the same rules; warnings do not count.
  public static func == (left: OpeningHours, right: OpeningHours) -> Bool { left.rules == right.rules }

  /// Hashes the rules.
  public func hash(into hasher: inout Hasher) { hasher.combine(rules) }
}

extension OpeningHours: CustomStringConvertible, LosslessStringConvertible {
  /// Reads a value as ``init(parsing:country:leniency:)`` does by default; nil when it is not understood.
  public init?(_ description: String) {
    guard let hours = try? OpeningHours(parsing: description) else { return nil }
    self = hours
  }

  /// The normalised text; reading it gives an equal value without warnings.
  public var description: String {
    var printer = Printer()
    printer.print(self)
    return printer.text
  }
}
