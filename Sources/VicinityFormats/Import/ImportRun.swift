import CodedErrors
import Streams
import Vicinity

/// The counts and checks of a running import.
struct ImportRun {
  private(set) var report: ImportReport
  private let options: ImportOptions
  private let path: String
  private let rejects: RejectsFile?
  private var validator = ListingValidator()
  private var rejected = ReasonCounts()
  private var skipped = ReasonCounts()
  private var schedules = ScheduleCounts()
  private var recurrences = RecurrenceCounts()
  private var accepted = 0
  /// Listings that are not in business, by status.
  private var closed: [OperatingStatus: Int] = [:]
  /// Listings at latitude 0 and longitude 0.
  private var atZero = 0
  /// The number of listings with an unknown region, and the first such region.
  private var unknownRegions: (count: Int, example: String)?
  private var left: ReaderRemarks
  private var firstRejections: [String: (rejection: RowRejection, line: Int)] = [:]

  init(options: ImportOptions, path: String, report: ImportReport) throws(ImportError) {
    self.options = options
    self.path = path
    self.report = report
    left = ReaderRemarks(isStrict: options.isStrict)
    rejects = try options.rejects.map { rejects throws(ImportError) in
      try RejectsFile(path: rejects, adding: options.addsRejects, source: path)
    }
  }

  /// Notes how the columns of a table are understood.
  mutating func columns(_ columns: [ImportColumn]) { report.columns = columns }

  /// Processes one row.
  mutating func take(_ row: ImportedRow, from reader: any ListingReader, into sink: some ListingSink) throws {
    report.rows += 1
    switch row.outcome {
    case .skipped(let type): skipped.count(type)
    case .rejected(let rejection): try reject(rejection, row.line, reader)
    case .listing(let listing): try accept(listing, row.line, reader, sink)
    }
  }

  private mutating func accept(
    _ listing: Listing, _ line: Int, _ reader: any ListingReader, _ sink: some ListingSink
  ) throws {
    var listing = listing
    listing.id = options.idPrefix + listing.id
    let isZoneGiven = listing.timeZone != nil
    if !isZoneGiven { listing.timeZone = try zone(of: listing, sink) }
    // Sources use 0 for no minimum number of nights.
    if listing.minNights == 0 { listing.minNights = nil }
    do throws(RowRejection) { try validate(&listing) } catch { return try reject(error, line, reader) }
    do throws(RowRejection) { try checkOwn(listing) } catch { return try reject(error, line, reader) }
    if let rejection = try sink.accept(listing, line: line) { return try reject(rejection, line, reader) }
    accepted += 1
    if listing.coordinate.latitude == 0, listing.coordinate.longitude == 0 { atZero += 1 }
    if let status = listing.operatingStatus { closed[status, default: 0] += 1 }
    if let region = listing.region, listing.regionRejection != nil {
      unknownRegions = ((unknownRegions?.count ?? 0) + 1, unknownRegions?.example ?? region)
    }
    schedules.count(listing.openingHours)
    recurrences.count(listing)
    countZone(isGiven: isZoneGiven, isKnown: listing.timeZone != nil)
  }

  /// Validates a listing; wrong values that it can do without are removed.
  private mutating func validate(_ listing: inout Listing) throws(RowRejection) {
    while true {
      do { return try validator.validate(listing) } catch {
        guard let field = error.field, field.remove(from: &listing) else { throw error }
        try left.leaveOut(field, error)
      }
    }
  }

  /// Counts values of declared custom fields that have another type: they are stored but not indexed.
  private mutating func checkOwn(_ listing: Listing) throws(RowRejection) {
    for field in options.ownFields {
      guard let value = listing.own[field.name], !field.type.holds(value) else { continue }
      if options.isStrict {
        throw .wrongType(key: field.name, expected: "a value of the type \(field.type.rawValue)", found: value.typeName)
      }
      left.leaveOut("\(field.name) is not a \(field.type.rawValue), and not indexed", example: value.text)
    }
  }

  /// The zone of the place nearest to the public point: the zone of the exact point could reveal on which side of a
  /// border it lies.
  private func zone(of listing: Listing, _ sink: some ListingSink) throws -> String? {
    if let zone = options.timeZone { return zone }
    guard let places = options.places else { return nil }
    return places.zone(at: try sink.publicCoordinate(of: listing))
  }

  private mutating func countZone(isGiven: Bool, isKnown: Bool) {
    if isGiven {
      report.zones.given += 1
    } else if isKnown {
      if options.timeZone == nil { report.zones.fromGazetteer += 1 } else { report.zones.fromDefault += 1 }
    } else {
      report.zones.missing += 1
    }
  }

