import Foundation
import ServerTestSupport
import Streams
import TestSupport
import Testing
import Vicinity

@testable import VicinityHTTP
@testable import VicinityServer

@Suite("The map page and its files")
struct MapPageTests {
  /// A folder with files by name.
  private static func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID().uuidString)")
    for (name, text) in files {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// A world whose Leaflet, and all files in `files`, are in the operator's folder.
  private func inWorld(
    _ files: [String: String] = [:], _ listings: [Listing]? = nil, _ change: (inout ServerSettings) -> Void = { _ in },
    _ body: (ServerWorld) async throws -> Void
  ) async throws {
    let own = ["leaflet.js": "own = 1", "leaflet.css": "p {}"].merging(files) { $1 }
    let folder = try Self.folder(own)
    defer { try? FileManager.default.removeItem(at: folder) }
    let world = try ServerWorld(listings) {
      $0.assets = folder.path
      $0.leafletFolder = "/nowhere"
      change(&$0)
    }
    try await body(world)
  }

  private func version(_ world: ServerWorld) async throws -> String {
    try await world.server.services.assets.contents().version
  }

  private func settings(_ page: String) throws -> JSONObject {
    let start = try #require(page.range(of: "SETTINGS:")).upperBound
    let line = page[start...].prefix { $0 != "\n" }
    #expect(!line.contains("<"))
    return try #require(try JSONParser.parse(line.utf8).object)
  }

  // MARK: The page

  @Test("knows whether all members can rate couches, not only their guests", arguments: [false, true])
  func openRatings(onlyGuests: Bool) async throws {
    let world = try ServerWorld()
    #expect(try await !world.ask("/map").text.contains("openRatings\":true"))
    let other = try ServerWorld()
    try other.catalog.set(.openRatings, to: true)
    try other.catalog.set(.guestRatings, to: onlyGuests)
    #expect(try await other.ask("/map").text.contains("openRatings\":true") == !onlyGuests)
  }

  @Test("knows whether couches may have switches", arguments: [true, false])
  func switches(isOn: Bool) async throws {
    try await inWorld(["map.html": "SETTINGS:{{settings}}\n"], nil, { $0.switches = isOn }) { world async throws in
      #expect(try settings(try await world.ask("/map").text)["switches"] == .bool(isOn))
    }
  }

  @Test("the page is filled with what it needs, and says what it may do")
  func page() async throws {
    let template = "<title>{{title}}</title>{{assets}}|{{unknown}}|\n{{preloads}}\nSETTINGS:{{settings}}\n"
    let change: (inout ServerSettings) -> Void = { ($0.title, $0.terms) = ("A & {{assets}} </script>", "2026-11") }
    try await inWorld(["map.html": template, "languages/xx.js": ""], nil, change) { world async throws in
      let page = try await world.ask("/map?near=1,2&utm_source=x", .get, [("Accept", "text/html,*/*;q=0.8")])
      #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
      let version = try await version(world)
      #expect(
        page.text.hasPrefix(
          "<title>A &amp; {{assets}} &lt;/script&gt;</title>map/assets/\(version)|{{unknown}}|\n"))
      let assets = world.server.services.assets
      let modules = assets.firstModules(try await assets.contents())
      #expect(modules == ["main.js", "first.js"])
      for name in modules + ["languages/en.js"] {
        #expect(page.text.contains("<link rel=\"modulepreload\" href=\"map/assets/\(version)/\(name)\">"), "\(name)")
      }
      #expect(page.text.components(separatedBy: "modulepreload").count == modules.count + 2)
      // The language of the reader comes with the page.
      let german = try await world.ask("/map", .get, [("Accept-Language", "fr-CA, de-AT;q=0.8, xx;q=0.6, en;q=0.5")])
      #expect(german.text.contains("/languages/de.js\">") && !german.text.contains("/languages/en.js\">"))
      #expect(german.headers[.vary]?.contains("Accept-Language") == true)
      let settings = try settings(page.text)
      #expect(settings["title"]?.string == "A & {{assets}} </script>")
      #expect(settings["terms"]?.string == "2026-11")
      let languages = settings["languages"]?.array ?? []
      #expect(["de", "en", "hu", "xx"].allSatisfy { languages.contains(.string($0)) })
      #expect(settings["addedLanguages"]?.array == [.string("xx")])
      #expect(settings["baseMap"] == .null)
      let fields = settings["listingFields"]?.array?.compactMap(\.string) ?? []
      #expect(fields.contains("cancellationNotice") && !fields.contains("own"))
      let counts = settings["counts"]?.object
      for kind in Kind.allCases {
        let total = try await world.ask("/v1/near?kind=\(kind.rawValue)&limit=0&total").json["total"]?.integer
        #expect(counts?[kind.rawValue]?.integer == total, "\(kind)")
      }
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(
        policy
          == "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'")
      #expect(page.headers[.referrerPolicy] == "same-origin" && page.headers[.openerPolicy] == "same-origin")
      #expect(page.headers[.permissionsPolicy] == "geolocation=(self)")
      let tag = try #require(page.headers[.eTag])
      #expect(try await world.ask("/map", .get, [("If-None-Match", tag)]).status == 304)
      let moved = try await world.ask("/map/")
      #expect(moved.status == 301 && moved.headers[.location] == "http://test/map")
    }
  }

  /// `VICINITY_RECORD=1` writes `Tests/Page/filters.json`, with which the page is tested.
  @Test("it knows the filters of an address from the table of query parts, and its documentation names them")
  func filters() throws {
    let filters = PageFilter.all.compactMap(\.json)
    let names = filters.compactMap { $0.object?["name"]?.string }
    #expect(filters.count == PageFilter.all.count && Set(names).count == names.count)
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let record = package.appending(path: "Tests/Page/filters.json")
    let text = "[\n" + filters.map { "  " + $0.text }.joined(separator: ",\n") + "\n]\n"
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try text.write(to: record, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: record, encoding: .utf8) == text, "record it with VICINITY_RECORD=1")
    let documentation = try String(contentsOf: package.appending(path: "docs/page.md"), encoding: .utf8)
    let row = names.map { "`\($0)`" }.joined(separator: ", ")
    #expect(documentation.contains("\n| \(row) | "), "\(row)")
  }

  @Test("it begins where most listings are, and follows the catalog")
  func start() async throws {
    try await inWorld(["map.html": "SETTINGS:{{settings}}\n"]) { world async throws in
      let first = try settings(try await world.ask("/map").text)
      let start = first["start"]?.object
      let bars = try #require(first["counts"]?.object?["bar"]?.integer)
      let (latitude, longitude) = (start?["lat"]?.number ?? 0, start?["lon"]?.number ?? 0)
      // Most listings are in Stuttgart.
      #expect(abs(latitude - 48.77) < 0.02 && abs(longitude - 9.17) < 0.02 && start?["zoom"]?.integer == 13)
      let key = try world.key(.import)
      let form = #"{"kind":"bar","name":"W","lat":48.7,"lon":9.1}"#
      #expect(try await world.ask("/v1/listings/w", .put, [key], text: form).status == 201)
      let before = try settings(try await world.ask("/map").text)["counts"]?.object?["bar"]?.integer ?? 0
      for _ in 0..<500 {
        let now = try settings(try await world.ask("/map").text)["counts"]?.object?["bar"]?.integer
        if now == bars + 1 { break }
        try await Task.sleep(for: .milliseconds(10))
      }
      let after = try settings(try await world.ask("/map").text)["counts"]?.object?["bar"]?.integer
      #expect((bars...bars + 1).contains(before) && after == bars + 1)
    }
    try await inWorld(["map.html": "SETTINGS:{{settings}}\n"], []) { world async throws in
      let settings = try settings(try await world.ask("/map").text)
      #expect(settings["start"] == .null && settings["counts"]?.object?["event"]?.integer == 0)
    }
  }

  @Test("it loads where searches need a key, and without Leaflet it says what to do")
  func doors() async throws {
    try await inWorld(["map.html": "page"], [], { $0.isPublic = false }) { world async throws in
      #expect(try await world.ask("/map").text == "page")
      #expect(try await world.ask("/map/assets/x/leaflet.js").status == 200)
      #expect(try await world.ask("/v1/near").status == 401)
    }
    let world = try ServerWorld([]) { $0.leafletFolder = "/nowhere" }
    let page = try await world.ask("/map", .get, [("Accept", "text/html")])
    #expect(page.status == 503 && page.headers[.contentType]?.hasPrefix("text/html") == true)
    #expect(page.text.contains("libjs-leaflet") && page.text.contains("assets"))
    #expect(throws: SettingError.self) { try ServerWorld([]) { $0.assets = "/nowhere" } }
  }

  @Test("pages for people lead to it")
  func links() async throws {
    let world = try ServerWorld()
    #expect(try await world.ask("/?f=html").text.contains("<a href=\"http://test/map\">Map</a>"))
    let feature = try await world.ask("/collections/bars/items/stuttgart-brennglas?f=html")
    #expect(feature.text.contains("<a href=\"http://test/map?id=stuttgart-brennglas\">On the map</a>"))
  }

  // MARK: Its files

  @Test("the operator's files take precedence, and embedded ones can be cached forever")
  func files() async throws {
    try await inWorld(["base/text.js": "own", "languages/xx.js": "xx", "extra.json": "{}"]) { world async throws in
      let version = try await version(world)
      let base = "/map/assets/\(version)"
      let own = try await world.ask("\(base)/base/text.js")
      #expect(own.text == "own" && own.headers[.cacheControl] == "no-cache")
      #expect(own.headers[.contentType] == "text/javascript; charset=utf-8")
      #expect(try await world.ask("\(base)/languages/xx.js").text == "xx")
      #expect(try await world.ask("\(base)/extra.json").headers[.contentType] == "application/json")
      #expect(try await world.ask("\(base)/leaflet.css").text == "p {}")
      let embedded = try await world.ask("\(base)/base/dom.js", .get, [("Accept", "text/css,*/*;q=0.1")])
      #expect(embedded.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(embedded.text.hasPrefix("export function h("), "comments are not sent")
      let tag = try #require(embedded.headers[.eTag])
      #expect(tag.hasPrefix("\""))
      let same = try await world.ask("\(base)/base/dom.js", .get, [("If-None-Match", tag)])
      #expect(same.status == 304 && same.headers[.eTag] == tag && same.bytes.isEmpty)
      let former = try await world.ask("/map/assets/former/base/dom.js")
      #expect(former.bytes == embedded.bytes && former.headers[.cacheControl] == "no-cache")
      #expect(try await world.ask("/map/assets/former/base/dom.js", .get, [("If-None-Match", tag)]).status == 304)
      let packed = try await world.ask("\(base)/base/dom.js", .get, [("Accept-Encoding", "gzip")])
      #expect(packed.headers[.contentEncoding] == "gzip" && packed.bytes.count < embedded.bytes.count)
      #expect(try await world.ask("\(base)/base/dom.js", .get, [("Accept-Encoding", "gzip")]).bytes == packed.bytes)
      let outlines = try await world.ask("\(base)/map/outlines.mvt", .get, [("Accept-Encoding", "gzip")])
      #expect(outlines.headers[.contentType] == "application/vnd.mapbox-vector-tile")
      // A replaced file gives other addresses: a browser may have kept the embedded one.
      let plain = try ServerWorld([])
      #expect(try await self.version(plain) != version)
    }
  }

  @Test("the first modules are one file, from which the others import")
  func joinedModules() async throws {
    let world = try ServerWorld([])
    let base = "/map/assets/\(try await version(world))"
    let first = try await world.ask("\(base)/first.js").text
    #expect(first.contains("export function h(") && first.contains("export const store = "))
    // A module comes after those that it imports.
    let (imported, importing) = (first.range(of: "export function h("), first.range(of: "export function startPage("))
    #expect(try #require(imported).lowerBound < #require(importing).lowerBound)
    #expect(!first.split(separator: "\n").contains { $0.hasPrefix("import ") })
    // Modules that are loaded on demand have their paths from the root.
    #expect(first.contains("import('./listing/detail.js')") && first.contains("import(`./languages/${language}.js`)"))
    #expect(!first.contains("export function detail("))
    #expect(try await world.ask("\(base)/main.js").text.contains("import { startPage } from './first.js';"))
    let detail = try await world.ask("\(base)/listing/detail.js").text
    #expect(detail.contains("from '../first.js';") && !detail.contains("'../base/dom.js'"))
    let worker = try await world.ask("/map/worker.js").text
    #expect(worker.contains("\"first.js\"") && !worker.contains("\"base/dom.js\""))
  }

  @Test("with modules of the operator all are served as they are")
  func ownModules() async throws {
    try await inWorld(["base/text.js": "own"]) { world async throws in
      let assets = world.server.services.assets
      let modules = assets.firstModules(try await assets.contents())
      // Modules that are loaded later are not part of them.
      #expect(
        modules.contains("state/store.js") && !modules.contains("listing/detail.js") && !modules.contains("worker.js"))
      let base = "/map/assets/\(try await version(world))"
      #expect(try await world.ask("\(base)/main.js").text.contains("from './app/page.js';"))
      let worker = try await world.ask("/map/worker.js").text
      #expect(!worker.contains("\"first.js\"") && worker.contains("\"base/dom.js\""))
    }
  }

  @Test("another Leaflet of the system is another version of the page")
  func anotherLeaflet() async throws {
    let system = try Self.folder(["leaflet.js": "old", "leaflet.css": ""])
    defer { try? FileManager.default.removeItem(at: system) }
    let world = try ServerWorld([]) { $0.leafletFolder = system.path }
    let version = try await version(world)
    #expect(try await self.version(world) == version)
    let file = try await world.ask("/map/assets/\(version)/leaflet.js")
    #expect(file.text == "old" && file.headers[.cacheControl] == "public, max-age=31536000, immutable")
    try "new".write(to: system.appending(path: "leaflet.js"), atomically: true, encoding: .utf8)
    #expect(try await self.version(world) != version)
    let former = try await world.ask("/map/assets/\(version)/leaflet.js")
    #expect(former.text == "new" && former.headers[.cacheControl] == "no-cache")
  }

  @Test(
    "no name leads out of the folder",
    arguments: [
      "../secret.txt", "..%2Fsecret.txt", "%2E%2E/secret.txt", ".hidden", "a%2F..%2F..%2Fsecret.txt", "%2Fetc%2Fpasswd",
      "languages", "languages%2F", "a/b/c.js", "x%00.js", "nothing.js", "..%5Csecret.txt", ".", "..",
    ])
  func traversal(name: String) async throws {
    let outer = try Self.folder(["secret.txt": "s", "assets/.hidden": "s", "assets/a/b/c.js": "s"])
    defer { try? FileManager.default.removeItem(at: outer) }
    let world = try ServerWorld([]) { $0.assets = outer.appending(path: "assets").path }
    let answered = try await world.ask("/map/assets/v/\(name)")
    #expect(answered.status == 404, "\(answered.text)")
  }

  @Test("worker and manifest are filled in")
  func worker() async throws {
    let files = ["worker.js": "const v = '{{version}}'; {{files}}", "manifest.webmanifest": #"{"name":"{{title}}"}"#]
    try await inWorld(files, [], { $0.title = "a \"b\" <c>" }) { world async throws in
      let worker = try await world.ask("/map/worker.js")
      let version = try await version(world)
      #expect(worker.text.hasPrefix("const v = '\(version)'; [") && worker.headers[.cacheControl] == "no-cache")
      for name in ["languages/en.js", "leaflet.js", "map/outlines.mvt"] { #expect(worker.text.contains("\"\(name)\"")) }
      #expect(worker.headers[.serviceWorkerAllowed] == "/map")
      #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
      let manifest = try await world.ask("/map/manifest.webmanifest")
      #expect(manifest.headers[.contentType] == "application/manifest+json")
      #expect(try manifest.json["name"]?.string == "a \"b\" <c>")
    }
    try await inWorld(["worker.js": ""], [], { $0.publicURL = "https://example.org/near/" }) { world async throws in
      #expect(try await world.ask("/map/worker.js").headers[.serviceWorkerAllowed] == "/near/map")
    }
  }

  // MARK: Tiles of others

  @Test("tiles of another server are allowed by the page and described with whom to name")
  func template() async throws {
    let credit = "© <a href='https://osm.example/copyright' onclick='x()'>OSM</a> <b>& others</b> &copy;"
    let html = "© <a href=\"https://osm.example/copyright\">OSM</a> &amp; others &copy;"
    try await inWorld(["map.html": "SETTINGS:{{settings}}\n"], []) {
      $0.baseMap = "https://{s}.tiles.example:8443/{z}/{x}/{y}.png?key=1"
      $0.baseMapAttribution = credit
    } _: { world async throws in
      let page = try await world.ask("/map")
      #expect(
        page.headers[.contentSecurityPolicy]?.hasSuffix(
          "; img-src 'self' data: https://*.tiles.example:8443") == true)
      #expect(page.headers[.referrerPolicy] == "strict-origin-when-cross-origin")
      let map = try settings(page.text)["baseMap"]?.object
      #expect(map?["kind"]?.string == "raster" && map?["attribution"]?.string == html)
      #expect(map?["tiles"]?.string == "https://{s}.tiles.example:8443/{z}/{x}/{y}.png?key=1")
      let description = try await world.ask("/tiles/base.json").json
      #expect(
        description["tiles"]?.array?.first == .string("https://a.tiles.example:8443/{z}/{x}/{y}.png?key=1"))
      #expect(description["tiles"]?.array?.count == 3 && description["attribution"]?.string == html)
      #expect(try await world.ask("/tiles/base/0/0/0.png").code == "no-base-map")
    }
    try await inWorld(["map.html": ""], []) {
      $0.baseMap = "http://tiles.example/{z}/{x}/{y}.mvt"
      $0.baseMapAttribution = "X"
    } _: { world async throws in
      let policy = try await world.ask("/map").headers[.contentSecurityPolicy] ?? ""
      #expect(policy.hasSuffix("; connect-src 'self' http://tiles.example"))
    }
  }

  @Test(
    "addresses that cannot be used are refused",
    arguments: [
      "https://tiles.example/{z}/{x}.png", "ftp://tiles.example/{z}/{x}/{y}.png", "https:///{z}/{x}/{y}.png",
      "https://tiles.example/{z}/{x}/{y}{r}.png", "https://a-{s}.example/{z}/{x}/{y}.png",
      "https://tiles.example; script-src */{z}/{x}/{y}.png", "https://t.example/{z}/{x}/{y}.png?a=b c",
      "https://user@t.example/{z}/{x}/{y}.png",
    ])
  func badTemplates(text: String) throws {
    #expect(throws: SettingError.self) { try TileTemplate(text, attribution: Attribution("X")) }
  }

  @Test("tiles of others need a name")
  func unnamed() throws {
    let error = #expect(throws: SettingError.self) {
      try ServerWorld([]) { $0.baseMap = "https://tiles.example/{z}/{x}/{y}.png" }
    }
    #expect(error?.name == "base-map-attribution")
    #expect(Attribution("<script>alert(1)</script><a href=\"javascript:x\">y</a> 1 < 2").html == "alert(1)y 1 &lt; 2")
  }
}
