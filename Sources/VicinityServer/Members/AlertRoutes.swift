import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of alerts.
enum AlertRoutes {
  static let all = [list, add, change, remove]

  static let list = Route(
    method: .get, path: "/v1/me/alerts", summary: "The member's alerts, oldest first.", list: "alerts", role: .member,
    group: .members
  ) { exchange in
    let member = try exchange.session.member
    let alerts = try await exchange.services.members.run { try exchange.services.members.alerts.alerts(of: member) }
    return exchange.list(alerts.map(\.json))
  }

  static let add = Route(
    method: .post, path: "/v1/me/alerts",
    summary: "Creates an alert from a query: the member is notified when a changed listing starts or stops "
      + "matching it.",
    body: .init(
      mediaTypes: ["application/json"],
      description:
        "name; query, as POST /v1/query takes it; mail, true to send email as well; webhook, a URL to which "
        + "each change is posted, signed with the secret in this response.",
      example: try? JSONParser.parse(AlertForm.example.utf8)),
    role: .member, group: .members, statuses: [.created, .conflict], cost: 5
  ) { exchange in
    let member = try exchange.session.member
    let form = try exchange.json()
    try MemberNames.check(form, by: exchange.client)
    let asked = try AlertForm(json: form)
    let alert = try await exchange.services.members.run {
      try exchange.services.members.alerts.add(asked, of: member, at: exchange.now)
    }
    var json = alert.json.object ?? JSONObject()
    json["secret"] = alert.secret.map { .string($0) }
    return .json(.object(json), status: .created)
  }

  private static let id = Parameter("id", .text(), in: .path, "The id of an alert.")

  static let change = Route(
    method: .patch, path: "/v1/me/alerts/{id}",
    summary: "Changes the name of an alert, and whether it also sends email.",
    parameters: [id],
    body: .init(
      mediaTypes: ["application/json", "application/merge-patch+json"],
      name: "changes",
      description: "name or mail, or both. To change the query or the webhook, create another alert.",
      example: try? JSONParser.parse(#"{"mail":true}"#.utf8)),
    role: .member, group: .members, statuses: [.ok, .notFound]
  ) { exchange in
    let member = try exchange.session.member
    let members = try QueryMembers(exchange.json(), path: "", keys: ["name", "mail"], example: #"{"mail":true}"#)
    let name = try members.string("name", expected: "a name", example: #""Jazz nearby""#)
    if let name { try AlertForm.check(name: name) }
    let isMailed = try members.bool("mail")
    let alert = try await exchange.services.members.run {
      try exchange.services.members.alerts.change(exchange.steps[0], of: member, name: name, isMailed: isMailed)
    }
    return .json(alert.json)
  }

  static let remove = Route(
    method: .delete, path: "/v1/me/alerts/{id}", summary: "Removes an alert.",
    parameters: [id], formats: [], role: .member,
    group: .members, statuses: [.noContent, .notFound]
  ) { exchange in
    let member = try exchange.session.member
    try await exchange.services.members.run {
      try exchange.services.members.alerts.remove(exchange.steps[0], of: member)
    }
    return .noContent
  }
}
