import CivilTime
import Foundation
import Geography
import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity

@testable import VicinityAccounts
@testable import VicinityHTTP
@testable import VicinityServer

@Suite("Listings over HTTP")
struct ListingRouteTests {
  @Test("are changed by keys, and only as they were read")
  func edits() async throws {
    let world = try ServerWorld()
    let path = "/v1/listings/stuttgart-brennglas"
    let key = try world.key(.import)
    let tag = try #require(try await world.ask(path).headers[.eTag])
    #expect(try await world.ask(path, .get, [("If-None-Match", tag)]).status == 304)
    #expect(try await world.ask(path, .patch, text: #"{"price":1}"#).status == 401)
    #expect(try await world.ask(path, .patch, [world.key(.search)], text: #"{"price":1}"#).status == 403)
    #expect(try await world.ask(path, .patch, [key], text: #"{"price":1}"#).status == 428)
    let changed = try await world.ask(path, .patch, [key, ("If-Match", tag)], text: #"{"price":7.5}"#)
    #expect(try changed.status == 200 && (try changed.json["price"]?.number) == 7.5, "\(changed.text)")
    #expect(try await world.ask(path, .patch, [key, ("If-Match", tag)], text: #"{"price":1}"#).status == 412)
    #expect(try world.catalog.listing("stuttgart-brennglas")?.price?.amount == 7.5)
    #expect(try await world.ask(path, .patch, [key, ("If-Match", "*")], text: #"{"prise":1}"#).code == "unknown-key")
    #expect(try await world.ask(path, .delete, [key, ("If-Match", tag)]).status == 412)
    #expect(try await world.ask(path, .delete, [key, ("If-Match", "*")]).status == 204)
    #expect(try await world.ask(path).status == 404)
    let audit = try await world.ask("/v1/admin/audit", .get, [world.key(.admin)])
    #expect(
      try audit.json["entries"]?.array?.map { $0.object?["action"]?.string } == ["listing.delete", "listing.patch"])
  }

