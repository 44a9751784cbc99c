import CodedErrors

/// The result of an import.
public struct ImportReport: Sendable {
  /// The file, `-` for standard input.
  public var path: String
  /// The name of the source in the catalog.
  public var source: String
  /// The format of the file.
  public var format: ImportFormat
  /// The reason for choosing that format.
  public var formatReason: String
  /// Rows read, including rejected and skipped ones.
  public var rows = 0
  /// Listings that are new in the catalog.
  public var added = 0
  /// Listings that have changed.
  public var updated = 0
  /// Listings that have not changed.
  public var unchanged = 0
  /// Listings of the source that are missing from the file.
  public var removed = 0
  /// Listings that belonged to other sources before; they are also counted as updated.
  public var takenOver = 0
  /// Whether the file was only read: `added` and `updated` are what an import would add and update then.
  public var isPreview = false
  /// The columns of a table as they are understood; empty for other formats.
  public var columns: [ImportColumn] = []
  /// Rows that were rejected, by reason, most frequent first.
  public var rejected: [Tally] = []
  /// Rows skipped because of their type, most frequent first.
  public var skipped: [Tally] = []
  /// The origin of the time zones.
  public var zones = Zones()
  /// The distinct opening hours.
  public var schedules = Schedules()
  /// The distinct recurrences.
  public var recurrences = Recurrences()
  /// Unknown keys, most frequent first; the example is the key that was probably meant.
  public var ignoredKeys: [Tally] = []
  /// Unknown keys whose values became custom fields, most frequent first; the example is the key that was probably
  /// meant.
  public var ownKeys: [Tally] = []
  /// Values left out of listings that were imported.
  public var leftOut: [Tally] = []
  /// Remarks on the whole file.
  public var notes: [String] = []
  /// Why the file is incomplete, if it says so itself.
  var incompleteness: String?
  /// The listings that were passed on to the catalog.
  var accepted = 0
  /// Next steps for the findings in the notes.
  var remediesOfNotes: [Remedy] = []
  /// The elapsed time.
  public var seconds = 0.0

  /// A reason with its count.
  public struct Tally: Hashable, Sendable {
    /// A stable identifier of the reason, or the skipped type.
    public var code: String
    /// The number of occurrences.
    public var count: Int
    /// The line of the first occurrence; nil when unknown.
    public var line: Int?
    /// The first occurrence.
    public var example: String?
    /// A next step that may help; nil if the example contains it already.
    public var remedy: Remedy?
  }

  /// The origin of the listings' time zones.
  public struct Zones: Hashable, Sendable {
    /// From the row.
    public var given = 0
    /// Taken from the default of the import.
    public var fromDefault = 0
    /// That of the nearest place in the gazetteer.
    public var fromGazetteer = 0
    /// Unknown: the opening hours of these listings cannot be evaluated.
    public var missing = 0
  }

  /// The distinct opening hours of the file.
  public struct Schedules: Hashable, Sendable {
    /// The number of different texts.
    public var distinct = 0
    /// The number of valid ones.
    public var understood = 0
    /// The number of valid ones that repeat every week; the others depend on dates, holidays or the sun.
    public var weekly = 0
    /// The number of valid ones that do not repeat every week: they are evaluated day by day.
    public var general: Int { understood - weekly }
    /// The number of valid ones with spellings outside the specification.
    public var tolerated = 0
    /// The most frequent of those, at most 20, with the number of listings; the example is the correct form.
    public var corrections: [Tally] = []
    /// The invalid ones, with the number of listings, most frequent first; the opening state of these listings is
    /// unknown.
    public var notUnderstood: [Tally] = []
  }

  /// The distinct recurrences of the file.
  public struct Recurrences: Hashable, Sendable {
    /// The number of different texts.
    public var distinct = 0
    /// The number of valid ones.
    public var understood = 0
    /// The invalid ones, with the number of listings, most frequent first; these listings take place once. The example
    /// is the problem.
    public var notUnderstood: [Tally] = []
  }

  init(path: String, source: String, guess: FormatGuess) {
    self.path = path
    self.source = source
    format = guess.format
    formatReason = guess.reason
  }

  /// Listings of the file that are now in the catalog.
  public var imported: Int { added + updated + unchanged }
  /// The number of rejected rows.
  public var rejectedCount: Int { rejected.reduce(0) { $0 + $1.count } }
  /// The next steps for errors and missing data, each once.
  public var remedies: [Remedy] {
    let found = rejected.compactMap(\.remedy) + (zones.missing > 0 ? [.giveTimeZone] : []) + remediesOfNotes
    var told: Set<Remedy> = []
    return found.filter { told.insert($0).inserted }
  }

  /// The number of skipped rows.
  public var skippedCount: Int { skipped.reduce(0) { $0 + $1.count } }
}
