import Crypto
import Foundation
import NIOCore
import NIOPosix
import Streams
import Synchronization

/// The files of the map page: those of the operator's folder first, then those in the executable, then the system's
/// Leaflet.
final class PageAssets: Sendable {
  /// A file as it is sent.
  struct File: Sendable {
    let bytes: ByteBuffer
    /// A strong entity tag.
    let tag: String
    /// Whether it is part of the executable.
    let isEmbedded: Bool
  }

  /// What the operator's folder holds, and the version of the page.
  struct Contents: Sendable {
    /// The names of the files in the folder.
    let own: Set<String>
    /// Stands for the embedded files, for the program, and for the files of the folder and the system's Leaflet with
    /// their sizes and times: embedded files may be kept for ever under an address with it.
    let version: String
  }

  private let folder: String?
  private let leafletFolder: String
  private let embedded: [String: File]
  private let hash: String
  /// Embedded files as gzip, once somebody wanted them.
  private let compressed = Mutex<[String: ByteBuffer]>([:])

  /// - Throws: `SettingError` for a folder that is none.
  init(_ settings: ServerSettings) throws {
    (folder, leafletFolder) = (settings.assets, settings.leafletFolder)
    if let folder {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw SettingError(name: "assets", problem: "\(folder) is no folder")
      }
    }
    var files: [String: File] = [:]
    var hash = SHA256()
    hash.update(data: Array(ServerVersion.current.utf8))
    for (name, text) in EmbeddedFiles.all {
      let bytes = Data(base64Encoded: Data(bytes: text.utf8Start, count: text.utf8CodeUnitCount)) ?? Data()
      hash.update(data: Array("\(name) \(bytes.count) ".utf8))
      hash.update(data: bytes)
      files[name] = File(bytes: ByteBuffer(bytes: bytes), tag: Self.tag(of: bytes), isEmbedded: true)
    }
    (embedded, self.hash) = (files, hash.finalize().short)
    firstModules = Self.imports(from: "main.js", files).sorted()
  }

  private static func tag(of bytes: Data) -> String { "\"\(SHA256.hash(data: bytes).short)\"" }

  // MARK: What there is

  /// The names of the embedded files.
  var embeddedNames: [String] { embedded.keys.sorted() }

  /// The modules that `main.js` imports, and those that they import, sorted; others are loaded when they are needed.
  let firstModules: [String]

  private static func imports(from name: String, _ files: [String: File]) -> Set<String> {
    var found: Set<String> = []
    var rest = [name]
    while let name = rest.popLast() {
      guard found.insert(name).inserted, let file = files[name] else { continue }
      rest += String(buffer: file.bytes).matches(of: /from '\.\/([a-z]+\.js)'/).map { String($0.output.1) }
    }
    return found
  }

  /// Looks at the files that do not belong to the program.
  func contents() async throws -> Contents {
    try await NIOThreadPool.singleton.runIfActive { [self] in
      let own = namesInFolder()
      let paths = own.sorted().map { "\(folder ?? "")/\($0)" } + Self.leafletNames.flatMap(leafletPaths)
      let states = paths.compactMap(Self.state)
      let digest = SHA256.hash(data: Array(([hash] + states).joined(separator: "\n").utf8))
      return Contents(own: own, version: digest.short)
    }
  }

  private func namesInFolder() -> Set<String> {
    guard let folder else { return [] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return Set(names.filter { Self.isName($0) && Self.isFile("\(folder)/\($0)") })
  }

  /// What changes when a file does; nil when there is none.
  private static func state(of path: String) -> String? {
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    guard let facts = try? FileManager.default.attributesOfItem(atPath: real) else { return nil }
    let changed = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(path) \(facts[.size] ?? 0) \(changed)"
  }

  /// The languages of the page, sorted.
  func languages(_ contents: Contents) -> [String] { Self.languages(contents.own.union(embedded.keys)) }

  /// Those of the operator, which may lack phrases of this version.
  func addedLanguages(_ contents: Contents) -> [String] { Self.languages(contents.own) }

  private static func languages(_ names: Set<String>) -> [String] {
    let files = names.filter { $0.hasPrefix("languages/") && $0.hasSuffix(".js") }
    return files.map { String($0.dropFirst("languages/".count).dropLast(".js".count)) }.sorted()
  }

  /// Whether a name is that of a file which may be given: letters, digits and `._-`, in at most one folder; no step
  /// begins with a dot, so that none leads out of the folder.
  static func isName(_ name: String) -> Bool {
    let steps = name.split(separator: "/", omittingEmptySubsequences: false)
    return steps.count <= 2
      && steps.allSatisfy { step in
        !step.isEmpty && step.first != "."
          && step.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"):
              true
            default: "._-".utf8.contains($0)
            }
          }
      }
  }

  /// The media type of a file, by its ending.
  static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "html": MediaFormat.html.mediaType
    case "svg": "image/svg+xml"
    case "json": MediaFormat.json.mediaType
    case "webmanifest": "application/manifest+json"
    case "mvt", "pbf": MediaFormat.mvt.mediaType
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }

  // MARK: Files

  /// The file with this name; nil when there is none.
  func file(_ name: String) async throws -> File? {
    guard Self.isName(name) else { return nil }
    if let folder, let file = try await Self.read("\(folder)/\(name)") { return file }
    if let file = embedded[name] { return file }
    for path in leafletPaths(name) { if let file = try await Self.read(path) { return file } }
    return nil
  }

  /// Where the system may have a file of Leaflet; empty for other names.
  private func leafletPaths(_ name: String) -> [String] {
    Self.leaflet[name, default: []].map { "\(leafletFolder)/\($0)" }
  }

  /// The names of Leaflet's files on the system, the smallest first.
  private static let leaflet = ["leaflet.js": ["leaflet.min.js", "leaflet.js"], "leaflet.css": ["leaflet.css"]]

  /// The names of the files that may come from the system.
  static var leafletNames: [String] { leaflet.keys.sorted() }

  private static func isFile(_ path: String) -> Bool {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
  }

  private static func read(_ path: String) async throws -> File? {
    try await NIOThreadPool.singleton.runIfActive {
      guard isFile(path) else { return nil }
      let bytes = try Data(contentsOf: URL(filePath: path))
      return File(bytes: ByteBuffer(bytes: bytes), tag: tag(of: bytes), isEmbedded: false)
    }
  }

  /// Whether Leaflet is there.
  func hasLeaflet() async throws -> Bool {
    try await NIOThreadPool.singleton.runIfActive { [self] in
      Self.leaflet.keys.allSatisfy { name in
        embedded[name] != nil || folder.map { Self.isFile("\($0)/\(name)") } ?? false
          || leafletPaths(name).contains(where: Self.isFile)
      }
    }
  }

  /// An embedded file as gzip: made once.
  func gzip(_ file: File) async throws -> ByteBuffer {
    if let known = compressed.withLock({ $0[file.tag] }) { return known }
    let made = try await Deflater(level: 9).gzip(file.bytes, isLast: true)
    compressed.withLock { $0[file.tag] = made }
    return made
  }
}

extension SHA256.Digest {
  /// The first bytes as hexadecimal digits: enough to tell versions of a file apart.
  fileprivate var short: String { String(hexadecimal.prefix(16)) }
}
