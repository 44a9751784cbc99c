import CivilTime
import Foundation
import Geography
import HTTPTypes
import Hummingbird
import ServerTestSupport
import Streams
import Testing
import Vicinity
import VicinityFormats
import VicinityLab

@testable import VicinityServer

@Suite("Search over HTTP")
struct SearchRouteTests {
  private static let questions = [
    ("near=48.7758,9.1829&limit=5", #"{"near":{"lat":48.7758,"lon":9.1829},"limit":5}"#),
    (
      "near=48.7758,9.1829&radius=2km&open&tag=cocktails&max-price=12&min-rating=4&total",
      #"{"near":{"lat":48.7758,"lon":9.1829},"radius":2000,"open":"now","tags":{"all":["cocktails"]},"price":{"max":12},"rating":{"min":4},"total":true}"#
    ),
    (
      "kind=couch&stay=2026-12-01..2026-12-05&guests=2&sort=stayPrice",
      #"{"kinds":["couch"],"stay":{"on":"2026-12-01..2026-12-05","guests":2},"sort":["stayPrice"]}"#
    ),
    (
      "kind=couch&stay=2026-12-01..2026-12-05&max-night-price=20&min-night-price=1&currency=EUR&facets=nightPrice",
      #"{"kinds":["couch"],"stay":{"on":"2026-12-01..2026-12-05"},"nightPrice":{"min":1,"max":20,"currency":"EUR"},"facets":["nightPrice"]}"#
    ),
    (
      "nights=2&between=2026-12-01..2026-12-09&max-night-price=20&max-price=30&currency=EUR&sort=-nightPrice",
      #"{"stay":{"nights":2,"between":["2026-12-01","2026-12-09"]},"nightPrice":{"max":20,"currency":"EUR"},"price":{"max":30,"currency":"EUR"},"sort":["-nightPrice"]}"#
    ),
    (
      "bbox=9.1,48.7,9.3,48.9&text=jazz%20OR%20wine&facets=kind,tag&limit=3",
      #"{"within":{"bbox":[9.1,48.7,9.3,48.9]},"text":"jazz OR wine","facets":["kind","tag"],"limit":3}"#
    ),
    ("bbox=-180,-90,180,90&cluster=3", #"{"within":{"bbox":[-180,-90,180,90]},"cluster":3}"#),
    (
      "near=46.54,24.56&sort=best&kind=event&during=weekend&filter=price%20%3C%2020%20OR%20price%20IS%20NULL&weights=words=0.5",
      #"{"near":{"lat":46.54,"lon":24.56},"sort":["best"],"kinds":["event"],"during":"weekend","filter":"price < 20 OR price IS NULL","weights":{"words":0.5}}"#
    ),
    (
      "within=POLYGON((9%2048,10%2048,10%2049,9%2049,9%2048))&kind=bar&fields=id,name",
      #"{"within":{"geometry":{"type":"Polygon","coordinates":[[[9,48],[10,48],[10,49],[9,49],[9,48]]]}},"kinds":["bar"],"fields":["id","name"]}"#
    ),
  ]

  @Test("parameters, a body and a line of a batch are the same query", arguments: questions)
  func same(parameters: String, form: String) async throws {
    let world = try ServerWorld()
    let expected = try world.catalog.answer(Query(parsing: form.utf8), at: ServerWorld.now).jsonLine
    let near = try await world.ask("/v1/near?\(parameters)")
    #expect(near.status == 200 && near.bytes == expected, "\(near.text)")
    let query = try await world.ask("/v1/query", .post, text: form)
    #expect(query.bytes == expected)
    let batch = try await world.ask("/v1/batch", .post, text: form)
    #expect(batch.bytes == expected)
  }

  @Test(
    "errors name the parameter",
    arguments: [
      ("naer=1", "unknown-parameter", "naer"), ("limit=5&limit=6", "repeated", "limit"),
      ("max-price=cheap", "wrong-type", "max-price"), ("min-rating=7", "out-of-range", "min-rating"),
      ("near=91,9", "out-of-range", "near"), ("radius=5q&near=1,1", "out-of-range", "radius"),
      ("guests=2", "missing", "guests"), ("unknown=keep", "missing", "unknown"), ("radius=5", "missing", "radius"),
      ("max-night-price=80", "missing", "stay"), ("min-night-price=8", "missing", "stay"),
      ("max-night-price=8&stay=weekend&partly", "conflict", nil), ("facets=nightPrice", "missing", "stay"),
      ("filter=nightPrice%3C5", "missing", "stay"), ("sort=nightPrice", "missing", "stay"),
      ("open=never", "bad-time", "open"), ("filter=price%20%3C", "bad-filter", "filter"),
      ("sort=nmae", "unknown-word", "sort"), ("bbox=1,2,3", "out-of-range", "bbox"), ("text=%FF", "bad-encoding", nil),
      ("after=xyz", "bad-cursor", nil), ("limit=10001", "limit", nil), ("f=xml", "unknown-word", "f"),
      ("near=48.7758%3B9.1829", "out-of-range", "near"), ("limit=1&limit=2", "repeated", "limit"),
    ] as [(String, String, String?)])
  func wrong(parameters: String, code: String, parameter: String?) async throws {
    let answered = try await ServerWorld().ask("/v1/near?\(parameters)")
    let json = try answered.json
    #expect(answered.status == 400 && json["code"]?.string == code, "\(answered.text)")
    #expect(json["parameter"]?.string == parameter, "\(answered.text)")
    #expect(answered.headers[.contentType] == "application/problem+json")
  }

  @Test("the bound that needs nights is the one that was given", arguments: ["max-night-price", "min-night-price"])
  func nightPriceBound(name: String) async throws {
    let answered = try await ServerWorld().ask("/v1/near?\(name)=80")
    #expect(try answered.json["detail"]?.string?.contains("\(name) needs stay") == true, "\(answered.text)")
  }

  @Test("errors in a body have a JSON pointer")
  func pointer() async throws {
    let world = try ServerWorld()
    let answered = try await world.ask("/v1/query", .post, text: #"{"tags":{"any":["a",5]}}"#)
    #expect(try answered.json["pointer"]?.string == "/tags/any/1")
    #expect(try await world.ask("/v1/query", .post, text: "{").code == "not-json")
    let other = try await world.ask("/v1/query", .post, [("Content-Type", "text/xml")], text: "<a/>")
    #expect(other.status == 415)
  }

  @Test("only keys that may act for members can name them")
  func caller() async throws {
    let world = try ServerWorld()
    let form = #"{"caller":"ana","limit":1}"#
    #expect(try await world.ask("/v1/query", .post, text: form).status == 403)
    #expect(try await world.ask("/v1/batch", .post, text: form).text.contains(#""code":"forbidden""#))
    #expect(try await world.ask("/v1/query", .post, [world.key(.actAs, .search)], text: form).status == 200)
    // Also where a member is one of several origins, at any depth of a line.
    let origins = #"[{"lat":48.7,"lon":9.1,"member":"ana"},{"lat":48.8,"lon":9.2,"member":"bo"}]"#
    let near = #"{"near":\#(origins),"sort":["recommended"]}"#
    for path in ["/v1/query", "/v1/why", "/v1/why-not/stuttgart-brennglas"] {
      let answer = try await world.ask(path, .post, text: near)
      #expect(answer.status == 403 && answer.text.contains("/near/0/member"), "\(answer.text)")
    }
    let batch = try await world.ask("/v1/batch", .post, text: near + "\n" + #"{"limit":10001}"# + "\n")
    #expect(batch.text.contains("forbidden") && batch.text.contains("max-limit"), "\(batch.text)")
    #expect(try await world.ask("/v1/plan", .post, text: #"{"caller":"ana"}"#).status == 403)
  }

  @Test("a batch answers bad lines in their place, in whatever pieces it comes")
  func batch() async throws {
    let world = try ServerWorld()
    var generator = SplitMix64(seed: 8)
    var text = ""
    for number in 0..<150 {
      switch number % 7 {
      case 3: text += "{\"id\":\"q\(number)\",\"limt\":1}\n"
      case 5: text += "\n"
      default: text += "{\"id\":\"q\(number)\",\"near\":{\"lat\":48.\(number),\"lon\":9.1},\"limit\":3}\n"
      }
    }
    let bytes = Array(text.utf8)
    let (input, output) = (world.temporary.folder.appending(path: "in"), world.temporary.folder.appending(path: "out"))
    try Data(bytes).write(to: input)
    try Data().write(to: output)
    let (reading, writing) = (try FileHandle(forReadingFrom: input), try FileHandle(forWritingTo: output))
    _ = try Batch(catalog: world.catalog, threads: 1) { ServerWorld.now }.run(
      reading: reading.fileDescriptor, writing: FileOutput(fileDescriptor: writing.fileDescriptor))
    let expected = try Array(Data(contentsOf: output))
    for _ in 0..<5 {
      let pieces = Int.random(in: 1...3000, using: &generator)
      let answered = try await world.ask("/v1/batch", .post, body: bytes, pieces: pieces)
      #expect(answered.bytes == expected, "pieces of \(pieces) bytes")
    }
  }

  @Test("a line that is too long is refused, and the next one answered")
  func longLine() async throws {
    let world = try ServerWorld { $0.maxLine = 200 }
    let long = #"{"text":""# + String(repeating: "a", count: 40_000) + #""}"#
    for pieces in [7, 100_000] {
      let answered = try await world.ask(
        "/v1/batch", .post, body: Array((long + "\n{\"limit\":0}\n").utf8), pieces: pieces)
      let lines = answered.text.split(separator: "\n")
      #expect(
        lines.count == 2 && lines[0].contains("line-too-long") && lines[1] == #"{"results":[]}"#, "\(answered.text)")
    }
  }

  @Test("formats follow f or Accept")
  func formats() async throws {
    let world = try ServerWorld()
    for (accept, type) in [
      ("application/geo+json", "application/geo+json"),
      ("text/csv;q=0.5, text/*;q=0.1", "text/csv; charset=utf-8; header=present"),
      ("*/*", "application/json"), ("application/json;q=0, */*", "application/x-ndjson"),
    ] {
      let answered = try await world.ask("/v1/near?limit=1", .get, [("Accept", accept)])
      #expect(answered.headers[.contentType] == type, "\(accept)")
    }
    #expect(try await world.ask("/v1/near?limit=1", .get, [("Accept", "image/png")]).status == 406)
    #expect(try await world.ask("/v1/near?kind=event&limit=1&f=ics").text.hasPrefix("BEGIN:VCALENDAR"))
  }

  @Test("pages follow one another by the link next, each listing once")
  func pages() async throws {
    let world = try ServerWorld()
    var path: String? = "/v1/near?near=48.7758,9.1829&kind=bar&limit=7&fields=id"
    var ids: [String] = []
    while let asked = path {
      let answered = try await world.ask(asked)
      ids += try answered.json["results"]?.array?.compactMap { $0.object?["id"]?.string } ?? []
      path = answered.headers[.links].map {
        String($0.dropFirst("<http://test".count).prefix { $0 != ">" })
      }
    }
    var query = try Query(parsing: #"{"near":{"lat":48.7758,"lon":9.1829},"kinds":["bar"],"limit":1000}"#.utf8)
    query.fields = [.id]
    #expect(ids == (try world.catalog.answer(query, at: ServerWorld.now).matches.map(\.id)) && ids.count > 50)
  }

  @Test("suggestions, evenings, reasons and areas are those of the engine")
  func others() async throws {
    let world = try ServerWorld()
    let suggested = try await world.ask("/v1/suggest?text=jaz&near=48.7758,9.1829&limit=3")
    #expect(try suggested.json["completions"]?.array?.count ?? 0 > 0)
    let plan = #"{"near":{"lat":46.5446,"lon":24.562},"stay":{"from":"2026-11-27","to":"2026-11-29"}}"#
    #expect(try await world.ask("/v1/plan", .post, text: plan).status == 200)
    let whyNot = try await world.ask("/v1/why-not/stuttgart-brennglas", .post, text: #"{"kinds":["event"]}"#)
    #expect(whyNot.status == 200 && whyNot.text.contains("findings"))
    #expect(try await world.ask("/v1/why-not/nothing", .post, text: "{}").status == 404)
    #expect(try await world.ask("/v1/areas").json["areas"]?.array == [])
    #expect(try await world.ask("/v1/areas/nowhere").status == 404)
  }

  @Test("crawls are those of the engine, and errors name the place in the body")
  func crawls() async throws {
    let world = try ServerWorld()
    let form = #"{"near":{"lat":48.7758,"lon":9.1829},"start":"20:00","stops":2,"stay":45,"limit":2}"#
    var request = BarItineraryRequest(
      from: Coordinate(latitude: 48.7758, longitude: 9.1829),
      // The next 20:00 there: now is 21:00.
      start: ServerWorld.now + 23 * 3600)
    (request.stops, request.stayMinutes, request.limit) = (2, 45, 2)
    let expected = try world.catalog.barItineraries(request).map(\.json)
    let answered = try await world.ask("/v1/crawl", .post, text: form)
    #expect(try answered.json["crawls"]?.array == expected && expected.count == 2, "\(answered.text)")
    for (form, pointer) in [
      (#"{"near":{"lat":48,"lon":9},"stops":11}"#, "/stops"),
      (#"{"near":{"lat":48,"lon":9},"start":"25:00"}"#, "/start"),
      (#"{"near":{"lat":48,"lon":9},"walk":-1}"#, "/walk"), (#"{"near":{"lat":48,"lon":9},"stay":"1h"}"#, "/stay"),
    ] {
      let wrong = try await world.ask("/v1/crawl", .post, text: form)
      #expect(try wrong.status == 400 && (try wrong.json["pointer"]?.string) == pointer, "\(wrong.text)")
    }
    let plan = try await world.ask(
      "/v1/plan", .post, text: #"{"near":{"lat":46,"lon":24},"stay":{"from":"x","to":"y"}}"#)
    #expect(try plan.json["pointer"]?.string?.hasPrefix("/stay") == true, "\(plan.text)")
  }

  @Test("recommendations are those of the engine, for keys that act for members")
  func recommendations() async throws {
    let world = try ServerWorld()
    let form = #"{"members":["ana"],"near":{"lat":48.7758,"lon":9.1829},"limit":5}"#
    #expect(try await world.ask("/v1/recommend", .post, text: form).status == 401)
    let answered = try await world.ask("/v1/recommend", .post, [world.key(.actAs)], text: form)
    let query = try Query(
      parsing: #"{"members":["ana"],"near":{"lat":48.7758,"lon":9.1829},"limit":5,"sort":["recommended"]}"#.utf8)
    #expect(answered.bytes == (try world.catalog.answer(query, at: ServerWorld.now)).jsonLine, "\(answered.text)")
    #expect(try answered.json["results"]?.array?.count == 5)
  }
}

extension Answer {
  /// The answer as a line of a batch, written from the whole of it; the server writes it match by match.
  fileprivate var jsonLine: [UInt8] {
    var lines = AnswerLines()
    lines.begin(self)
    if clusters == nil { for match in matches { lines.add(match, to: self) } }
    lines.end(self, relaxations: relaxations)
    return lines.json.bytes
  }
}
