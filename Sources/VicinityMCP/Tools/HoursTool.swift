import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let hours = Tool(
    name: "hours", title: "Opening hours",
    description: """
      The opening hours of a bar: its state at a moment with the next changes and the week from that day, or all \
      intervals of a period. For "is it open on Sunday at 4 pm?" give `at`; for holidays give `from` and `to`.
      """,
    inputs: [
      id,
      QueryInput(
        "at", nil, .moment,
        "The moment: `now` (default), `22:30`, `Sa 22:30`, `2026-11-27T22:30` or an instant.", example: "Sa 22:30",
        excludes: ["from", "to"]),
      QueryInput(
        "from", nil, .text, "The start of a period, instead of {at}: a date or a time.", example: "2026-12-24",
        needs: ["to"]),
      QueryInput("to", nil, .text, "The end of the period, exclusive.", example: "2026-12-27", needs: ["from"]),
    ], required: ["id"], output: [("hours", "string"), ("timezone", "string"), ("intervals", "array")],
    work: .reading { arguments, context in
      let report = try HoursReport.report(
        of: arguments.required("id"), in: context.catalog, at: arguments.form()["at"]?.string,
        window: (arguments.text("from"), arguments.text("to")), now: context.now)
      return ToolAnswer(report.text, report.json)
    })
}
