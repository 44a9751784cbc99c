import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of the directory of members.
enum MemberRoutes {
  static let all = [list, get, role]

  static let list = Route(
    method: .get, path: "/v1/members", summary: "The members by name; with `q` those whose names start with it.",
    parameters: [
      Parameter("q", .text(), "The start of a name.", example: "an"),
      Parameter("limit", .integer(1...200, usual: 50), "The maximum number of members."),
      Parameter("after", .text(), "The last name of the previous page."),
    ], role: .member, group: .accounts
  ) { exchange in
    let limit = exchange.parameters.integer("limit") ?? 50
    let accounts = try await exchange.services.accounts.threads.run {
      try exchange.services.accounts.members(
        beginning: exchange.parameters["q"] ?? "", after: exchange.parameters["after"] ?? "", limit: limit + 1)
    }
    let page = accounts.prefix(limit)
    var json = JSONObject([
      ("members", .array(page.map { $0.publicJSON(pictureURL: exchange.pictureURL(of: $0)) }))
    ])
    if accounts.count > limit, let last = page.last {
      json["next"] = .string(exchange.url(setting: [("after", last.name)]))
    }
    return .json(.object(json))
  }

  static let get = Route(
    method: .get, path: "/v1/members/{name}", summary: "A member's public profile.",
    parameters: [Members.name],
    scope: .search, group: .accounts, statuses: [.ok, .notFound]
  ) { exchange in
    let account = try await account(exchange)
    return .json(account.publicJSON(pictureURL: exchange.pictureURL(of: account)))
  }

  static let role = Route(
    method: .put, path: "/v1/members/{name}/role", summary: "Gives a member another role.", parameters: [Members.name],
    body: .init(
      mediaTypes: ["application/json"], description: "role: \(Role.allCases.map(\.rawValue).joined(separator: ", ")).",
      example: try? JSONParser.parse(#"{"role":"editor"}"#.utf8)),
    scope: .admin, role: .admin, group: .accounts, statuses: [.ok, .notFound, .conflict]
  ) { exchange in
    let members = try QueryMembers(exchange.json(), path: "", keys: ["role"], example: #"{"role":"editor"}"#)
    let word = try members.required("role").queryString(at: "role", expected: "a role", example: #""editor""#)
    guard let role = Role(rawValue: word) else {
      throw QueryError.unknownWord(word, path: "role", suggestion: nil, known: Role.allCases.map(\.rawValue))
    }
    let name = exchange.steps[0].lowercased()
    let account = try await exchange.services.accounts.threads.run {
      try exchange.services.accounts.setRole(role, of: name)
    }
    await exchange.note("member.role", name, detail: role.rawValue)
    return .json(account.publicJSON(pictureURL: exchange.pictureURL(of: account)))
  }

  private static func account(_ exchange: Exchange) async throws -> Account {
    let name = exchange.steps[0].lowercased()
    let account = try await exchange.services.accounts.threads.run { try exchange.services.accounts.account(name) }
    guard let account, account.suspension == nil else { throw AccountError.unknownMember(name) }
    return account
  }
}