  @Test("are made with PUT, also under ids with slashes, and replaced as a whole")
  func puts() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    let form = #"{"kind":"bar","name":"Neun","lat":48.77,"lon":9.18,"tags":["x"]}"#
    let made = try await world.ask("/v1/listings/node%2F9", .put, [key, ("If-None-Match", "*")], text: form)
    #expect(try made.status == 201 && (try made.json["id"]?.string) == "node/9", "\(made.text)")
    #expect(try await world.ask("/v1/listings/node%2F9", .put, [key], text: form).status == 428)
    let other = try await world.ask("/v1/listings/node%2F9", .put, [key, ("If-None-Match", "*")], text: form)
    #expect(other.status == 412)
    let second = #"{"kind":"bar","name":"Zehn","lat":48.77,"lon":9.18}"#
    let tag = try #require(made.headers[.eTag])
    let replaced = try await world.ask("/v1/listings/node%2F9", .put, [key, ("If-Match", tag)], text: second)
    #expect(try replaced.status == 200 && (try replaced.json["tags"]) == nil, "\(replaced.text)")
    let gone = try await world.ask("/v1/listings/gone", .put, [key, ("If-Match", tag)], text: second)
    #expect(gone.code == "changed-meanwhile", "\(gone.text)")
    for (form, pointer) in [
      (#"{"kind":"bar"}"#, "/lat"), (#"{"kind":"pub","lat":1,"lon":1}"#, "/kind"),
      (#"{"kind":"couch","lat":1,"lon":1,"publicRadius":3}"#, "/publicRadius"),
      (#"{"kind":"bar","lat":1,"lon":1,"price":-2}"#, "/price"),
      (#"{"kind":"event","lat":1,"lon":1,"starts":"soon"}"#, "/starts"),
    ] {
      let answer = try await world.ask("/v1/listings/a", .put, [key], text: form)
      #expect(try answer.code == "invalid-listing" && answer.json["pointer"]?.string == pointer, "\(answer.text)")
    }
    #expect(try await world.ask("/v1/listings/a", .put, [key], text: #"{"id":"b"}"#).code == "conflict")
  }

  @Test("made by many at once under one id are made once")
  func race() async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    let form = #"{"kind":"bar","name":"Neun","lat":48.77,"lon":9.18}"#
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await world.ask("/v1/listings/one", .put, [key, ("If-None-Match", "*")], text: form).status
        }
      }
      return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [201: 1, 412: 11])
  }

  @Test("accept an invalid region that an import has stored, in a PUT that does not change it")
  func putsWithFormerRegion() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    var bar = Listing(id: "x", kind: .bar, coordinate: Coordinate(latitude: 48.14, longitude: 11.57))
    (bar.name, bar.region, bar.timeZone) = ("X", "Oberbayern", "Europe/Berlin")
    try world.catalog.save([bar], source: "test", at: ServerWorld.now)
    func put(_ name: String, _ region: String) async throws -> Int {
      let form = #"{"kind":"bar","name":"\#(name)","lat":48.14,"lon":11.57,"timezone":"Europe/Berlin","#
      let text = form + #""region":"\#(region)"}"#
      return try await world.ask("/v1/listings/x", .put, [key, ("If-Match", "*")], text: text).status
    }
    #expect(try await put("Y", "Oberbayern") == 200)
    #expect(try await put("Y", "Unterbayern") == 400)
  }

  @Test("made by a PUT and an import at once are those of the import, whichever comes first")
  func raceWithImport() async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    for number in 0..<20 {
      let imported = #"{"id":"\#(number)","kind":"bar","name":"Import","lat":1,"lon":1}"#
      async let importing = world.ask("/v1/import?source=s&take-over=true", .post, [key], text: imported)
      let form = #"{"kind":"bar","name":"Put","lat":1,"lon":1}"#
      let put = try await world.ask("/v1/listings/\(number)", .put, [key, ("If-None-Match", "*")], text: form)
      #expect(try await importing.status == 200 && [201, 412].contains(put.status), "\(put.text)")
      #expect(try world.catalog.listing("\(number)")?.name == "Import")
    }
  }

  @Test("must be objects, and other values are refused by type", arguments: ["[1]", "\"x\"", "null", "7"])
  func otherBodies(text: String) async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    for method in [HTTPRequest.Method.put, .patch] {
      let answered = try await world.ask("/v1/listings/a", method, [key, ("If-Match", "*")], text: text)
      #expect(answered.status == 400 && answered.code == "wrong-type", "\(answered.text)")
      #expect(answered.text.contains("an object"), "\(answered.text)")
    }
  }

  @Test(
    "that do not fit on the disk are refused with the reason",
    arguments: [(ENOSPC, 507, "disk-full"), (EDQUOT, 507, "disk-full"), (EACCES, 403, "catalog-not-writable")])
  func disk(system: Int32, status: Int, code: String) throws {
    let problem = try #require(Problem(StorageError(errno: system)))
    #expect(problem.status.code == status && problem.code == code)
    let missing = #expect(throws: StorageError.self) { try UnnamedFile(in: "/no/such/folder") }
    #expect(missing?.code == "catalog-not-writable")
  }

  @Test("sent with gzip are inflated only by the server, within its limits")
  func compressedImport() async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    let line = Array((#"{"id":"x","kind":"bar","name":"X","lat":1,"lon":1}"# + "\n").utf8)
    let once = Deflater().deflate(line, isLast: true)
    let path = "/v1/import?source=s"
    #expect(try await world.ask(path, .post, [key], body: once).status == 415)
    let encoding = ("Content-Encoding", "gzip")
    let twice = Deflater().deflate(once, isLast: true)
    #expect(try await world.ask(path, .post, [key, encoding], body: twice).status == 415)
    #expect(try await world.ask(path, .post, [key, encoding], body: once).status == 200)
  }

  @Test("come all or not at all, and go out as they came")
  func bulk() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    let exported = try await world.ask("/v1/export", .get, [key])
    let other = try ServerWorld([])
    let otherKey = try other.key(.import)
    let imported = try await other.ask("/v1/import?source=copy", .post, [otherKey], body: exported.bytes, pieces: 1000)
    #expect(imported.status == 200, "\(imported.text)")
    #expect(try await other.ask("/v1/export", .get, [otherKey]).bytes == exported.bytes)
    let bad = exported.text + #"{"id":"x","kind":"pub","lat":1,"lon":1}"# + "\n"
    let refused = try await other.ask("/v1/import?source=copy", .post, [otherKey], text: bad)
    #expect(refused.status == 400 && !refused.text.contains(".upload-"), "\(refused.text)")
    #expect(try await other.ask("/v1/export", .get, [otherKey]).bytes == exported.bytes)
    #expect(try await other.ask("/v1/import", .post, [otherKey], text: "").code == "missing")
  }

  @Test("replace their source by none only if that is said")
  func emptyImport() async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    let line = #"{"id":"x","kind":"bar","name":"X","lat":1,"lon":1}"# + "\n"
    #expect(try await world.ask("/v1/import?source=s", .post, [key], text: line).status == 200)
    for body in ["", "[]", "\n"] {
      let refused = try await world.ask("/v1/import?source=s&replace-source=true", .post, [key], text: body)
      #expect(refused.status == 400, "\(refused.text)")
      #expect(try await world.ask("/v1/listings/x").status == 200)
    }
    let path = "/v1/import?source=s&replace-source=true&allow-empty=true"
    #expect(try await world.ask(path, .post, [key], text: "").status == 200)
    #expect(try await world.ask("/v1/listings/x").status == 404)
  }

  @Test("that are not in business are found on request")
  func operatingStatus() async throws {
    let world = try ServerWorld([])
    let key = try world.key(.import)
    let lines = ["a\",\"operatingStatus\":\"closed", "b"].map { #"{"id":"\#($0)","kind":"bar","lat":1,"lon":1}"# }
    #expect(try await world.ask("/v1/import?source=s", .post, [key], text: lines.joined(separator: "\n")).status == 200)
    func ids(_ path: String) async throws -> [String] {
      let answer = try JSONParser.parse(try await world.ask(path).text.utf8).object
      let listings = answer?["results"]?.array ?? answer?["features"]?.array ?? []
      return listings.compactMap { $0.object?["id"]?.string }
    }
    #expect(try await ids("/v1/near?near=1,1") == ["b"])
    #expect(try await ids("/v1/near?near=1,1&operating-status=closed") == ["a"])
    #expect(try await ids("/v1/near?near=1,1&operating-status=open,closed") == ["a", "b"])
    #expect(try await world.ask("/v1/near?near=1,1&operating-status=maybe").status == 400)
    #expect(try await ids("/collections/bars/items") == ["b"])
    #expect(try await world.ask("/v1/listings/a").text.contains(#""operatingStatus":"closed""#))
  }

  @Test("report whether they are free, open or on")
  func availability() async throws {
    let world = try ServerWorld()
    let path = "/v1/listings/stuttgart-brennglas/availability"
    #expect(try await world.ask(path + "?open=now").status == 200)
    #expect(try await world.ask(path + "?stay=2026-12-01..2026-12-02").status == 409)
    #expect(try await world.ask(path).status == 400)
    #expect(try await world.ask("/v1/listings/nothing/availability?open=now").status == 404)
  }

  @Test("keys end at once when they are removed, and by their time")
  func keys() async throws {
    let world = try ServerWorld { $0.isPublic = false }
    #expect(try await world.ask("/v1/near").status == 401)
    let admin = try world.key(.admin)
    let made = try await world.ask("/v1/keys", .post, [admin], text: #"{"name":"app","scopes":["search"]}"#)
    let secret = try #require(try made.json["key"]?.string)
    #expect(made.status == 201)
    #expect(try await world.ask("/v1/near", .get, [("X-Api-Key", secret)]).status == 200)
    #expect(try await world.ask("/v1/keys", .get, [admin]).text.contains(secret) == false)
    let id = try #require(try made.json["id"]?.string)
    #expect(try await world.ask("/v1/keys/\(id)", .delete, [admin]).status == 204)
    #expect(try await world.ask("/v1/near", .get, [("X-Api-Key", secret)]).status == 401)
    let before = Instant(secondsSince1970: ServerWorld.now.secondsSince1970 - 60)
    let ended = try world.server.services.keys.add(
      name: "old", scopes: [.search], expires: ServerWorld.now, at: before)
    #expect(try await world.ask("/v1/near", .get, [("X-Api-Key", ended.secret)]).status == 401)
    // Made by another process, right after a request with an unknown key.
    let other = try KeyStore(AccountsFile(catalog: world.catalog.path))
      .add(name: "new", scopes: [.search], expires: nil, at: ServerWorld.now)
    #expect(try await world.ask("/v1/near", .get, [("X-Api-Key", other.secret)]).status == 200)
    let past = #"{"name":"a","scopes":["search"],"expires":"2020-01-01T00:00:00Z"}"#
    #expect(try await world.ask("/v1/keys", .post, [admin], text: past).code == "out-of-range")
    let wrong = try await world.ask("/v1/keys", .post, [admin], text: #"{"name":"a","scopes":["serach"]}"#)
    #expect(try wrong.json["pointer"]?.string == "/scopes/0")
  }

  @Test("a backup is a sound catalog with the same listings, and replaces no file")
  func backups() async throws {
    let world = try ServerWorld()
    let admin = try world.key(.admin)
    let made = try await world.ask("/v1/admin/backups", .post, [admin], text: #"{"name":"copy.gpkg"}"#)
    #expect(made.status == 201, "\(made.text)")
    let folder = world.catalog.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let copy = try Catalog(path: folder + "/copy.gpkg")
    #expect(try copy.statistics().listings == world.catalog.statistics().listings)
    #expect(try await world.ask("/v1/admin/backups", .post, [admin], text: #"{"name":"copy.gpkg"}"#).status == 409)
    #expect(try KeyStore(AccountsFile(catalog: copy.path)).all() == world.server.services.keys.all())
    #expect(try await world.ask("/v1/admin/backups", .post, [admin], text: #"{"name":"../x"}"#).status == 400)
  }
}
