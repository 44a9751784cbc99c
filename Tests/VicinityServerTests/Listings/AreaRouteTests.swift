import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import Vicinity

@testable import VicinityServer

@Suite("Areas over HTTP")
struct AreaRouteTests {
  private static let west = #"{"type":"Polygon","coordinates":[[[9,48],[9.5,48],[9.5,49],[9,49],[9,48]]]}"#
  private static let east =
    #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[24,46],[25,46],[25,47],[24,47],[24,46]]]}}"#

  @Test("are created, queried, replaced and removed in the same form")
  func edits() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    let path = "/v1/areas/Alt%2FStadt"
    #expect(try await world.ask(path, .put, text: Self.west).status == 401)
    let made = try await world.ask(path, .put, [key, ("If-None-Match", "*")], text: Self.west)
    #expect(try made.status == 201 && (made.json["type"]?.string) == "Feature", "\(made.text)")
    let tag = try #require(made.headers[.eTag])
    #expect(try await world.ask(path, .get, [("If-None-Match", tag)]).status == 304)
    let total = try await world.ask("/v1/near?bbox=9,48,9.5,49&limit=0&total").json["total"]
    #expect(try await world.ask("/v1/near?within=Alt%2FStadt&limit=0&total").json["total"] == total)

    #expect(try await world.ask(path, .put, [key], text: Self.east).status == 428)
    #expect(try await world.ask(path, .put, [key, ("If-None-Match", "*")], text: Self.east).status == 412)
    let replaced = try await world.ask(path, .put, [key, ("If-Match", tag)], text: Self.east)
    #expect(replaced.status == 200, "\(replaced.text)")
    #expect(try await world.ask(path, .put, [key, ("If-Match", tag)], text: Self.west).status == 412)
    let other = try await world.ask("/v1/near?bbox=24,46,25,47&limit=0&total").json["total"]
    #expect(try await world.ask("/v1/near?within=Alt%2FStadt&limit=0&total").json["total"] == other && other != total)

    #expect(try await world.ask(path, .delete, [key]).status == 428)
    #expect(try await world.ask(path, .delete, [key, ("If-Match", tag)]).status == 412)
    // A proxy that compresses answers makes their tags weak.
    let weak = "W/" + (try #require(replaced.headers[.eTag]))
    #expect(try await world.ask(path, .delete, [key, ("If-Match", weak)]).status == 204)
    #expect(try await world.ask(path).status == 404)
    #expect(try await world.ask(path, .delete, [key, ("If-Match", "*")]).code == "unknown-area")
  }

  @Test("have exact names, and a similar one is suggested")
  func exactNames() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    #expect(try await world.ask("/v1/areas/Mitte", .put, [key], text: Self.west).status == 201)
    for method in [HTTPRequest.Method.get, .delete] {
      let answered = try await world.ask("/v1/areas/mitte", method, [key, ("If-Match", "*")])
      #expect(answered.status == 404 && answered.code == "unknown-area", "\(answered.text)")
      #expect(try answered.json["suggestion"]?.string == "Mitte", "\(answered.text)")
    }
    #expect(try await world.ask("/v1/near?within=mitte&limit=0").status == 200)
    #expect(try await world.ask("/v1/areas/mitte", .put, [key, ("If-Match", "*")], text: Self.west).status == 412)
    #expect(try await world.ask("/v1/areas/mitte", .put, [key], text: Self.east).status == 201)
    #expect(try await world.ask("/v1/areas/mitte", .delete, [key, ("If-Match", "*")]).status == 204)
    #expect(try await world.ask("/v1/areas/Mitte").status == 200)
  }

  @Test("are refused when their rings are not sound, with the place in the body")
  func badShapes() async throws {
    let world = try ServerWorld()
    let key = try world.key(.import)
    let crossed = #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}"#
    #expect(try await world.ask("/v1/areas/x", .put, [key], text: crossed).code == "bad-area-file")
    let words = #"{"type":"Polygon","coordinates":[[["a","b"],[1,1],[1,0],["a","b"]]]}"#
    let answer = try await world.ask("/v1/areas/x", .put, [key], text: words)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(try answer.json["pointer"]?.string?.hasPrefix("/coordinates") == true, "\(answer.text)")
    #expect(try await world.ask("/v1/areas/x", .put, [key], text: "[1]").status == 400)
    #expect(try await world.ask("/v1/areas").json["areas"]?.array?.isEmpty == true)
  }
}
