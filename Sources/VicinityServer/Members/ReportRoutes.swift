import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes by which members report what should not be there, and editors decide.
enum ReportRoutes {
  static let all = [report, list, decide]

  static let report = Route(
    method: .post, path: "/v1/reports", summary: "Reports a listing, a review, a message or a member to the editors.",
    body: .init(
      mediaTypes: ["application/json"],
      description:
        "One of listing, an id; review, an object with listing and member; message, a number; member, a name. "
        + "reason: \(Report.Reason.allCases.map(\.rawValue).joined(separator: ", ")); text, optional.",
      example: try? JSONParser.parse(ReportForm.example.utf8)),
    role: .member, group: .members, statuses: [.created, .ok, .notFound], cost: 5
  ) { exchange in
    let member = try exchange.session.member
    let form = try ReportForm(json: exchange.json())
    let (number, isNew) = try await exchange.services.members.run {
      if case .message(let number) = form.subject {
        try exchange.services.members.conversations.bringUpToDate(withMessage: number)
      }
      return try exchange.services.members.reports.add(form, by: member, at: exchange.now)
    }
    return .json(.object(JSONObject([("number", .int(number))])), status: isNew ? .created : .ok)
  }

  static let list = Route(
    method: .get, path: "/v1/reports",
    summary:
      "The reports with their subjects: open ones oldest first, decided ones newest decision first.",
    parameters: [
      Parameter(
        "status", .text(words: Report.Status.allCases.map(\.rawValue)),
        "The status of the reports; open ones by default."),
      Parameter("subject", .text(words: Report.Subject.words), "The kind of subject; all by default."),
      Parameter("after", .integer(0...Int.max), "The last number of the previous page; 0 for the first page."),
      Parameter("limit", .integer(1...200, usual: 50), "The maximum number of reports."),
    ], role: .editor, group: .members
  ) { exchange in
    let status = exchange.parameters["status"].flatMap(Report.Status.init) ?? .open
    let limit = exchange.parameters.integer("limit") ?? 50
    let page = try await exchange.services.members.run {
      try exchange.services.members.reports.reports(
        status, about: exchange.parameters["subject"], after: Int64(exchange.parameters.integer("after") ?? 0),
        limit: limit)
    }
    var json = JSONObject([("reports", .array(page.reports)), ("total", .int(Int64(page.total)))])
    if let next = page.next { json["next"] = .string(exchange.url(setting: [("after", "\(next)")])) }
    return .json(.object(json))
  }

  static let decide = Route(
    method: .post, path: "/v1/reports/{number}/decision", name: "decide report",
    summary:
      "Decides on a report: hides the reported item or suspends the member, restores it, or dismisses the report.",
    parameters: [Parameter("number", .integer(1...Int.max), in: .path, "The number of a report.")],
    body: .init(
      mediaTypes: ["application/json"],
      description: "status: hidden, restored or dismissed; reason, shown to the members concerned.",
      example: try? JSONParser.parse(#"{"status":"hidden","reason":"Advertising"}"#.utf8)),
    role: .editor, group: .members, statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    let members = try QueryMembers(
      exchange.json(), path: "", keys: ["status", "reason"], example: #"{"status":"hidden","reason":"Advertising"}"#)
    let word = try members.required("status").queryString(at: "status", expected: "a status", example: #""hidden""#)
    guard let status = Report.Status(rawValue: word), status != .open else {
      throw QueryError.unknownWord(word, path: "status", suggestion: nil, known: ["hidden", "restored", "dismissed"])
    }
    let reason = try members.required("reason").queryString(
      at: "reason", expected: "a reason", example: #""Advertising""#)
    try TextLimit(1...1000).check(reason, at: "reason")
    let number = Int64(exchange.steps[0]) ?? 0
    let report = try await exchange.services.members.run {
      try exchange.services.members.reports.decide(
        number, status, because: reason, as: exchange.principal, at: exchange.now)
    }
    await exchange.note(
      "report.\(status.rawValue)", "\(report.subject.word) \(report.subject.json.text)", detail: reason)
    return .json(report.json)
  }
}
