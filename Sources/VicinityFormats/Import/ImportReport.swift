/// What an import did.
public struct ImportReport: Sendable {
  /// The file, `-` for standard input.
  public var path: String
  /// What the source is called in the catalog.
  public var source: String
  /// The format it was read as.
  public var format: ImportFormat
  /// Why that format.
  public var formatReason: String
  /// Rows read, bad and skipped ones included.
  public var rows = 0
  /// Listings that are new in the catalog.
  public var added = 0
  /// Listings that were there and differ now.
  public var updated = 0
  /// Listings that were there just so.
  public var unchanged = 0
  /// Listings of the source that the file no longer has.
  public var removed = 0
  /// Rows that were rejected, by reason, most frequent first.
  public var rejected: [Tally] = []
  /// Rows that are no listings by their type, most frequent first.
  public var skipped: [Tally] = []
  /// Where the time zones came from.
  public var zones = Zones()
  /// The distinct opening hours.
  public var schedules = Schedules()
  /// The distinct recurrences.
  public var recurrences = Recurrences()
  /// Keys that mean nothing here, most frequent first; the example is the key that might be meant.
  public var ignoredKeys: [Tally] = []
  /// Values left out of listings that were imported.
  public var leftOut: [Tally] = []
  /// Sentences about the whole file.
  public var notes: [String] = []
  /// How long it took.
  public var seconds = 0.0

  /// A reason with its number.
  public struct Tally: Hashable, Sendable {
    /// The stable word to count by, or the type that was skipped.
    public var code: String
    /// How often.
    public var count: Int
    /// The line of the first one; nil when not known.
    public var line: Int?
    /// What the first one was.
    public var example: String?
  }

  /// Where the time zones of the listings came from.
  public struct Zones: Hashable, Sendable {
    /// Named by the row.
    public var given = 0
    /// Taken from the default of the import.
    public var fromDefault = 0
    /// That of the nearest place of the gazetteer.
    public var fromGazetteer = 0
    /// Not known: opening hours of these cannot be evaluated.
    public var missing = 0
  }

  /// The distinct opening hours of the file.
  public struct Schedules: Hashable, Sendable {
    /// How many different texts.
    public var distinct = 0
    /// How many of them are understood.
    public var understood = 0
    /// How many of those understood repeat every week; the others depend on dates, holidays or the sun.
    public var weekly = 0
    /// How many of those understood are not: evaluated day by day.
    public var general: Int { understood - weekly }
    /// How many of those understood are spelled in a way that the language does not allow.
    public var tolerated = 0
    /// The most frequent of the tolerated, at most 20, with the number of listings; the example is the correct form.
    public var corrections: [Tally] = []
    /// Those that are not, with the number of listings, most frequent first; their listings are open at an unknown time.
    public var notUnderstood: [Tally] = []
  }

  /// The distinct recurrences of the file.
  public struct Recurrences: Hashable, Sendable {
    /// How many different texts.
    public var distinct = 0
    /// How many of them are understood.
    public var understood = 0
    /// Those that are not, with the number of listings, most frequent first; their listings take place once. The example is the problem.
    public var notUnderstood: [Tally] = []
  }

  init(path: String, source: String, guess: FormatGuess) {
    self.path = path
    self.source = source
    format = guess.format
    formatReason = guess.reason
  }

  /// Listings in the file that are in the catalog now.
  public var imported: Int { added + updated + unchanged }
  /// How many rows were rejected.
  public var rejectedCount: Int { rejected.reduce(0) { $0 + $1.count } }
  /// How many rows were skipped.
  public var skippedCount: Int { skipped.reduce(0) { $0 + $1.count } }
}
