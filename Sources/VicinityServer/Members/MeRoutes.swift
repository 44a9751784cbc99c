import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts

/// The routes of a member's own account.
enum MeRoutes {
  static let all = [get, patch, password, mail]

  static let get = Route(
    method: .get, path: "/v1/me", summary: "The member's own account.", role: .member, group: .accounts
  ) { exchange in
    let account = try await exchange.account()
    return .json(account.ownJSON(pictureURL: exchange.pictureURL(of: account)))
  }

  static let patch = Route(
    method: .patch, path: "/v1/me",
    summary: "Changes the member's profile and preferences (JSON Merge Patch, RFC 7396).",
    body: .init(
      mediaTypes: ["application/merge-patch+json", "application/json"],
      name: "changes",
      description: "displayName, about, telephone, zone, language, quietHours, reminderMails; null removes one. "
        + "terms: the version that the member accepts.",
      example: try? JSONParser.parse(#"{"displayName":"Ana P.","telephone":null}"#.utf8)),
    role: .member, group: .accounts
  ) { exchange in
    let change = try ProfileChange(json: exchange.json(), terms: exchange.services.settings.terms)
    let name = try exchange.session.member
    let account = try await exchange.services.accounts.threads.run {
      try exchange.services.accounts.change(name, by: change)
    }
    if change.acceptsTerms { await exchange.note("terms.accept", name, detail: account.terms) }
    return .json(account.ownJSON(pictureURL: exchange.pictureURL(of: account)))
  }

  static let password = Route(
    method: .put, path: "/v1/me/password", summary: "Changes the password, and ends the member's other sessions.",
    formats: [],
    body: .init(
      mediaTypes: ["application/json"], description: "present: the current password; new: the new one.",
      example: try? JSONParser.parse(#"{"present":"three words or more","new":"four other words here"}"#.utf8)),
    role: .member, group: .accounts, statuses: [.noContent, .forbidden], cost: 20
  ) { exchange in
    let members = try QueryMembers(
      exchange.json(), path: "", keys: ["present", "new"], example: #"{"present":"…","new":"three words or more"}"#)
    func text(_ key: String) throws -> String {
      try members.required(key).queryString(at: key, expected: "a password", example: #""three words or more""#)
    }
    try await exchange.services.accounts.changePassword(
      of: exchange.account(), from: text("present"), to: text("new"), in: exchange.session,
      client: exchange.client.limitKey, at: exchange.now)
    return .noContent
  }

  static let mail = Route(
    method: .put, path: "/v1/me/mail",
    summary: "Requests a new email address: a code is sent there to confirm it.",
    body: .init(
      mediaTypes: ["application/json"], description: "mail: the new email address; password: the current one.",
      example: try? JSONParser.parse(#"{"mail":"ana@example.net","password":"three words or more"}"#.utf8)),
    role: .member, group: .accounts, statuses: [.accepted, .forbidden], cost: 20
  ) { exchange in
    let members = try QueryMembers(
      exchange.json(), path: "", keys: ["mail", "password"], example: #"{"mail":"ana@example.net","password":"…"}"#)
    func text(_ key: String, _ expected: String) throws -> String {
      try members.required(key).queryString(at: key, expected: expected, example: #""…""#)
    }
    let address = try MailAddress(text("mail", "an address"), at: "mail")
    let account = try await exchange.account()
    try await exchange.services.accounts.confirmPassword(
      text("password", "the current password"), of: account, from: exchange.client.limitKey)
    try await exchange.services.accounts.askForMail(address, for: account, at: exchange.now)
    return .json(.object(JSONObject([("status", .string("sent"))])), status: .accepted)
  }
}
