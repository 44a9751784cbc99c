import Hummingbird
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// The routes of the pictures of members.
enum MemberPictureRoutes {
  static let all = [set, remove, get]

  static let set = Route(
    method: .put, path: "/v1/me/picture", summary: "Sets the member's picture.",
    body: .init(
      mediaTypes: PictureType.allCases.map(\.rawValue) + ["application/octet-stream"],
      name: "picture",
      description: "The picture as a JPEG, PNG, GIF, WebP or AVIF file; the type is detected from its first bytes.",
      isStreamed: true,
      schema: nil),
    role: .member, group: .accounts, cost: 5
  ) { exchange in
    let member = try exchange.session.member
    let (upload, type) = try await exchange.picture()
    let account = try await exchange.services.members.run {
      try exchange.services.members.pictures.set(upload, type, of: member)
    }
    return .json(account.ownJSON(pictureURL: exchange.pictureURL(of: account)))
  }

  static let remove = Route(
    method: .delete, path: "/v1/me/picture", summary: "Removes the member's picture.", formats: [], role: .member,
    group: .accounts, statuses: [.noContent]
  ) { exchange in
    let member = try exchange.session.member
    try await exchange.services.members.run { try exchange.services.members.pictures.remove(of: member) }
    return .noContent
  }

  static let get = Route(
    method: .get, path: "/v1/members/{name}/picture", summary: "The picture of a member.",
    parameters: [
      Members.name,
      Parameter("v", .text(), "The version, which is in the address of the picture."),
    ], formats: [.picture], scope: .search, group: .accounts,
    statuses: [.ok, .partialContent, .notModified, .notFound, .rangeNotSatisfiable]
  ) { exchange in
    let name = exchange.steps[0].lowercased()
    let services = exchange.services.members
    let found = try await services.run {
      let account = try exchange.services.accounts.account(name)
      guard let picture = account?.picture, account?.suspension == nil else {
        return nil as ((hash: String, type: PictureType), StoredFile)?
      }
      return try services.pictures.folder.file(picture.hash).map { (picture, $0) }
    }
    guard let (picture, file) = found else {
      throw Problem(.notFound, "unknown-picture", "\(name.shortened) has no picture.")
    }
    return .stored(file, picture.type.rawValue, hash: picture.hash, to: exchange.request)
  }
}