  private mutating func reject(_ rejection: RowRejection, _ line: Int, _ reader: any ListingReader) throws {
    guard !options.isStrict else { throw ImportError.rowRejected(path: path, line: line, rejection: rejection) }
    rejected.count(rejection.code, line: line, remedy: rejection.remedy, example: rejection.description)
    if firstRejections[rejection.code] == nil { firstRejections[rejection.code] = (rejection, line) }
    try rejects?.write(rejection, line: line, row: reader.rowText)
  }

  /// The report of all rows.
  /// - Throws: `nothingUsable` or `allRejected` when there were rows and none was accepted.
  mutating func finish(_ remarks: ReaderRemarks) throws -> ImportReport {
    var remarks = remarks
    remarks.add(left)
    try rejects?.finish()
    report.rejected = rejected.sorted
    report.skipped = skipped.sorted
    try checkYield()
    (report.accepted, report.incompleteness) = (accepted, remarks.incompleteness)
    report.schedules = schedules.report
    report.recurrences = recurrences.report
    if let reason = remarks.incompleteness {
      remarks.notes.append("the file is incomplete: \(reason.trimmingSentence).")
    }
    let off = remarks.offByTitle
    if off.count > 0 {
      remarks.notes.append(
        "\(off.count.counted("event is", "events are")) cancelled or postponed according to the title only, such as "
          + "\"\(off.example.shortened)\".")
    }
    let moved = remarks.movedEnds
    if moved.count > 0 {
      remarks.notes.append(
        "\(moved.count.counted("event ends", "events end")) earlier on the day of the start, which is read as the "
          + "following day, such as \"\(moved.example.shortened)\".")
    }
    let counts = OperatingStatus.allCases.compactMap { status in
      closed[status].map { "\($0.grouped) \(status.rawValue)" }
    }
    if !counts.isEmpty {
      remarks.notes.append("not in business, and therefore left out by searches: \(counts.joined(separator: ", ")).")
    }
    if let (count, example) = unknownRegions {
      remarks.notes.append(
        "\(count.counted("listing names", "listings name")) a region whose public holidays are not known, such as "
          + "\"\(example.shortened)\": the places of the gazetteer around them determine it.")
    }
    if atZero > 0 {
      remarks.notes.append(
        "\(atZero.counted("listing is", "listings are")) at 0, 0 in the Gulf of Guinea, which many sources write for an "
          + "unknown position.")
    }
    (report.notes, report.remediesOfNotes) = (remarks.notes, remarks.remedies)
    report.leftOut = remarks.leftOut.map { .init(code: $0.key, count: $0.value.count, example: $0.value.example) }
      .sorted { $0.code < $1.code }
    report.ignoredKeys = Self.tallies(of: remarks.ignoredKeys)
    report.ownKeys = Self.ownTallies(
      of: remarks.ownKeys.filter { key, _ in !options.ownFields.contains { $0.name == key } })
    return report
  }

  private static func tallies(of keys: [String: Int]) -> [ImportReport.Tally] {
    keys.map { key, count in
      .init(code: key, count: count, example: Field.guess(key)?.rawValue ?? Field.nearest(to: key))
    }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }

  /// Keys that may be misspelt come first.
  private static func ownTallies(of keys: [String: Int]) -> [ImportReport.Tally] {
    let tallies = keys.map { key, count in
      ImportReport.Tally(code: key, count: count, example: Field.misspelt(key))
    }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
    return tallies.filter { $0.example != nil } + tallies.filter { $0.example == nil }
  }

  private func checkYield() throws(ImportError) {
    guard accepted == 0, report.rows > 0 else { return }
    if skipped.total > rejected.total {
      let types = skipped.sorted.map { "\($0.code) (\($0.count.grouped))" }
      throw ImportError.nothingUsable(path: path, rows: report.rows, types: types)
    }
    guard let first = rejected.sorted.first.flatMap({ firstRejections[$0.code] }) else { return }
    throw ImportError.allRejected(path: path, rows: rejected.total, mostFrequent: first.rejection, line: first.line)
  }
}

extension Field {
  /// The known key that `key` probably misspells: with other capitals, or a wrong letter.
  static func misspelt(_ key: String) -> String? {
    let keys = ofListing.filter { $0 != .own }.map(\.rawValue)
    if let same = keys.first(where: { simplified($0) == simplified(key) }) { return same }
    return key.count > 3 ? Suggestion.nearest(to: key, among: keys) : nil
  }

  /// The field that a misspelt key most likely means.
  static func nearest(to key: String) -> String? { Suggestion.nearest(to: key, among: ofListing.map(\.rawValue)) }
}
