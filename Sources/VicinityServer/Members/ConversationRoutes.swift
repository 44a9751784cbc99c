import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of conversations.
enum ConversationRoutes {
  static let all = [list, open, openOfEvent, get, read, blocked, block, unblock]

  static let id = Parameter("id", .text(), in: .path, "The id of a conversation.", example: "c-8fGk2")

  static let list = Route(
    method: .get, path: "/v1/conversations",
    summary: "The member's conversations, latest first, with their last message and the number of unread messages.",
    parameters: [
      Parameter("limit", .integer(1...200, usual: 50), "The maximum number of conversations."),
      Parameter("before", .text(), "The cursor from the previous page.", isCheckedByRoute: true),
    ], role: .member, group: .members
  ) { exchange in
    let member = try exchange.session.member
    let limit = exchange.parameters.integer("limit") ?? 50
    let text = exchange.parameters["before"]
    let before = text.flatMap { ConversationMark($0) }
    guard text == nil || before != nil else {
      throw Problem.parameter("before", "take it from \"next\" of the previous page.")
    }
    let (list, next) = try await exchange.services.members.run {
      try exchange.services.members.conversations.conversations(of: member, after: before, limit: limit)
    }
    var json = JSONObject([("conversations", .array(list))])
    if let next { json["next"] = .string(exchange.url(setting: [("before", next.text)])) }
    return .json(.object(json))
  }

  static let open = Route(
    method: .post, path: "/v1/conversations",
    summary: "Opens a conversation with a member, or returns the existing one.",
    body: .init(
      mediaTypes: ["application/json"], description: "with: the name of the other member.",
      example: try? JSONParser.parse(#"{"with":"bela"}"#.utf8)),
    role: .member, group: .members, statuses: [.ok, .created, .notFound, .forbidden]
  ) { exchange in
    let member = try exchange.session.member
    let members = try QueryMembers(exchange.json(), path: "", keys: ["with"], example: #"{"with":"bela"}"#)
    let other = try members.required("with").queryString(at: "with", expected: "a name", example: #""bela""#)
    let (json, isNew) = try await exchange.services.members.run {
      try exchange.services.members.conversations.open(member, with: other.lowercased(), at: exchange.now)
    }
    return .json(json, status: isNew ? .created : .ok)
  }

  static let openOfEvent = Route(
    method: .put, path: "/v1/listings/{id}/conversation",
    summary: "Opens the conversation of an event, or returns the existing one (host and attendees).",
    parameters: [
      Listings.id, Parameter("starts", .text(), "The occurrence; the next one by default.", isCheckedByRoute: true),
    ], role: .member, group: .members, statuses: [.ok, .created, .notFound, .forbidden, .conflict]
  ) { exchange in
    let member = try exchange.session.member
    let choice = try exchange.occurrence()
    let found = try await exchange.services.gate.onThread(since: exchange.arrival) { catalog, _ in
      try catalog.attendees(of: exchange.steps[0], choice, for: member, at: exchange.now)
    }
    guard found.names.contains(member) else {
      throw SignalError.notInvited(listing: exchange.steps[0], member: member)
    }
    let (json, isNew) = try await exchange.services.members.run {
      try exchange.services.members.conversations.open(
        ofEvent: found.listing.id, found.starts, isOnly: found.listing.recurrence == nil, named: found.listing.name,
        for: member, at: exchange.now)
    }
    return .json(json, status: isNew ? .created : .ok)
  }

  static let get = Route(
    method: .get, path: "/v1/conversations/{id}", summary: "A conversation of the member.", parameters: [id],
    role: .member, group: .members, statuses: [.ok, .notFound]
  ) { exchange in
    let member = try exchange.session.member
    return try await exchange.services.members.run {
      .json(try exchange.services.members.conversations.conversation(exchange.steps[0], of: member))
    }
  }

  static let read = Route(
    method: .post, path: "/v1/conversations/{id}/read", summary: "Marks messages as read up to a number.",
    parameters: [id], formats: [],
    body: .init(
      mediaTypes: ["application/json"], description: "number: that of the last message that has been seen.",
      example: try? JSONParser.parse(#"{"number":17}"#.utf8)),
    role: .member, group: .members, statuses: [.noContent, .notFound]
  ) { exchange in
    let member = try exchange.session.member
    let members = try QueryMembers(exchange.json(), path: "", keys: ["number"], example: #"{"number":17}"#)
    let number = try members.integer("number", in: 0...Int.max, allowed: "the number of a message", example: "17")
    guard let number else { throw QueryError.missing(path: "number", neededBy: "marking as read") }
    try await exchange.services.members.run {
      try exchange.services.members.conversations.read(
        exchange.steps[0], upTo: Int64(number), by: member, at: exchange.now)
    }
    return .noContent
  }

  // MARK: Blocked members

  static let blocked = Route(
    method: .get, path: "/v1/me/blocked", summary: "The members whom the member has blocked.", list: "blocked",
    role: .member,
    group: .members
  ) { exchange in
    let member = try exchange.session.member
    let names = try await exchange.services.members.run {
      try exchange.services.members.conversations.blocked(by: member)
    }
    return exchange.list(names.map { .string($0) })
  }

  static let block = blocking(true, .put, "Blocks a member: neither can write to the other.")
  static let unblock = blocking(false, .delete, "Unblocks a member.")

  private static func blocking(_ isBlocked: Bool, _ method: HTTPRequest.Method, _ summary: String) -> Route {
    Route(
      method: method, path: "/v1/me/blocked/{name}", summary: summary, parameters: [Members.name], formats: [],
      role: .member,
      group: .members, statuses: [.noContent, .notFound]
    ) { exchange in
      let member = try exchange.session.member
      try await exchange.services.members.run {
        try exchange.services.members.conversations.block(
          exchange.steps[0].lowercased(), by: member, isBlocked: isBlocked, at: exchange.now)
      }
      return .noContent
    }
  }
}

extension MemberList.Attendees {
  /// The possible participants of the conversation: members with a place, and the host.
  var names: [String] {
    attendees.filter { $0.status == .joined }.map(\.member) + [listing.host].compactMap(\.self)
  }
}
