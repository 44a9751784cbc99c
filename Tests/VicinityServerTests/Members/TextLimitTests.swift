import ServerTestSupport
import Streams
import Testing
import Vicinity

@Suite("Limits of texts")
struct TextLimitTests {
  @Test(
    "are bytes as well as letters",
    arguments: [
      ("/v1/me", "PATCH", #"{"displayName":"TEXT"}"#, 5), ("/v1/me", "PATCH", #"{"about":"TEXT"}"#, 5),
      ("/v1/conversations/ID/messages", "POST", #"{"text":"TEXT"}"#, 5),
      ("/v1/conversations/ID/messages", "POST", #"{"location":{"lat":1,"lon":1,"name":"TEXT"}}"#, 5),
      ("/v1/conversations/ID/messages", "POST", #"{"location":{"lat":1,"lon":1,"address":"TEXT"}}"#, 5),
      ("/v1/reports", "POST", #"{"listing":"pub","reason":"spam","text":"TEXT"}"#, 5),
      ("/v1/me/alerts", "POST", #"{"name":"TEXT","query":{}}"#, 5),
      ("/v1/listings/couch/switches/TEXT", "PUT", #"{"url":"https://example.org/x"}"#, 1),
      ("/v1/listings/couch/rating", "PUT", #"{"stars":2,"text":"TEXT"}"#, 1),
      ("/v1/sessions", "POST", #"{"login":"ana","password":"TEXT"}"#, 5),
      ("/v1/me/password", "PUT", #"{"present":"x","new":"TEXT eine lange Reihe"}"#, 5),
    ])
  func texts(_ path: String, _ method: String, _ form: String, _ letters: Int) async throws {
    var couch = Listing(id: "couch", kind: .couch, coordinate: .init(latitude: 47.4979, longitude: 19.0402))
    (couch.host, couch.timeZone) = ("ana", "UTC")
    let world = try ServerWorld([couch])
    let ana = try world.member("ana")
    _ = try world.member("bela")
    let id = try await world.send("/v1/conversations", .post, [ana], #"{"with":"bela"}"#).json["id"]?.string ?? ""
    // A letter with very many marks.
    let long = String(repeating: "e" + String(repeating: "\u{301}", count: 20_000 / letters), count: letters)
    let marked = path.contains("TEXT") ? "e" + String(repeating: "%CC%81", count: 1000) : long
    let who = path.contains("rating") || path.contains("reports") ? try world.member("bela") : ana
    let answer = try await world.send(
      path.replacing("ID", with: id).replacing("TEXT", with: marked), .init(method) ?? .get, [who],
      form.replacing("TEXT", with: long))
    #expect((400..<500).contains(answer.status) && answer.status != 404, "\(answer.status) \(answer.text.prefix(300))")
  }

  @Test("are reported in bytes if bytes are the limit")
  func toldTexts() async throws {
    let world = try ServerWorld()
    let ana = try world.member("ana")
    let long = String(repeating: "e" + String(repeating: "\u{301}", count: 4000), count: 20)
    for (path, method, form, bytes) in [
      ("/v1/me", "PATCH", #"{"displayName":"TEXT"}"#, 640), ("/v1/me", "PATCH", #"{"about":"TEXT"}"#, 16_000),
      ("/v1/me/password", "PUT", #"{"present":"x","new":"TEXT"}"#, 1600),
    ] {
      let answer = try await world.send(
        path, .init(method) ?? .get, [ana], form.replacing("TEXT", with: long))
      #expect(answer.code == "out-of-range" && answer.text.contains("at most \(bytes) bytes"), "\(answer.text)")
    }
  }
}
