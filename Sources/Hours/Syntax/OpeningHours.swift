/// A value of the OSM `opening_hours` language as a typed tree: rules, each with selectors, a state and a comment.
///
/// Two values are equal when their trees are, whatever their spelling. A value is independent of a place; bind it to a
/// ``HoursContext`` with ``Schedule`` to evaluate it.
///
/// Language: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
public struct OpeningHours: Sendable {
  /// The rules in the order written; never empty.
  public let rules: [Rule]
  /// The sloppy spellings that were accepted, in the order of the text.
  public let warnings: [OpeningHoursWarning]

  /// Parses a value, accepting the sloppy forms of real data with ``warnings``.
  ///
  /// - Parameters:
  ///   - text: at most ``maximumLength`` bytes of UTF-8; real values have up to 255 characters.
  ///   - country: ISO 3166-1 code of the country the value comes from. Day names of a language are accepted where it is
  ///     spoken ("Do" is Thursday in German, nothing in Australia); nil accepts all.
  ///   - leniency: how far the text may deviate from the specification.
  /// - Throws: ``OpeningHoursError`` with the position, what was expected there and a suggestion.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    parsing text: String, country: String? = nil, leniency: Leniency = .tolerant
  ) throws(OpeningHoursError) {
    self = try OpeningHours.parse(text, ParserOptions(country: country, leniency: leniency))
  }

  /// Whether the rules are taken as the specification says even where people may mean something else.
  let isLiteral: Bool

  init(rules: [Rule], warnings: [OpeningHoursWarning] = [], isLiteral: Bool = true) {
    self.rules = rules
    self.warnings = warnings
    self.isLiteral = isLiteral
  }

  /// The maximum length of a text, in bytes.
  public static let maximumLength = 16_384

  /// How far a text may deviate from the specification.
  public enum Leniency: Sendable {
    /// Only texts that the specification allows.
    case strict
    /// Also the sloppy forms that `opening_hours.js`, the implementation most map editors use, accepts.
    case common
    /// Also forms that it rejects although they are unambiguous; but no text with two plausible readings, even where
    /// the specification defines one: `PH off; Mo-Fr 10:00-18:00` is an error. At times at which readings differ the
    /// state is unknown: `Mo-Su 11:00-23:00, Tu 17:00-23:00` on Tuesday at 12:00, `Mo off` on Tuesday.
    case tolerant
  }
}

extension OpeningHours {
  /// Whether every rule repeats each week: no years, dates, weeks, nth weekdays, holidays or sun times.
  public var isWeekly: Bool { rules.allSatisfy(\.isWeekly) }

  /// Whether public or school holidays are mentioned, so that a complete evaluation needs a calendar.
  public var usesHolidays: Bool { rules.contains(where: \.usesHolidays) }

  /// Whether public holidays are mentioned, so that the state may depend on the region.
  public var usesPublicHolidays: Bool {
    rules.contains { $0.days.contains { $0.holiday == .publicHoliday } }
  }

  /// Whether sun times are mentioned, so that a complete evaluation needs a coordinate.
  public var usesSun: Bool { rules.contains { rule in rule.times.contains(where: \.usesSun) } }
}

extension OpeningHours: Hashable {
  /// Whether both have the same rules; warnings do not count.
  public static func == (left: OpeningHours, right: OpeningHours) -> Bool { left.rules == right.rules }

  /// Hashes the rules.
  public func hash(into hasher: inout Hasher) { hasher.combine(rules) }
}

extension OpeningHours: CustomStringConvertible, LosslessStringConvertible {
  /// Parses a value as ``init(parsing:country:leniency:)`` does by default; nil when it is invalid.
  public init?(_ description: String) {
    guard let hours = try? OpeningHours(parsing: description) else { return nil }
    self = hours
  }

  /// The normalized text; parsing it strictly gives an equal value without warnings.
  public var description: String {
    var printer = Printer()
    printer.print(self)
    return printer.text
  }
}
