import Foundation
import Hummingbird
import NIOCore
import Streams
import VicinityHTTP

/// The map page with its files, its service worker and its manifest.
enum MapPageRoutes {
  static let all = [page, asset, assetInFolder, worker, manifest]

  static let page = Route(
    method: .get, path: "/map", summary: "The map page.", leavesQueryToPage: true, formats: [.html], group: .page,
    statuses: [.ok, .notModified, .movedPermanently]
  ) { exchange in
    // Its addresses are relative to `/map`.
    if exchange.path.hasSuffix("/") {
      var reply = Reply("", [], status: .movedPermanently)
      reply.headers[.location] = exchange.url("/map")
      return reply
    }
    let assets = exchange.services.assets
    guard try await assets.hasLeaflet() else { throw noLeaflet }
    guard let template = try await assets.file("map.html") else { throw noFile("map.html") }
    let contents = try await assets.contents()
    let settings = await PageSettings.json(contents, exchange)
    let text = PageTemplate.filled(
      template,
      [
        "title": HTML.escaped(exchange.services.settings.title), "assets": path(contents),
        "preloads": preloads(contents, exchange), "settings": settings.replacing("<", with: "\\u003c"),
      ])
    var reply = document(text, "map.html", to: exchange)
    for (name, value) in PagePolicy.fields(exchange.services.baseMap) { reply.headers[name] = value }
    reply.headers[.vary] = "Accept-Language, Accept-Encoding"
    return reply
  }

  private static var noLeaflet: Problem {
    Problem(
      .serviceUnavailable, "no-leaflet",
      "The map needs Leaflet, which was not found. The operator of this server can install Debian's package "
        + "libjs-leaflet, or set assets to a folder with leaflet.js and leaflet.css.")
  }

  private static func path(_ contents: PageAssets.Contents) -> String { "map/assets/\(contents.version)" }

  /// Links that let the browser load the first modules at once, instead of import by import.
  private static func preloads(_ contents: PageAssets.Contents, _ exchange: Exchange) -> String {
    let assets = exchange.services.assets
    let language = exchange.request.language(of: assets.languages(contents)) ?? "en"
    return (assets.firstModules(contents) + ["languages/\(language).js"])
      .map { "<link rel=\"modulepreload\" href=\"\(path(contents))/\($0)\">" }.joined(separator: "\n")
  }

  // MARK: Its files

  private static let version = Parameter(
    "version", .text(), in: .path, "The version of the files, as the page has it.", example: "latest")

  static let asset = file(
    "/map/assets/{version}/{name}", "A file of the map page.",
    [Parameter("name", .text(), in: .path, "Its name.", example: "style.css")])

  static let assetInFolder = file(
    "/map/assets/{version}/{folder}/{name}", "A file of the map page in a folder.",
    [
      Parameter("folder", .text(), in: .path, "Its folder.", example: "languages"),
      Parameter("name", .text(), in: .path, "Its name.", example: "en.js"),
    ])

  private static func file(_ path: String, _ summary: String, _ parameters: [Parameter]) -> Route {
    Route(
      method: .get, path: path, summary: summary, parameters: [version] + parameters, formats: [.file], group: .page,
      statuses: [.ok, .notModified, .notFound]
    ) { exchange in
      let assets = exchange.services.assets
      let name = exchange.steps.dropFirst().joined(separator: "/")
      guard let file = try await assets.file(name) else {
        throw Problem(.notFound, "no-such-path", "The map page has no file \(name.shortened).")
      }
      var reply = reply(file, PageAssets.mediaType(of: name), to: exchange.request)
      guard file.isLasting else { return reply }
      if try await assets.contents().version == exchange.steps[0] {
        reply.headers[.cacheControl] = "public, max-age=31536000, immutable"
      }
      // Small files too: each is compressed once.
      if reply.status == .ok, reply.isCompressible, exchange.request.acceptsGzip {
        let compressed = try await assets.gzip(file)
        if compressed.readableBytes < file.bytes.readableBytes { reply.compressed = compressed }
      }
      return reply
    }
  }

  private static let workerName = "worker.js"

  static let worker = Route(
    method: .get, path: "/map/worker.js", summary: "The service worker of the map page.", formats: [.file],
    group: .page, statuses: [.ok, .notModified, .notFound]
  ) { exchange in
    let assets = exchange.services.assets
    guard let file = try await assets.file(workerName) else { throw noFile(workerName) }
    let contents = try await assets.contents()
    let files = assets.names(contents).filter { ![workerName, "map.html", "manifest.webmanifest"].contains($0) }
    let own = contents.own.filter { $0.hasPrefix("languages/") }
    let all = Set(files).union(own).union(SystemLeaflet.names).sorted()
    let list = JSONValue.array(all.map { .string($0) }).text
    let text = PageTemplate.filled(file, ["version": contents.version, "files": list])
    var reply = document(text, workerName, to: exchange)
    // The worker is below /map/, but the page that it serves is /map itself.
    reply.headers[.serviceWorkerAllowed] = exchange.publicPath + "/map"
    return reply
  }

  static let manifest = Route(
    method: .get, path: "/map/manifest.webmanifest",
    summary: "The manifest that makes the map page installable as an app.", formats: [.file],
    group: .page, statuses: [.ok, .notModified, .notFound]
  ) { exchange in
    let name = "manifest.webmanifest"
    guard let file = try await exchange.services.assets.file(name) else { throw noFile(name) }
    let title = JSONValue.string(exchange.services.settings.title).text.dropFirst().dropLast()
    return document(PageTemplate.filled(file, ["title": String(title)]), name, to: exchange)
  }

  private static func noFile(_ name: String) -> Problem {
    Problem(.notFound, "no-such-path", "The map page has no \(name).")
  }

  // MARK: Replies

  /// A document that was made for the request.
  private static func document(_ text: String, _ name: String, to exchange: Exchange) -> Reply {
    let file = PageAssets.File(Data(text.utf8), isLasting: false)
    return reply(file, PageAssets.mediaType(of: name), to: exchange.request)
  }

  private static func reply(_ file: PageAssets.File, _ mediaType: String, to request: Request) -> Reply {
    var reply = Reply(mediaType, file.bytes)
    reply.headers[.eTag] = file.tag
    reply.headers[.cacheControl] = "no-cache"
    reply.isCompressible = !mediaType.hasPrefix("image/") || mediaType.hasSuffix("+xml")
    if EntityTag.matches(request.headers[.ifNoneMatch], where: { $0 == file.tag }) { reply.becomeNotModified() }
    return reply
  }
}
