import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let availability = Tool(
    name: "availability", title: "Check availability",
    description: """
      Whether one listing is available, and if not, every reason: a bar is open (`open`, default now), an event is on \
      (`open` or `during`), a couch is free (`stay`, with its price). `available` is null when it is unknown.
      """,
    inputs: [id] + QueryArguments.inputs.filter { ["open", "during", "stay"].contains($0.name) }
      + [guests("stay.guests", needs: ["stay"])],
    required: ["id"], output: [("id", "string"), ("reasons", "array")],
    work: .reading { arguments, context in
      let id = try arguments.required("id")
      var form = try arguments.form()
      form["id"] = nil
      let query = try Query(json: .object(form))
      let requests = [
        query.open.map { AvailabilityRequest.opening($0) }, query.during.map { .window($0) },
        query.stay.map { .stay($0) },
      ].compactMap { $0 }
      guard requests.count <= 1 else { throw QueryError.conflict("give only one of open, during and stay") }
      let request = requests.first ?? .opening(Query.Opening(at: .now))
      let availability = try context.catalog.availability(of: id, for: request, at: context.now)
      let report = AvailabilityReport(availability, at: context.now)
      return ToolAnswer(report.text, report.json)
    })
}
