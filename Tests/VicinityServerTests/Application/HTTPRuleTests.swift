import HTTPTypes
import ServerTestSupport
import Streams
import Testing
import TestSupport

@testable import VicinityHTTP
@testable import VicinityServer

@Suite("The rules of HTTP")
struct HTTPRuleTests {
  @Test(
    "an answer is reused while nothing changes, and computed again after a change",
    arguments: ["/v1/near?limit=2", "/tiles/listings/3/4/2.mvt", "/collections/bars/items", "/v1/suggest?text=ja"])
  func validators(path: String) async throws {
    let world = try ServerWorld()
    // The first completions are read.
    _ = try await world.ask(path)
    let first = try await world.ask(path)
    let tag = try #require(first.headers[.eTag])
    let same = try await world.ask(path, .get, [("If-None-Match", tag)])
    #expect(same.status == 304 && same.headers[.vary] == first.headers[.vary])
    #expect(try await world.ask(path, .get, [("If-None-Match", "\"x\", \(tag.dropFirst(2))")]).status == 304)
    try world.catalog.edit("stuttgart-brennglas") { $0.description = "\(path) and \(first.bytes.count)" }
    let again = try await world.ask(path, .get, [("If-None-Match", tag)])
    #expect(again.status == 200 && again.headers[.eTag] != tag)
  }

  @Test("an answer about opening may be cached until the minute is over")
  func maxAge() async throws {
    let world = try ServerWorld()
    #expect(try await world.ask("/v1/near?open=now").headers[.cacheControl] == "public, max-age=60")
    #expect(try await world.ask("/v1/near").headers[.cacheControl] == "no-cache")
    #expect(try await world.ask("/v1/limits").headers[.cacheControl] == "no-store")
  }

  @Test("large answers are compressed for clients that accept it, and HEAD returns only the head")
  func compression() async throws {
    let world = try ServerWorld()
    let plain = try await world.ask("/v1/near?limit=50")
    let zipped = try await world.ask("/v1/near?limit=50", .get, [("Accept-Encoding", "br, gzip;q=0.8")])
    #expect(zipped.headers[.contentEncoding] == "gzip" && zipped.bytes.count < plain.bytes.count / 2)
    #expect(try await Self.inflated(zipped.bytes) == plain.bytes)
    #expect(try await world.ask("/v1/near?limit=50", .get, [("Accept-Encoding", "gzip;q=0")]).bytes == plain.bytes)
    let head = try await world.ask("/v1/near?limit=50", .head)
    #expect(head.status == 200 && head.bytes.isEmpty && head.headers[.contentLength] == "\(plain.bytes.count)")
    let batch = try await world.ask("/v1/batch", .post, [("Accept-Encoding", "gzip")], text: #"{"limit":1}"#)
    let lines = try await world.ask("/v1/batch", .post, text: #"{"limit":1}"#)
    #expect(try await Self.inflated(batch.bytes) == lines.bytes)
  }

  private static func inflated(_ bytes: [UInt8]) async throws -> [UInt8] {
    let inflater = try Inflater(path: "answer")
    return try [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = try inflater.inflate(bytes, into: UnsafeMutableRawBufferPointer(buffer)).produced
    }
  }

  @Test("bodies are limited as they come and inflated")
  func bodies() async throws {
    let world = try ServerWorld { $0.maxBody = 6000 }
    let large = Array(repeating: UInt8(ascii: " "), count: 6001)
    let refused = try await world.ask("/v1/query", .post, body: large)
    #expect(refused.status == 413 && refused.text.contains("max-body"))
    let bomb = Deflater().deflate(Array(repeating: UInt8(ascii: " "), count: 1 << 20), isLast: true)
    #expect(bomb.count < 6000)
    #expect(try await world.ask("/v1/query", .post, [("Content-Encoding", "gzip")], body: bomb).status == 413)
    let fine = Deflater().deflate(Array(#"{"limit":1}"#.utf8), isLast: true)
    #expect(
      try await world.ask("/v1/query", .post, [("Content-Encoding", "gzip")], body: fine, pieces: 5).status == 200)
    #expect(
      try await world.ask("/v1/query", .post, [("Content-Encoding", "gzip")], body: Array(fine.dropLast(9))).status
        == 400)
    #expect(try await world.ask("/v1/query", .post, [("Content-Encoding", "br")], body: fine).status == 415)
  }

  @Test("a body that becomes far too large is given up early, whatever the limit of its route")
  func inflation() async throws {
    let world = try ServerWorld()
    let bomb = Deflater().deflate(Array(repeating: UInt8(ascii: "\n"), count: 20 << 20), isLast: true)
    let headers = [("Content-Encoding", "gzip"), ("Content-Type", "application/x-ndjson")]
    let answer = try await world.ask("/v1/batch", .post, headers, body: bomb)
    #expect(answer.text.contains("max-inflation"), "\(answer.text)")
    let other = try ServerWorld { $0.maxInflation = 2000 }
    #expect(try await other.ask("/v1/batch", .post, headers, body: bomb).text.isEmpty)
  }

  @Test("other methods and paths are refused with the available ones")
  func paths() async throws {
    let world = try ServerWorld()
    let method = try await world.ask("/v1/near", .post)
    #expect(method.status == 405 && method.headers[.allow] == "GET, HEAD, OPTIONS")
    let path = try await world.ask("/v1/naer")
    #expect(try path.status == 404 && (try path.json["suggestion"]?.string) == "/v1/near")
    #expect(try await world.ask("/v1/near", .options).status == 204)
    #expect(try await world.ask("/v1/near?text=" + String(repeating: "a", count: 20_000)).status == 414)
  }

  @Test("pages of chosen origins may read answers, others not")
  func origins() async throws {
    let world = try ServerWorld { $0.corsOrigins = ["https://a.example"] }
    let name = HTTPField.Name.accessControlAllowOrigin
    #expect(
      try await world.ask("/v1/near", .get, [("Origin", "https://a.example")]).headers[name] == "https://a.example")
    #expect(try await world.ask("/v1/near", .get, [("Origin", "https://b.example")]).headers[name] == nil)
    let preflight = try await world.ask("/v1/query", .options, [("Origin", "https://a.example")])
    #expect(preflight.headers[.accessControlAllowMethods] == "OPTIONS, POST")
    let allowed = Set((preflight.headers[.accessControlAllowHeaders] ?? "").split(separator: ", ").map(String.init))
    let sent = VicinityServer.routes.flatMap(\.parameters).filter { $0.place == .header }.map(\.name)
    #expect(allowed.isSuperset(of: sent + ["Authorization", "Content-Type"]) && sent.contains("Idempotency-Key"))
  }

  @Test("each client has a rate limit, and gets the time to retry")
  func rates() async throws {
    let world = try ServerWorld {
      ($0.rate, $0.burst) = (1, 3)
    }
    for _ in 0..<3 { #expect(try await world.ask("/v1/limits").status == 200) }
    let refused = try await world.ask("/v1/limits")
    #expect(refused.status == 429 && refused.headers[.retryAfter] == "1" && refused.text.contains("rate"))
    #expect(try await world.ask("/healthz").status == 200)
    let limiter = RateLimiter(rate: 2, burst: 4)
    let start = ContinuousClock.now
    #expect((0..<6).map { _ in limiter.take(1, of: "a", at: start) } == [nil, nil, nil, nil, 1, 1])
    #expect(limiter.take(1, of: "a", at: start + .seconds(1)) == nil)
    #expect(limiter.take(4, of: "b", at: start) == nil && limiter.take(4, of: "b", at: start) == 2)
  }
}
