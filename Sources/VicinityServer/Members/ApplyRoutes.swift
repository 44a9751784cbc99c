import Hummingbird
import Streams
import Vicinity
import VicinityHTTP

/// The route by which several things are done at once.
enum ApplyRoutes {
  static let all = [apply]

  /// The most actions of a request: others wait until its transaction has ended.
  static let most = 100

  static let apply = Route(
    method: .post, path: "/v1/apply", summary: "Performs actions in one transaction: all of them, or none.",
    list: "outcomes",
    body: .init(
      mediaTypes: ["application/json"],
      description:
        "actions, at most \(most), in the form of docs/members.md, except edit and remove; the member is the caller. A "
        + "key names the member of each, and needs the scope import as well to edit and remove. Each action counts as "
        + "one request.",
      example: try? JSONParser.parse(
        #"{"actions":[{"do":"join","listing":"party-7"},{"do":"favourite","listing":"party-7"}]}"#.utf8)),
    scope: .actAs, role: .member, group: .members, statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    let member = exchange.client.session?.member
    let actions = try await exchange.onThreadIfLong { try Self.actions(exchange, by: member) }
    try exchange.services.charge(actions.count - 1, exchange.client)
    return try await exchange.perform(all: actions)
  }

  private static func actions(_ exchange: Exchange, by member: String?) throws -> [Action] {
    let example = #"{"actions":[{"do":"favourite","listing":"bar-1"}]}"#
    let members = try QueryMembers(exchange.json(), path: "", keys: ["actions"], example: example)
    let value = try members.required("actions")
    guard let forms = value.array else {
      throw QueryError.wrongType(
        path: "actions", found: value.typeName, expected: "a list", example: #"[{"do":"favourite","listing":"bar-1"}]"#)
    }
    guard (1...most).contains(forms.count) else {
      throw QueryError.outOfRange(path: "actions", found: "\(forms.count) actions", allowed: "1 to \(most) actions")
    }
    return try forms.enumerated().map { index, form in
      let path = "actions[\(index)]"
      guard form.object != nil else {
        throw QueryError.wrongType(
          path: path, found: form.typeName, expected: "an object", example: #"{"do":"favourite","listing":"bar-1"}"#)
      }
      let action: Action
      do throws(QueryError) { action = try Action(json: form, by: member) } catch {
        if member == nil, case .missing("member", _, _) = error {
          throw Problem(.forbidden, "forbidden", "\(path): an API key identifies no member; name one as \"member\".")
        }
        throw error.renamingPaths { "\(path).\($0)" }
      }
      switch action {
      case .edit, .remove:
        guard member == nil, exchange.client.has(.import) else {
          throw QueryError.conflict("\(path): listings are changed by PATCH and DELETE /v1/listings/{id}")
        }
        return action
      default: return action
      }
    }
  }
}
