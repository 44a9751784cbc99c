import CivilTime
import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of messages.
enum MessageRoutes {
  static let all = [list, send, remove, move]

  private static let number = Parameter("number", .integer(1...Int.max), in: .path, "The number of a message.")

  static let list = Route(
    method: .get, path: "/v1/conversations/{id}/messages",
    summary: "The messages of a conversation, newest first; with `after` the ones after that number, oldest first.",
    parameters: [
      ConversationRoutes.id, Parameter("limit", .integer(1...500, usual: 50), "The maximum number of messages."),
      Parameter("before", .integer(1...Int.max), "Only those before this number."),
      Parameter("after", .integer(0...Int.max), "Only those after this number."),
    ], list: "messages", role: .member, group: .members, statuses: [.ok, .notFound]
  ) { exchange in
    let member = try exchange.session.member
    let limit = exchange.parameters.integer("limit") ?? 50
    let (after, before) = (exchange.parameters.integer("after"), exchange.parameters.integer("before"))
    let messages = try await exchange.services.members.run {
      try exchange.services.members.conversations.messages(
        of: exchange.steps[0], for: member, after: after.map(Int64.init), before: before.map(Int64.init), limit: limit)
    }
    return exchange.list(messages.map { $0.json(for: member) })
  }

  static let send = Route(
    method: .post, path: "/v1/conversations/{id}/messages",
    summary: "Sends a text, a picture or video, or a location.",
    parameters: [
      ConversationRoutes.id,
      Members.idempotencyKey("requests with the same key send a single message."),
    ],
    body: .init(
      mediaTypes: ["application/json"],
      description: "text; or media, the id of POST /v1/media, with or without text; or location: lat, lon, name, "
        + "address, telephone, listing (the id of the listing there), and live, the seconds for which the "
        + "position will be updated.",
      example: try? JSONParser.parse(MessageForm.example.utf8)),
    role: .member, group: .members, statuses: [.created, .ok, .notFound, .forbidden, .conflict]
  ) { exchange in
    let member = try exchange.session.member
    let form = try MessageForm(
      json: exchange.json(), key: exchange.request.headers[.idempotencyKey], at: exchange.now)
    let (message, isNew) = try await exchange.services.members.run {
      try exchange.services.members.conversations.send(
        form, to: exchange.steps[0], by: member, at: exchange.now)
    }
    return .json(message.json(for: member), status: isNew ? .created : .ok)
  }

  static let remove = Route(
    method: .delete, path: "/v1/conversations/{id}/messages/{number}",
    summary: "Removes one of the member's messages for everyone.",
    parameters: [ConversationRoutes.id, number], formats: [], role: .member, group: .members,
    statuses: [.noContent, .notFound, .forbidden]
  ) { exchange in
    let member = try exchange.session.member
    let number = Int64(exchange.steps[1]) ?? 0
    try await exchange.services.members.run {
      let hashes = try exchange.services.members.conversations.remove(
        number, of: exchange.steps[0], by: member, at: exchange.now)
      try exchange.services.members.media.removeFiles(hashes)
    }
    return .noContent
  }

  static let move = Route(
    method: .put, path: "/v1/conversations/{id}/messages/{number}/location",
    summary: "Updates a live position; `stop` ends sharing at the last position.",
    parameters: [ConversationRoutes.id, number],
    body: .init(
      mediaTypes: ["application/json"], description: "lat and lon in degrees; or stop, true to end it.",
      example: try? JSONParser.parse(#"{"lat":48.7758,"lon":9.1829}"#.utf8)),
    role: .member, group: .members, statuses: [.ok, .notFound, .forbidden, .conflict]
  ) { exchange in
    let member = try exchange.session.member
    let members = try QueryMembers(
      exchange.json(), path: "", keys: ["lat", "lon", "stop"], example: #"{"lat":48.7758,"lon":9.1829}"#)
    let place = try members.bool("stop") == true ? nil : SharedLocation.coordinate(members)
    let number = Int64(exchange.steps[1]) ?? 0
    let message = try await exchange.services.members.run {
      try exchange.services.members.conversations.move(
        number, of: exchange.steps[0], by: member, to: place.map { ($0.latitude, $0.longitude) }, at: exchange.now)
    }
    return .json(message.json(for: member))
  }
}
