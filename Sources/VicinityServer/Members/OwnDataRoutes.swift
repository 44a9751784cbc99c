import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityHTTP

/// The routes by which members take their data along, and end their accounts.
enum OwnDataRoutes {
  static let all = [export, delete]

  static let export = Route(
    method: .get, path: "/v1/me/export", summary: "Everything stored about the member, as one file.", role: .member,
    group: .accounts, cost: 20
  ) { exchange in
    let member = try exchange.session.member
    var data = try await exchange.services.members.run {
      try exchange.services.members.conversations.bringUpToDate(of: member)
      return try exchange.services.accounts.ownData(of: member)
    }
    data["catalog"] = try await exchange.services.gate.operation { try $0.records(of: member) }
    var reply = Reply.json(.object(data))
    reply.headers[.contentDisposition] = "attachment; filename=\"\(member).json\""
    return reply
  }

  static let delete = Route(
    method: .delete, path: "/v1/me",
    summary: "Deletes the account: erases the member's data and removes the member's listings.", formats: [],
    body: .init(
      mediaTypes: ["application/json"], description: "password: the current one.",
      example: try? JSONParser.parse(#"{"password":"three words or more"}"#.utf8)),
    role: .member, group: .accounts, statuses: [.noContent, .forbidden, .conflict], cost: 20
  ) { exchange in
    let members = try QueryMembers(exchange.json(), path: "", keys: ["password"], example: #"{"password":"…"}"#)
    let password = try members.required("password").queryString(
      at: "password", expected: "the current password", example: #""…""#)
    let account = try await exchange.account()
    let services = exchange.services
    try await services.accounts.confirmPassword(password, of: account, from: exchange.client.limitKey)
    try await services.accounts.refuseLastAdmin(account)
    try await AccountEnding(services).end(account, at: exchange.now)
    var reply = Reply.noContent
    reply.headers[.setCookie] = exchange.sessionCookie(nil, isKept: false)
    return reply
  }
}
