import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of the pictures of listings.
enum PictureRoutes {
  static let all = [list, add, get, remove]

  private static let number = Parameter("number", .integer(1...Int.max), in: .path, "The number of the picture.")

  static let list = Route(
    method: .get, path: "/v1/listings/{id}/pictures", summary: "The pictures of a listing, with their addresses.",
    parameters: [Listings.id], list: "pictures", scope: .search, group: .listings, statuses: [.ok, .notFound]
  ) { exchange in
    let id = exchange.steps[0]
    let pictures = try await exchange.services.gate.onThread { catalog, _ in
      _ = try catalog.known(id)
      return try exchange.services.pictures.pictures(of: id)
    }
    return exchange.list(pictures.map { json($0, exchange) })
  }

  static let add = Route(
    method: .post, path: "/v1/listings/{id}/pictures", summary: "Adds a picture to a listing.",
    parameters: [Listings.id],
    body: .init(
      mediaTypes: PictureType.allCases.map(\.rawValue) + ["application/octet-stream"],
      name: "picture",
      description: "The picture as a JPEG, PNG, GIF, WebP or AVIF file; the type is detected from its first bytes.",
      isStreamed: true,
      schema: nil),
    scope: .import, role: .host, group: .listings, statuses: [.created, .notFound, .conflict], cost: 5
  ) { exchange in
    let id = exchange.steps[0]
    let (upload, type) = try await exchange.picture()
    let owner = exchange.client.session?.member
    let picture = try await exchange.services.gate.onThread { catalog, _ in
      try exchange.services.pictures.add(upload, type, to: id, of: owner, at: exchange.now) {
        try exchange.principal.check(changing: catalog.known(id))
      }
    }
    await exchange.note("picture.add", id, detail: "\(picture.number)")
    var reply = Reply.json(json(picture, exchange), status: .created)
    reply.headers[.location] = exchange.url(path(picture, exchange))
    return reply
  }

  static let get = Route(
    method: .get, path: "/v1/listings/{id}/pictures/{number}", summary: "A picture, whole or a range of its bytes.",
    parameters: [Listings.id, number], formats: [.picture], scope: .search, group: .listings,
    statuses: [.ok, .partialContent, .notModified, .notFound, .rangeNotSatisfiable]
  ) { exchange in
    let id = exchange.steps[0]
    let store = exchange.services.pictures
    let found = try await exchange.services.gate.onThread { catalog, _ in
      _ = try catalog.known(id)
      return try store.pictures(of: id).first { "\($0.number)" == exchange.steps[1] }
    }
    // Not on a thread of the searches: another node may have the file.
    guard let picture = found,
      let file = try await exchange.services.members.run({ try store.file(of: picture) })
    else { throw unknown(exchange) }
    return .stored(file, picture.type.rawValue, hash: picture.hash, to: exchange.request)
  }

  static let remove = Route(
    method: .delete, path: "/v1/listings/{id}/pictures/{number}", summary: "Removes a picture.",
    parameters: [Listings.id, number], formats: [], scope: .import, role: .host, group: .listings,
    statuses: [.noContent, .notFound]
  ) { exchange in
    let id = exchange.steps[0]
    guard let number = Int(exchange.steps[1]) else { throw unknown(exchange) }
    let isRemoved = try await exchange.services.gate.onThread { catalog, _ in
      try exchange.principal.check(changing: catalog.known(id))
      return try exchange.services.pictures.remove(number, of: id)
    }
    guard isRemoved else { throw unknown(exchange) }
    await exchange.note("picture.remove", id, detail: exchange.steps[1])
    return .noContent
  }

  private static func unknown(_ exchange: Exchange) -> Problem {
    Problem(
      .notFound, "unknown-picture",
      "\(exchange.steps[0].shortened) has no picture \(exchange.steps[1].shortened).")
  }

  private static func path(_ picture: PictureStore.Picture, _ exchange: Exchange) -> String {
    "/v1/listings/\(ParameterValues.encoded(exchange.steps[0]))/pictures/\(picture.number)"
  }

  private static func json(_ picture: PictureStore.Picture, _ exchange: Exchange) -> JSONValue {
    .object(
      JSONObject([
        ("number", .int(Int64(picture.number))), ("type", .string(picture.type.rawValue)),
        ("bytes", .int(Int64(picture.bytes))), ("added", .string(picture.added.description)),
        ("url", .string(exchange.url(path(picture, exchange)))),
      ]))
  }
}

extension Exchange {
  /// Logs that pictures of a removed listing are left over: the listing is removed, and the response says so.
  func log(leftPictures error: any Error) {
    services.logger.error("pictures of removed listings are left", metadata: ["error": "\(error)"])
  }
}
