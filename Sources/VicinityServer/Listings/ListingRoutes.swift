import CivilTime
import Foundation
import Hummingbird
import NIOCore
import Streams
import Vicinity
import VicinityFormats
import VicinityHTTP

/// The routes that read and write listings.
enum ListingRoutes {
  static let all = [get, put, patch, delete, rating, importing, export]

  static let get = Route(
    method: .get, path: "/v1/listings/{id}", summary: "A listing with all its fields.", parameters: [Listings.id],
    scope: .search, group: .listings, statuses: [.ok, .notModified, .notFound]
  ) { exchange in
    var (reply, tag) = try await exchange.services.gate.onThread { catalog, _ in
      try shown(exchange, .ok, in: catalog)
    }
    if tag.matches(exchange.request.headers[.ifNoneMatch]) { reply.becomeNotModified() }
    return reply
  }

  static let put = Route(
    method: .put, path: "/v1/listings/{id}", summary: "Creates a listing, or replaces it completely.",
    parameters: [Listings.id, Listings.ifMatch],
    body: .init(
      mediaTypes: ["application/json"], name: "listing",
      description: "A listing in the canonical form; see docs/listings.md.",
      example: try? JSONParser.parse(#"{"id":"bar-9","kind":"bar","name":"Neun","lat":48.77,"lon":9.18}"#.utf8)),
    scope: .import, role: .host, group: .listings,
    statuses: [.ok, .created, .conflict, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let id = exchange.steps[0]
    var form = try await exchange.jsonObject(example: #"{"kind":"bar","name":"Neun","lat":48.77,"lon":9.18}"#)
    if let given = form["id"], given.string != id {
      throw QueryError.conflict("id: it is \"\(id)\" in the path; leave it out, or write the same")
    }
    form["id"] = .string(id)
    let precondition = Precondition(exchange.request)
    let (isNew, reply) = try await exchange.changing(
      adding: StoredBytes.listing + StoredBytes.most(ofFields: form, textBytes: exchange.body.readableBytes),
      mayFree: true
    ) { [form] catalog in
      try ListingEdit.put(form, id, precondition, as: exchange.principal, in: catalog, at: exchange.now)
    } reply: { catalog, isNew in
      try shown(exchange, isNew ? .created : .ok, in: catalog).reply
    }
    await exchange.note("listing.put", id)
    return reply ?? .changed(id, status: isNew ? .created : .ok)
  }

  static let patch = Route(
    method: .patch, path: "/v1/listings/{id}",
    summary: "Changes some fields of a listing (JSON Merge Patch, RFC 7396).",
    parameters: [Listings.id, Listings.ifMatch],
    body: .init(
      mediaTypes: ["application/merge-patch+json", "application/json"],
      name: "changes", description: "The fields to change; null removes one.",
      example: try? JSONParser.parse(#"{"price":12,"url":null}"#.utf8)),
    scope: .import, role: .host, group: .listings,
    statuses: [.ok, .notFound, .conflict, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let id = exchange.steps[0]
    let form = try await exchange.jsonObject(example: #"{"price":12,"url":null}"#)
    let patch = try ListingPatch(form, path: "")
    let precondition = try Precondition(exchange.request).required()
    let (fields, reply) = try await exchange.changing(
      adding: StoredBytes.most(ofFields: form, textBytes: exchange.body.readableBytes), mayFree: true
    ) { catalog in
      try catalog.edit(id, by: patch, as: exchange.principal, at: exchange.now) {
        try precondition.check(ListingTag.hash($0))
      }
    } reply: { catalog, _ in
      try shown(exchange, .ok, in: catalog).reply
    }
    await exchange.note("listing.patch", id, detail: fields.joined(separator: ","))
    return reply ?? .changed(id)
  }

  static let delete = Route(
    method: .delete, path: "/v1/listings/{id}", summary: "Removes a listing and everything that belongs to it.",
    parameters: [Listings.id, Listings.ifMatch], formats: [], scope: .import, role: .host,
    group: .listings, statuses: [.noContent, .notFound, .preconditionFailed, .preconditionRequired]
  ) { exchange in
    let id = exchange.steps[0]
    let precondition = try Precondition(exchange.request).required()
    try await exchange.counting(0, mayFree: true) { _ in
      try await exchange.services.gate.onThread { catalog, _ in
        try exchange.services.pictures.remove(with: id) {
          try catalog.remove(id, as: exchange.principal, at: exchange.now) {
            try precondition.check(ListingTag.hash($0))
          }
        } failing: {
          exchange.log(leftPictures: $0)
        }
      }
    }
    await exchange.afterwards { try exchange.services.members.home.removeAll(of: id) }
    await exchange.note("listing.delete", id)
    return .noContent
  }

  static let rating = Route(
    method: .get, path: "/v1/listings/{id}/rating",
    summary: "The rating of a listing: that of its source, and the number of members for each number of stars.",
    parameters: [Listings.id], scope: .search, group: .listings, freshness: .version, statuses: [.ok, .notFound]
  ) { exchange in
    try await exchange.services.gate.onThread { catalog, _ in
      .json(try catalog.reviews(of: exchange.steps[0], limit: 0).summary.json)
    }
  }

  /// The listing of the path, as the client may see it: its host gets all that PUT takes.
  private static func shown(
    _ exchange: Exchange, _ status: HTTPResponse.Status, in catalog: Catalog
  ) throws -> (reply: Reply, tag: ListingTag) {
    let member = exchange.client.session?.member
    let (current, source) = try catalog.currentAndSourceListing(exchange.steps[0], for: member, at: exchange.now)
    let tag = ListingTag(current: current, source: source)
    var reply = Reply("application/json", current.jsonText)
    reply.status = status
    reply.headers[.eTag] = tag.text
    reply.headers[.cacheControl] = "no-cache"
    return (reply, tag)
  }

  // MARK: Many listings

  static let importing = Route(
    method: .post, path: "/v1/import", summary: "Adds and replaces listings: all of them, or none.",
    parameters: [
      Parameter("source", .text(), "The source that the listings belong to.", example: "city", isRequired: true),
      Parameter("replace-source", .flag, "Removes listings of the source that are missing from the body."),
      Parameter(
        "take-over", .flag, "Replaces listings of other sources with the same ids, which are refused otherwise."),
      Parameter(
        "allow-empty", .flag, "With `replace-source`, accepts a body without listings, which removes them all."),
    ],
    body: .init(
      mediaTypes: ["application/x-ndjson", "application/jsonl", "application/json"],
      description:
        "One listing per line in the canonical form, plain or gzip. If any line is invalid, nothing is imported.",
      isStreamed: true, schema: nil),
    scope: .import, group: .listings, statuses: [.ok], cost: 10
  ) { try await ListingImport($0).reply() }

  static let export = Route(
    method: .get, path: "/v1/export",
    summary: "All listings by id, in a form that can be imported again; private couches at their public points.",
    formats: [.ndjson], scope: .import, group: .listings, freshness: .version, cost: 10
  ) { exchange in
    let ids = try await exchange.services.gate.operation { catalog in
      var ids: [String] = []
      try catalog.forEachListing(nil, asTold: true, withPrivatePlaces: false) { ids.append($0.id) }
      return ids
    }
    return Reply(streaming: MediaFormat.ndjson.mediaType) { writer in
      // A few at a time: the catalog may change in between, and listings removed by then are left out.
      for chunk in stride(from: 0, to: ids.count, by: 500).map({ Array(ids[$0..<min($0 + 500, ids.count)]) }) {
        let text = try await exchange.services.gate.operation { catalog in
          var text = ""
          for id in chunk where try catalog.listing(id) != nil {
            try catalog.forEachListing([id], asTold: true, withPrivatePlaces: false) { text += $0.exactJSONText + "\n" }
          }
          return text
        }
        try await writer.write(ByteBuffer(string: text))
      }
    }
  }
}

extension Catalog {
  /// The listing with this id.
  /// - Throws: `CatalogError.unknownListing`.
  func known(_ id: String) throws -> Listing {
    guard let listing = try listing(id) else {
      throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
    }
    return listing
  }
}
