import Geography
import Streams
import Vicinity

/// The contents of a catalog in numbers, as text and as JSON.
public struct StatisticsReport: Sendable {
  private let statistics: CatalogStatistics

  /// Makes a report.
  public init(_ statistics: CatalogStatistics) { self.statistics = statistics }

  /// Shown instead of the opening state: the status of a cancelled event, or of a place that is not in business; nil
  /// for others.
  public var text: String {
    let rows = rows.filter { !$0.1.isEmpty }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "\($0.0.padded(to: width, alignedRight: false))  \($0.1)" }.joined(separator: "\n")
  }

  private var rows: [(String, String)] {
    [
      ("listings", "\(statistics.listings) (\(Self.list(statistics.kinds)))"),
      ("sources", Self.list(statistics.sources)),
      ("extent", statistics.extent.map(Self.extentText) ?? ""), ("time zones", Self.list(statistics.zones)),
      ("prices", "\(statistics.priced)\(Self.detail(statistics.currencies))"), ("ratings", ratingsText),
      (
        "schedules",
        "\(statistics.scheduleCount) distinct; \(Self.bars(statistics.barsWithoutHours)) without opening hours"
      ),
      ("tags", "\(statistics.tagCount) distinct\(Self.detail(statistics.tags))"),
      ("taken nights", "\(statistics.blockedNights)"), ("file", Self.sizeText(statistics.fileSize)),
      ("schema", statistics.migrations.last ?? ""),
    ]
  }

  private var ratingsText: String {
    let mean = statistics.meanRating.map { ", mean \(FieldValue.decimal($0, places: 2).plainText)" } ?? ""
    return "\(statistics.rated)\(mean)"
  }

  private static func list(_ counts: [CatalogStatistics.Count]) -> String {
    let shown = counts.prefix(10).map { "\($0.name.isEmpty ? "none" : $0.name.printable) \($0.count)" }
    return (shown + (counts.count > 10 ? ["…"] : [])).joined(separator: ", ")
  }

  private static func bars(_ count: Int) -> String { count.counted("bar") }

  private static func detail(_ counts: [CatalogStatistics.Count]) -> String {
    counts.isEmpty ? "" : " (\(list(counts)))"
  }

  private static func extentText(_ box: BoundingBox) -> String {
    let corners = box.bbox.map { FieldValue.decimal($0, places: 4).plainText }
    return "west \(corners[0]), south \(corners[1]), east \(corners[2]), north \(corners[3])"
  }

  private static func sizeText(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\((bytes + 500) / 1000) kB" : "\(FieldValue.decimal(Double(bytes) / 1e6, places: 1).plainText) MB"
  }

  /// All numbers as one object.
  public var json: JSONValue {
    var object = JSONObject([
      ("listings", .int(Int64(statistics.listings))), ("kinds", Self.object(statistics.kinds)),
      ("sources", Self.object(statistics.sources)), ("timezones", Self.object(statistics.zones)),
      ("currencies", Self.object(statistics.currencies)), ("tags", Self.object(statistics.tags)),
    ])
    let numbers = [
      ("distinctTags", statistics.tagCount), ("schedules", statistics.scheduleCount),
      ("barsWithoutHours", statistics.barsWithoutHours), ("priced", statistics.priced), ("rated", statistics.rated),
      ("takenNights", statistics.blockedNights), ("fileSize", statistics.fileSize),
    ]
    for (key, number) in numbers { object[key] = .int(Int64(number)) }
    object["meanRating"] = statistics.meanRating.map { .double($0) }
    object["extent"] = statistics.extent.map { box in
      .object(JSONObject([("bbox", .array(box.bbox.map { .double($0) }))]))
    }
    object["schema"] = statistics.migrations.last.map { .string($0) }
    return .object(object)
  }

  private static func object(_ counts: [CatalogStatistics.Count]) -> JSONValue {
    .object(JSONObject(counts.map { ($0.name, .int(Int64($0.count))) }))
  }
}
