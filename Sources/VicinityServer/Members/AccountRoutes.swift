import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes by which accounts begin, and come back when a password is lost.
enum AccountRoutes {
  static let all = [register, confirm, askForPassword, resetPassword]

  static let register = Route(
    method: .post, path: "/v1/accounts",
    summary: "Registers: sends a code by email; confirming the code creates the account.",
    body: .init(
      mediaTypes: ["application/json"],
      description:
        "name, fixed and public; displayName; mail; password, at least \(Password.lengths.lowerBound) characters; "
        + "terms, the accepted version; language of emails.",
      example: try? JSONParser.parse(
        #"{"name":"ana","displayName":"Ana","mail":"ana@example.org","password":"three words or more"}"#.utf8)),
    group: .accounts, statuses: [.accepted, .conflict, .forbidden], cost: 20
  ) { exchange in
    let services = exchange.services
    guard services.settings.registration else {
      throw Problem(.forbidden, "no-registration", "New accounts are created by the operator of this service.")
    }
    let form = try Registration(json: exchange.json(), accepting: services.settings.terms)
    let isInCatalog = try await services.gate.onThread { catalog, _ in try catalog.knows(member: form.name) }
    try await services.accounts.register(
      form, isInCatalog: isInCatalog, from: exchange.client.limitKey, at: exchange.now)
    return sent
  }

  static let confirm = Route(
    method: .post, path: "/v1/email-confirmations",
    summary: "Confirms an email address with the code that was sent there: of a new account, or the new "
      + "address of an account.",
    body: .init(
      mediaTypes: ["application/json"], description: "code: from the email.",
      example: try? JSONParser.parse(#"{"code":"…"}"#.utf8)),
    group: .accounts, statuses: [.ok, .notFound, .conflict], cost: 5
  ) { exchange in
    let code = try code(exchange.json())
    let account = try await exchange.services.accounts.threads.run {
      try exchange.services.accounts.confirm(code, at: exchange.now)
    }
    exchange.services.accounts.outbox.deliver(at: exchange.now)
    if let terms = account.terms { await exchange.note("terms.accept", account.name, detail: terms) }
    return .json(account.ownJSON(pictureURL: exchange.pictureURL(of: account)))
  }

  static let askForPassword = Route(
    method: .post, path: "/v1/password-resets",
    summary: "Sends a code for a new password to an email address, if an account has this address.",
    body: .init(
      mediaTypes: ["application/json"], description: "mail: the email address of the account.",
      example: try? JSONParser.parse(#"{"mail":"ana@example.org"}"#.utf8)),
    group: .accounts, statuses: [.accepted], cost: 20
  ) { exchange in
    let members = try QueryMembers(exchange.json(), path: "", keys: ["mail"], example: #"{"mail":"ana@example.org"}"#)
    let text = try members.required("mail").queryString(
      at: "mail", expected: "an address", example: #""ana@example.org""#)
    try await exchange.services.accounts.askForPassword(MailAddress(text, at: "mail"), at: exchange.now)
    return sent
  }

  // The code is not in the path: paths are in logs.
  static let resetPassword = Route(
    method: .put, path: "/v1/password-resets",
    summary: "Sets a new password with the code from an email, and ends all sessions.", formats: [],
    body: .init(
      mediaTypes: ["application/json"], description: "code: from the email; password: the new one.",
      example: try? JSONParser.parse(#"{"code":"…","password":"three words or more"}"#.utf8)),
    group: .accounts, statuses: [.noContent, .notFound], cost: 20
  ) { exchange in
    let members = try QueryMembers(
      exchange.json(), path: "", keys: ["code", "password"],
      example: #"{"code":"…","password":"three words or more"}"#)
    let code = try members.required("code").queryString(
      at: "code", expected: "the code from the email", example: #""…""#)
    let password = try members.required("password").queryString(
      at: "password", expected: "a password", example: #""three words or more""#)
    try await exchange.services.accounts.resetPassword(
      code, to: password, from: exchange.client.limitKey, at: exchange.now)
    return .noContent
  }

  private static let sent = Reply.json(
    .object(JSONObject([("status", .string("sent")), ("detail", .string("The next step is in an email."))])),
    status: .accepted)

  private static func code(_ form: JSONValue) throws -> String {
    let members = try QueryMembers(form, path: "", keys: ["code"], example: #"{"code":"…"}"#)
    return try members.required("code").queryString(at: "code", expected: "the code from the email", example: #""…""#)
  }
}

extension Exchange {
  func pictureURL(of account: Account) -> String? {
    account.picture.map { url("/v1/members/\(account.name)/picture", "v=\($0.hash.prefix(16))") }
  }
}
