import CivilTime
import Streams

extension Query {
  /// The time from which on listings are new.
  public enum Since: Hashable, Sendable {
    /// An instant.
    case instant(Instant)
    /// A local time of the listing; UTC for listings without a time zone.
    case local(LocalDateTime)
    /// This many hours, at least 0, before the full minute of `now`, so that the answer is the same within a minute.
    case ago(hours: Int)
  }

  /// Listings that were added to the catalog at or after this time. Listings whose time of adding is
  /// unknown do not pass. Nil means no condition.
  public var listedSince: Since? {
    get { rare?.parts.listedSince }
    set { change { $0.listedSince = newValue } }
  }
}

extension Query.Since {
  private static let units: [(name: String, hours: Int)] = [("d", 24), ("w", 7 * 24), ("h", 1)]
  /// About 1900 years.
  private static let mostHours = 16_800_000
  private static let forms = "a time before now such as 7d, 2w or 12h, a date, or a date and time"

  /// Parses a span before now (`7d`), a date, which means its local midnight, a local time or an instant.
  fileprivate init(parsing text: String, path: String) throws(QueryError) {
    let (typed, number) = (text.trimmingSpaces, text.trimmingSpaces.dropLast())
    if let unit = Self.units.first(where: { typed.hasSuffix($0.name) }), number.utf8.allSatisfy({ 48...57 ~= $0 }),
      let count = Int(number), count <= Self.mostHours / unit.hours
    {
      self = .ago(hours: count * unit.hours)
      return
    }
    switch try? Query.Moment(boundary: typed, path: path) {
    case .instant(let instant): self = .instant(instant)
    case .local(let local): self = .local(local)
    case .now, .weekly, .daily, nil: throw .badTime(path: path, found: text, expected: Self.forms)
    }
  }

  /// The text that parses to the same time.
  fileprivate var text: String {
    switch self {
    case .instant(let instant): "\(instant)"
    case .local(let local): "\(local)"
    case .ago(let hours): hours % 24 == 0 ? "\(hours / 24)d" : "\(hours)h"
    }
  }

  /// As text in a sentence.
  fileprivate var words: String {
    if case .ago = self { "added in the last \(text)" } else { "added since \(text)" }
  }

  /// The instant that it means at a place.
  ///
  /// - Parameter zone: the zone of the place.
  func instant(in zone: Zone, now: Instant) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .local(let local): zone.instant(of: local)
    case .ago(let hours):
      Instant(secondsSince1970: now.secondsSince1970 - (now.secondsSince1970 % 60 + 60) % 60)
        + -3600 * Int64(min(max(hours, 0), Self.mostHours))
    }
  }
}

extension QueryPart {
  /// New listings.
  static let listedSince = QueryPart(
    "listedSince", .conditions,
    notes: [
      Note(
        "listedSince", #"`"7d"`, `"2w"`, `"12h"`, a date, a local time or an instant"#, typed: ["listed-since 7d"],
        "added to the catalog at or after this time: a number of days, weeks or hours before `now`, or the local "
          + "midnight of a date; listings whose time of adding is unknown do not pass")
    ],
    inputs: [
      QueryInput(
        "listed-since", "listedSince", .text,
        "Added to the catalog at or after this time: `7d`, `2w` or `12h` before now, a date, or an instant.", "when",
        example: "7d", isRare: true, choices: ["7d", "30d"])
    ],
    read: { (query, value, _) throws(QueryError) in
      let text = try value.queryString(at: "listedSince", expected: "a time", example: #""7d""#)
      query.listedSince = try Query.Since(parsing: text, path: "listedSince")
    },
    json: { $0.listedSince.map { .string($0.text) } },
    test: { $0.listedSince.map { "listed   \($0.words)" } },
    condition: PartCondition(
      isGiven: { $0.listedSince != nil }, copy: { $0.listedSince = $1.listedSince }, share: 0.1,
      wanted: { $0.listedSince?.words ?? "" },
      found: { try $0.time(.added).map { "added \($0)" } ?? "not known when it was added" },
      without: "added at any time"))
}
