import CivilTime
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Imports the calendar of one couch.
struct BusyImport {
  let catalog: CatalogOptions
  let couch: String
  let writesJSON: Bool
  let now: Instant

  func run(_ input: ImportInput) throws {
    let report = try catalog.open(.readWrite).importBusyNights(of: couch, from: input.path, at: now)
    Console.say(Self.text(of: report, input.name))
    if writesJSON { try Console.write(Self.json(of: report)) }
  }

  private static func text(of report: Catalog.BusyReport, _ file: String) -> String {
    let nights = report.nights.reduce(0) { $0 + $1.count }
    var text =
      "\(file): \(report.id) has \(nights.counted("night")) taken in "
      + "\(report.nights.count.counted("range")), before \(report.before)"
    if report.eventsWithoutNight > 0 { text += "\n  note: events that take no night: \(report.eventsWithoutNight)" }
    if report.booked > 0 {
      text +=
        "\n  note: stays booked here that overlap these nights: \(report.booked); they may be duplicates"
    }
    return text
  }

  private static func json(of report: Catalog.BusyReport) -> JSONValue {
    let nights = report.nights.map { JSONValue.array([.string("\($0.from)"), .string("\($0.to)")]) }
    return .object(
      JSONObject([
        ("listing", .string(report.id)), ("unavailable", .array(nights)), ("before", .int(Int64(report.before))),
        ("booked", .int(Int64(report.booked))), ("eventsWithoutNight", .int(Int64(report.eventsWithoutNight))),
      ]))
  }
}
