import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let plan = Tool(
    name: "plan", title: "Plan an evening away",
    description: """
      Plans outings: a free couch for some nights, an event on one of the evenings, and a bar that is open after it, \
      each within walking distance of the previous one, best first. Answers without an outing say which part is missing.
      """,
    inputs: [
      QueryInput(
        "near", nil, .place, "Where: latitude and longitude such as `46.5446,24.5620`, or the name of a place.",
        example: "46.5446,24.5620"),
      QueryInput(
        "stay", nil, .dates, "The nights, from arrival to departure.", example: "2026-11-27..2026-11-29"),
      guests("stay.guests"),
      QueryInput(
        "walk", nil, .distance, "The maximum distance from one place to the next (default 1.5km).", example: "1km"),
      QueryInput("max-price", "maxPrice", .number(0...(.infinity)), "The maximum price of the whole outing."),
      QueryInput("currency", nil, .text, "The currency of the prices (ISO 4217).", example: "RON"),
      QueryInput("couch-tags", "couchTags", .words(), "Tags that the couch must have."),
      QueryInput("event-tags", "eventTags", .words(), "Tags that the event must have."),
      QueryInput("bar-tags", "barTags", .words(), "Tags that the bar must have."),
      QueryInput("sort", nil, .word(["score", "walk", "price", "-rating"]), "The order (default `score`)."),
      QueryInput("limit", nil, .integer(1...mostOutings, usual: usualOutings), "The maximum number of outings."),
    ], required: ["near", "stay"], output: [("outings", "array")],
    work: .reading { arguments, context in
      var form = try arguments.form()
      if let nights = arguments["stay"].flatMap({ try? plannedNights.formValue(of: $0) })?.array {
        var stay = form["stay"]?.object ?? JSONObject()
        (stay["from"], stay["to"]) = (nights.first, nights.last)
        form["stay"] = .object(stay)
      }
      form["limit"] = .int(Int64(try arguments.limit(atMost: context.mostResults)))
      do {
        let request = try OutingRequest(json: .object(form), locate: context.catalog.located)
        let (outings, work) = try context.catalog.outingsWithWork(
          request, at: context.now, within: context.budget)
        let text =
          outings.isEmpty
          ? "no outing: \(work.shortage(for: request))"
          : OutingTable(outings, for: request, at: context.now).text
        return ToolAnswer(text, ["outings": .array(outings.map(\.json))])
      } catch let error as QueryError {
        throw error.renamingPaths { $0.hasPrefix("plan.") ? String($0.dropFirst("plan.".count)) : $0 }
      }
    })

  private static let plannedNights = QueryInput("stay", nil, .dates, "")
  private static let usualOutings = 3
  private static let mostOutings = 10
}
