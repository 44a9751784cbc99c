import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Answers one query. Commands with other forms of the same query include it as a group of their options.
///
/// The option groups of a query are repeated here instead of `QueryOptions`: in a debug build, ArgumentParser validates
/// a nested group about four times as often at each start.
struct Near: ParsableCommand, QueryArguments {
  static let configuration = CommandConfiguration(
    commandName: "near",
    abstract: "Find listings near a coordinate, in a box, or everywhere.",
    usage: "vicinity near [<lat,lon>] [<options>]",
    discussion: """
      \(FilterParts.statusNote)

      --help-all lists all options.

      Examples:
        vicinity near 48.7758,9.1829 --radius 2km --open
        vicinity near 46.5425,24.5575 --during 2026-11-27T18:00..2026-11-28T04:00
        vicinity near 47.4979,19.0402 --stay 2026-12-01..2026-12-05 --guests 2
        vicinity near --bbox 9.1,48.7,9.3,48.9 --text jazz --sort -rating
        vicinity near --bbox 9,48.6,9.4,48.9 --cluster 12 --facets kind,tag
      """)

  @OptionGroup(title: "Place") var place: PartOptions<PlaceParts>
  @OptionGroup(title: "Filters") var filter: PartOptions<FilterParts>
  @OptionGroup(title: "Order") var order: PartOptions<OrderParts>
  @OptionGroup(title: "Recommendations") var wishes: PartOptions<WishParts>
  @OptionGroup(title: "Counts") var views: PartOptions<ViewParts>
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup(title: "Member") var asking: CallerOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var distances: DistanceOptions
  @OptionGroup(title: "Output") var csv: CSVOptions
  @OptionGroup(title: "Output") var catalog: CatalogOptions

  @Flag(help: ArgumentHelp("Print how the query is executed instead of its answer.", visibility: .hidden))
  var explain = false

  @Flag(help: ArgumentHelp("Print the work done to standard error.", visibility: .hidden))
  var verbose = false

  func run() throws { try answer { _ in } }

  /// Runs the query given by the options.
  ///
  /// - Parameter addition: adds other options to the JSON form of the query.
  func answer(_ addition: (inout JSONObject) throws -> Void) throws {
    let asked = try query(addition)
    var query = asked
    let catalog = try catalog.open()
    let now = try clock.instant
    if explain { return try Console.write("\(try OptionNames.query.speaking { try catalog.explain(query, at: now) })") }
    let format = output.resolved
    try views.check(format)
    if format == .ics { query.fields = ICalendarAnswerWriter.queryFields }
    if format == .table { query.fields = TableWriter(fields: query.fields).queryFields }
    let answer = try OptionNames.query.speaking { try catalog.answer(query, at: now) }
    try csv.begin(isCSV: format == .csv)
    if format == .json {
      try Console.output.write(AnswerLines(of: answer).json.bytes)
      let remarks = try AnswerRemarks(answer: answer, query: query, catalog: catalog, now: now, units: distances.units)
      return remarks.say(isTable: false, isVerbose: verbose)
    }
    // Without a search, a table without rows would claim that nothing matches.
    let hasLooked = query.limit > 0 || answer.total != nil
    let outlines = format == .geojson ? try catalog.outlines(of: answer) : []
    if answer.clusters != nil {
      try writeClusters(of: answer, as: format, outlines)
    } else if format != .table || hasLooked {
      try write(answer, of: query, as: format, chosen: asked.fields, outlines)
    }
    try writeFacets(of: answer, as: format, hasRows: hasLooked || answer.clusters != nil)
    let remarks = try AnswerRemarks(
      answer: answer, query: query, catalog: catalog, now: now, units: distances.units)
    remarks.say(isTable: format == .table, isVerbose: verbose)
  }

  private func writeFacets(of answer: Answer, as format: OutputFormat, hasRows: Bool) throws {
    guard let writer = FacetWriter(format, style: Console.tableStyle), answer.facets != nil else { return }
    let text = writer.text(of: answer)
    try Console.output.write(Array((format == .table && hasRows && !text.isEmpty ? "\n" + text : text).utf8))
  }

  private func writeClusters(of answer: Answer, as format: OutputFormat, _ outlines: [AnswerOutline]) throws {
    guard let writer = ClusterWriter(format, style: Console.tableStyle, outlines: outlines) else { return }
    try Console.output.write(Array(writer.text(of: answer).utf8))
  }

  private func writeICalendar(_ answer: Answer, of query: Query) throws {
    var writer = ICalendarAnswerWriter(stay: query.withNights(at: answer.now).stay?.nights)
    try writer.write(answer) { try Console.output.write($0) }
    if let remark = writer.remark { Console.say(remark) }
  }

  private func write(
    _ answer: Answer, of query: Query, as format: OutputFormat, chosen: [Field]?, _ outlines: [AnswerOutline]
  ) throws {
    if format == .ics { return try writeICalendar(answer, of: query) }
    var writer: any AnswerWriter =
      switch format {
      case .table: TableWriter(fields: chosen, style: Console.tableStyle, units: distances.units)
      case .json, .jsonl: JSONLinesWriter()
      case .geojson: GeoJSONWriter(outlines: outlines)
      case .csv, .ics: CSVWriter()
      }
    try writer.write(answer) { try Console.output.write($0) }
    if format == .table, let next = answer.next {
      try Console.write(exactly: Console.tableStyle.applied(.faint, to: "more: add --after \(next)"))
    }
  }
}
