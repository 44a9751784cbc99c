import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of pictures and videos in messages.
enum MediaRoutes {
  static let all = [add, get]

  static let add = Route(
    method: .post, path: "/v1/media", name: "add media",
    summary: "Uploads a picture or video for a message.",
    body: .init(
      mediaTypes: PictureType.allCases.map(\.rawValue) + VideoType.allCases.map(\.rawValue)
        + ["application/octet-stream"],
      name: "file", description: "The file; its type is detected from its first bytes.", isStreamed: true,
      schema: nil),
    role: .member, group: .members, statuses: [.created, .conflict], cost: 5
  ) { exchange in
    let member = try exchange.session.member
    let upload = try await exchange.upload(limit: exchange.services.settings.maxMedia, named: "max-media")
    guard let type = MediumStore.type(upload.head) else {
      throw Problem(
        .unsupportedMediaType, "unsupported-media-type",
        "The body is not a supported picture or video; send JPEG, PNG, GIF, WebP, AVIF, MP4 or WebM.")
    }
    let medium = try await exchange.services.members.run {
      try exchange.services.members.media.add(upload, type, of: member, at: exchange.now)
    }
    let json = JSONObject([
      ("id", .string(medium.id)), ("type", .string(type)), ("bytes", .int(Int64(medium.bytes))),
      ("url", .string("/v1/media/\(medium.id)")),
    ])
    return .json(.object(json), status: .created)
  }

  static let get = Route(
    method: .get, path: "/v1/media/{id}",
    summary: "A picture or video of a conversation, whole or a range of its bytes (participants; editors if it was "
      + "reported).",
    parameters: [Parameter("id", .text(), in: .path, "The id of the picture or video.")], formats: [.file],
    role: .member, group: .members,
    statuses: [.ok, .partialContent, .notModified, .notFound, .rangeNotSatisfiable]
  ) { exchange in
    let session = try exchange.session
    let (medium, file) = try await exchange.services.members.run {
      try exchange.services.members.conversations.bringUpToDate(withMedium: exchange.steps[0])
      return try exchange.services.members.media.medium(
        exchange.steps[0], for: session.member, isEditor: session.role >= .editor)
    }
    return .stored(
      file, medium.type, hash: medium.hash, to: exchange.request, sources: "media-src 'self'; ")
  }
}
