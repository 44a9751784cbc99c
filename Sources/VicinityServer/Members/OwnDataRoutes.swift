import CivilTime
import Hummingbird
import Streams
import Vicinity

/// The routes by which members take their data along, and end their accounts.
enum OwnDataRoutes {
  static let all = [export, delete]

  static let export = Route(
    method: .get, path: "/v1/me/export", summary: "Everything that is kept of the member, as one file.", role: .member,
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
    summary: "Ends the account: erases what belongs to the member, and removes the member's listings.", formats: [],
    body: .init(
      mediaTypes: ["application/json"], description: "password: the present one.",
      example: try? JSONParser.parse(#"{"password":"three words or more"}"#.utf8)),
    role: .member, group: .accounts, statuses: [.noContent, .forbidden, .conflict], cost: 20
  ) { exchange in
    let members = try QueryMembers(exchange.json(), path: "", keys: ["password"], example: #"{"password":"…"}"#)
    let password = try members.required("password").queryString(
      at: "password", expected: "the present password", example: #""…""#)
    let account = try await exchange.account()
    let services = exchange.services
    try await services.accounts.confirmPassword(password, of: account, from: exchange.client.bucket)
    try await services.accounts.refuseLastAdmin(account)
    try await services.gate.operation { try removeListings(of: account.name, from: $0, services, at: exchange.now) }
    // What this means for others is passed on before the file is written anew.
    try await services.members.news.tell()
    try await services.members.run { try services.members.alerts.removeAll(of: account.name) }
    try await services.members.alerts.settle(at: exchange.now)
    _ = try await services.gate.operation { try $0.forget(account.name, at: exchange.now, rebuildingWith: nil) }
    try await services.members.run {
      let hashes = try services.accounts.delete(account, at: exchange.now)
      try services.members.media.removeFiles(hashes)
      try services.accounts.eraseRemains()
    }
    services.accounts.outbox.deliver(at: exchange.now)
    var reply = Reply.noContent
    reply.headers[.setCookie] = exchange.sessionCookie(nil, isKept: false)
    return reply
  }

  /// Removes the listings of a member from the catalog, in the name of nobody: others are told that they are gone.
  ///
  /// - Throws: `SignalError.hasStays` while the member is to stay somewhere, `Problem` while guests are to come.
  private static func removeListings(
    of name: String, from catalog: Catalog, _ services: Services, at now: Instant
  ) throws {
    let hosted = try catalog.hosted(by: name, at: now).map(\.listing.id)
    let open = try catalog.dependents(of: hosted, at: now).filter { $0.openBookings > 0 }
    guard open.isEmpty else {
      throw Problem(
        .conflict, "has-stays",
        "Guests are to come to \(open.map(\.listing).joined(separator: ", ")); cancel or decline their bookings first.")
    }
    try catalog.refuseStays(of: name, at: now)
    let all = try hosted + catalog.hiddenListings(of: name).map(\.id)
    try services.accounts.removeTitles(of: all)
    // Those that editors have hidden go with the account, and their pictures now.
    for id in all {
      try services.pictures.remove(with: id) {
        if hosted.contains(id) { try catalog.perform(.remove(listing: id), at: now) }
      } failing: {
        services.logger.error("pictures of removed listings are left", metadata: ["error": "\($0)"])
      }
    }
  }
}
