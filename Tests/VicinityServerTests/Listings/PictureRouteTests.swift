import Foundation
import GRDB
import Hummingbird
import ServerTestSupport
import Streams
import Testing

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Pictures over HTTP")
struct PictureRouteTests {
  private static let listing = "/v1/listings/stuttgart-brennglas"
  /// Begins like a PNG file; the rest is not read.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  private func files(_ world: ServerWorld) throws -> [String] {
    let folder = String(world.catalog.path.dropLast(5)) + ".media"
    return FileManager.default.fileExists(atPath: folder)
      ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
  }

  @Test("come back as they were sent, whole and in ranges, until they are removed")
  func life() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    let made = try await world.ask(
      Self.listing + "/pictures", .post, [key, ("Content-Type", "image/jpeg")], body: Self.png, pieces: 700)
    #expect(made.status == 201, "\(made.text)")
    #expect(try made.json["type"]?.string == "image/png")
    let again = try await world.ask(Self.listing + "/pictures", .post, [key], body: Self.png)
    #expect(try again.json["number"]?.integer == 1)
    #expect(try await world.ask(Self.listing + "/pictures").json["pictures"]?.array?.count == 1)

    let path = Self.listing + "/pictures/1"
    let whole = try await world.ask(path, .get, [("Accept", "image/avif,image/*"), ("Accept-Encoding", "gzip")])
    #expect(whole.status == 200 && whole.bytes == Self.png && whole.headers[.contentType] == "image/png")
    #expect(whole.headers[.contentTypeOptions] == "nosniff")
    let tag = try #require(whole.headers[.eTag])
    #expect(try await world.ask(path, .get, [("If-None-Match", tag)]).status == 304)
    let part = try await world.ask(path, .get, [("Range", "bytes=10-19")])
    #expect(part.status == 206 && part.bytes == Array(Self.png[10..<20]))
    #expect(part.headers[.contentRange] == "bytes 10-19/5008")
    let end = try await world.ask(path, .get, [("Range", "bytes=-8"), ("If-Range", tag)])
    #expect(end.status == 206 && end.bytes == Array(Self.png.suffix(8)))
    #expect(try await world.ask(path, .get, [("Range", "bytes=-8"), ("If-Range", "\"x\"")]).status == 200)
    #expect(try await world.ask(path, .get, [("Range", "bytes=5008-")]).status == 416)

    // The same file belongs to two listings: it stays until both have lost it.
    let other = "/v1/listings/stuttgart-nachteule/pictures"
    let shared = try await world.ask(other, .post, [key], body: Self.png)
    #expect(shared.status == 201, "\(shared.text)")
    #expect(try files(world).count == 1)
    #expect(try await world.ask(path, .delete, [key]).status == 204)
    #expect(try await world.ask(path).code == "unknown-picture")
    #expect(try await world.ask(other + "/1").bytes == Self.png)
    #expect(
      try await world.ask("/v1/listings/stuttgart-nachteule", .delete, [key, ("If-Match", "*")]).status == 204)
    #expect(try files(world).isEmpty)
    #expect(try await world.ask(other + "/1").code == "unknown-listing")
  }

  @Test("added and removed by many at once never lack their files")
  func races() async throws {
    let world = try ServerWorld([])
    let store = world.server.services.pictures
    let picture = Array(Self.png.prefix(99))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          let listing = "listing \(number % 3)"
          do {
            let made = try store.add(Upload(of: picture), .png, to: listing, of: nil, at: ServerWorld.now) {}
            if number % 2 == 0 { _ = try store.remove(made.number, of: listing) }
          } catch { Issue.record(error) }
        }
      }
    }
    let left = try (0..<3).flatMap { try store.pictures(of: "listing \($0)") }
    for picture in left { #expect(try store.file(of: picture) != nil) }
    #expect(try files(world).count == (left.isEmpty ? 0 : 1))
  }

  @Test("are a hundred at most, also when many come at once")
  func limit() async throws {
    let world = try ServerWorld()
    let store = world.server.services.pictures
    let added = await withTaskGroup(of: Bool.self) { group in
      for number in UInt8(0)..<104 {
        group.addTask {
          let picture = Self.png.prefix(20) + [number]
          do {
            _ = try store.add(Upload(of: Array(picture)), .png, to: "stuttgart-brennglas", of: nil, at: ServerWorld.now)
            {}
          } catch {
            return false
          }
          return true
        }
      }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(try added == 100 && files(world).count == 100)
    let more = try await world.ask(Self.listing + "/pictures", .post, [world.key(.import)], body: Self.png)
    #expect(more.status == 409 && more.code == "too-many-pictures", "\(more.text)")
    #expect(try files(world).count == 100)
  }

  @Test("without their files are unknown, until they are sent again")
  func missingFile() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    #expect(try await world.ask(Self.listing + "/pictures", .post, [key], body: Self.png).status == 201)
    let folder = String(world.catalog.path.dropLast(5)) + ".media"
    try FileManager.default.removeItem(atPath: folder)
    let lost = try await world.ask(Self.listing + "/pictures/1")
    #expect(lost.status == 404 && lost.code == "unknown-picture", "\(lost.text)")
    #expect(try await world.ask(Self.listing + "/pictures", .post, [key], body: Self.png).status == 201)
    #expect(try await world.ask(Self.listing + "/pictures/1").bytes == Self.png)
  }

  @Test("that cannot be removed hold up no removal of their listing, which is in the audit log")
  func failedRemoval() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    #expect(try await world.ask(Self.listing + "/pictures", .post, [key], body: Self.png).status == 201)
    let accounts = try DatabaseQueue(path: String(world.catalog.path.dropLast(5)) + ".accounts.sqlite")
    try await accounts.write { try $0.execute(sql: "DROP TABLE picture") }
    #expect(try await world.ask(Self.listing, .delete, [key, ("If-Match", "*")]).status == 204)
    let audit = try await world.ask("/v1/admin/audit?limit=1", .get, [world.key(.admin)])
    #expect(try audit.json["entries"]?.array?.first?.object?["action"]?.string == "listing.delete", "\(audit.text)")
  }

  @Test("are deleted with listings that an import removes, and not shown by a new one of the same id")
  func replacedSource() async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    let lines = ["a", "b"].map { #"{"id":"\#($0)","kind":"bar","name":"X","lat":1,"lon":1}"# + "\n" }
    #expect(try await world.ask("/v1/import?source=s", .post, [key], text: lines.joined()).status == 200)
    for id in ["a", "b"] {
      #expect(try await world.ask("/v1/listings/\(id)/pictures", .post, [key], body: Self.png).status == 201)
    }
    #expect(try await world.ask("/v1/import?source=s&replace-source", .post, [key], text: lines[0]).status == 200)
    #expect(try await world.ask("/v1/listings/b", .put, [key], text: lines[1]).status == 201)
    #expect(try await world.ask("/v1/listings/b/pictures").json["pictures"]?.array == [])
    #expect(try await world.ask("/v1/listings/a/pictures/1").bytes == Self.png)
    #expect(try files(world).count == 1)
  }

  @Test("are refused when they are no pictures, too large, or of nothing")
  func refused() async throws {
    let world = try ServerWorld { $0.maxPicture = 1024 }
    let key = try world.key(.import)
    let path = Self.listing + "/pictures"
    let script = Array("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".utf8)
    #expect(try await world.ask(path, .post, [key, ("Content-Type", "image/png")], body: script).status == 415)
    #expect(try await world.ask(path, .post, [key, ("Content-Type", "text/html")], body: script).status == 415)
    let large = try await world.ask(path, .post, [key], body: Self.png)
    #expect(try large.status == 413 && (try large.json["limit"]?.object?["name"]?.string) == "max-picture")
    #expect(try await world.ask(path, .post, body: Self.png).status == 401)
    #expect(
      try await world.ask("/v1/listings/none/pictures", .post, [key], body: Array(Self.png.prefix(99))).status == 404)
    #expect(try files(world).isEmpty)
  }
}

extension Upload {
  /// An upload that has arrived.
  convenience init(of bytes: [UInt8]) throws {
    try self.init(in: NSTemporaryDirectory(), counting: HeldBytes(ByteShares(0, ofClient: 0), of: []))
    try append(bytes)
  }
}
