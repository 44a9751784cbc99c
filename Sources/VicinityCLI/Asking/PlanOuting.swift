import ArgumentParser
import CommandSupport
import Vicinity
import VicinityFormats

/// Plans an outing.
struct PlanOuting: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan an outing: a free couch, an event on one of the evenings, a bar open after it.",
    usage: "vicinity plan --near <lat,lon> --stay <from..to> [<options>]",
    discussion: """
      Each is within walking distance of the previous one, and the couch of --near. An evening is from 18:00 to 06:00; \
      an event without a known end lasts two hours; the bar is open for an hour after the arrival.

      Examples:
        vicinity plan --near 46.5446,24.5620 --stay 2026-11-27..2026-11-29
        vicinity plan --near 46.5446,24.5620 --stay 2026-11-27..2026-11-29 \\
          --guests 2 --max-price 250 --currency RON
        vicinity plan --near 46.5446,24.5620 --stay 2026-11-27..2026-11-29 \\
          --tag jazz --couch-tag wifi
      """)

  @OptionGroup var options: PlanOptions
  @OptionGroup(title: "Output") var output: ReportOptions
  @OptionGroup(title: "Output") var distances: DistanceOptions
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup var catalog: CatalogOptions

  func run() throws {
    let now = try clock.instant
    let catalog = try catalog.open()
    let request = try options.request(in: catalog, at: now)
    let (outings, work) = try OptionNames.plan.speaking { try catalog.outingsWithWork(request, at: now) }
    if output.resolved == .table {
      let table = OutingTable(outings, for: request, at: now, units: distances.units)
      if !outings.isEmpty { try Console.write(table.text) }
    } else {
      for outing in outings { try Console.write(outing.json) }
    }
    if outings.isEmpty, request.limit > 0 { Console.say("no outing: \(reason(work, request))") }
  }

  /// The step that found nothing, and a remedy.
  private func reason(_ work: OutingWork, _ request: OutingRequest) -> String {
    let advice = Self.remedies(request).joined(separator: ", or ")
    return "\(work.shortage(for: request, units: distances.units)). Try \(advice)."
  }

  private static func remedies(_ request: OutingRequest) -> [String] {
    let tags = [request.couchTags, request.eventTags, request.barTags]
    return ["a longer --walk", "other nights"] + (tags.allSatisfy(\.isEmpty) ? [] : ["fewer tags"])
      + (request.maxPrice == nil ? [] : ["a higher --max-price"])
      + (request.currency == nil ? [] : ["another --currency"])
  }
}
