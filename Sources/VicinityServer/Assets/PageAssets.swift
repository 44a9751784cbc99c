import Crypto
import Foundation
import NIOCore
import NIOPosix
import Streams
import Synchronization
import Vicinity
import VicinityHTTP

/// The files of the map page: from the operator's folder first, then from the executable, then from the system's
/// Leaflet.
final class PageAssets: Sendable {
  /// A file in the form in which it is sent.
  struct File: Sendable {
    let bytes: ByteBuffer
    /// A strong entity tag.
    let tag: String
    /// Whether it is fixed for a version of the page: a file of the program or of the system.
    let isLasting: Bool

    init(_ bytes: Data, isLasting: Bool) {
      self.bytes = ByteBuffer(bytes: bytes)
      tag = "\"\(SHA256.hash(data: bytes).short)\""
      self.isLasting = isLasting
    }
  }

  /// The contents of the operator's folder, and the version of the page.
  struct Contents: Sendable {
    /// The names of the files in the folder.
    let own: Set<String>
    /// Whether the folder replaces modules other than languages: then all modules are served as they are.
    let hasOwnModules: Bool
    /// Identifies the embedded files, the program, and the files of the folder and the system's Leaflet with their
    /// sizes and times: lasting files can be cached forever under an address that contains it.
    let version: String
  }

  private let folder: String?
  private let leaflet: SystemLeaflet
  private let embedded: [String: File]
  /// The same with the first modules joined.
  private let joined: [String: File]
  private let bundle: PageBundle
  private let hash: String
  /// The files found by the last check.
  private let seen = Mutex<(stamps: (own: [String: FileStamp], leaflet: [String: FileStamp]), contents: Contents)?>(nil)
  /// Lasting files as gzip, compressed on first use.
  private let compressed = Mutex<[String: ByteBuffer]>([:])

  /// - Throws: `SettingError` if it is not a folder.
  init(_ settings: ServerSettings) throws {
    (folder, leaflet) = (settings.assets, SystemLeaflet(folder: settings.leafletFolder))
    if let folder, FileStamp(path: folder)?.kind != .folder {
      throw SettingError(name: "assets", problem: "\(folder) is not a folder")
    }
    var files: [String: File] = [:]
    var hash = SHA256()
    hash.update(data: Array(ProgramVersion.current.utf8))
    for (name, text) in EmbeddedFiles.all {
      let bytes = Data(base64Encoded: Data(bytes: text.utf8Start, count: text.utf8CodeUnitCount)) ?? Data()
      hash.update(data: Array("\(name) \(bytes.count) ".utf8))
      hash.update(data: bytes)
      files[name] = File(bytes, isLasting: true)
    }
    let texts = files.filter { $0.key.hasSuffix(".js") }.mapValues { String(buffer: $0.bytes) }
    let bundle = PageBundle(importsOf: Self.start, texts)
    hash.update(data: Array(bundle.files[PageBundle.name, default: ""].utf8))
    let changed = bundle.files.mapValues { File(Data($0.utf8), isLasting: true) }
    (embedded, self.hash, self.bundle) = (files, hash.finalize().short, bundle)
    joined = files.merging(changed) { $1 }
  }

  /// The module that starts the page.
  private static let start = "main.js"

  // MARK: Existing files

  /// The names of all files that the page may need, sorted.
  func names(_ contents: Contents) -> [String] {
    if contents.hasOwnModules { return embedded.keys.sorted() }
    return Set(joined.keys).subtracting(bundle.modules).sorted()
  }

  /// The modules that the page needs first; others are loaded on demand.
  func firstModules(_ contents: Contents) -> [String] {
    [Self.start] + (contents.hasOwnModules ? bundle.modules.sorted() : [PageBundle.name])
  }

  /// Looks at the files that do not belong to the program.
  func contents() async throws -> Contents {
    try await NIOThreadPool.singleton.runIfActive { [self] in
      let stamps = (own: stampsInFolder(), leaflet: leaflet.stamps)
      if let seen = seen.withLock({ $0 }), seen.stamps == stamps { return seen.contents }
      let files = [stamps.own, stamps.leaflet].flatMap { $0.sorted { $0.key < $1.key } }
      let states = [hash] + files.map { "\($0) \($1.size) \($1.written)" }
      let digest = SHA256.hash(data: Array(states.joined(separator: "\n").utf8))
      let own = Set(stamps.own.keys)
      let contents = Contents(own: own, hasOwnModules: own.contains(where: isModule), version: digest.short)
      seen.withLock { $0 = (stamps, contents) }
      return contents
    }
  }

  /// Whether a file is a module of the program that others import.
  private func isModule(_ name: String) -> Bool {
    name.hasSuffix(".js") && !name.hasPrefix("languages/") && name != "worker.js" && embedded[name] != nil
  }

  /// The files of the folder by their names.
  private func stampsInFolder() -> [String: FileStamp] {
    guard let folder else { return [:] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let stamps = names.filter(Self.isName).compactMap { name in FileStamp(path: "\(folder)/\(name)").map { (name, $0) }
    }
    return Dictionary(uniqueKeysWithValues: stamps.filter { $1.kind == .file })
  }

  /// The languages of the page, sorted.
  func languages(_ contents: Contents) -> [String] { Self.languages(contents.own.union(embedded.keys)) }

  /// The operator's languages, which may lack phrases of this version.
  func addedLanguages(_ contents: Contents) -> [String] { Self.languages(contents.own) }

  private static func languages(_ names: Set<String>) -> [String] {
    let files = names.filter { $0.hasPrefix("languages/") && $0.hasSuffix(".js") }
    return files.map { String($0.dropFirst("languages/".count).dropLast(".js".count)) }.sorted()
  }

  /// Whether a file may be served by this name: letters, digits and `._-`, in at most one folder; no step begins with a
  /// dot, so that none leads out of the folder.
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
    if folder == nil, let file = joined[name] { return file }
    let files = try await contents().hasOwnModules ? embedded : joined
    return try await NIOThreadPool.singleton.runIfActive { [self] in
      if let folder, let file = try Self.read("\(folder)/\(name)") { return file }
      return try files[name] ?? leaflet.file(name)
    }
  }

  private static func read(_ path: String) throws -> File? {
    guard isFile(path) else { return nil }
    return File(try Data(contentsOf: URL(filePath: path)), isLasting: false)
  }

  private static func isFile(_ path: String) -> Bool { FileStamp(path: path)?.kind == .file }

  /// Whether Leaflet is available.
  func hasLeaflet() async throws -> Bool {
    try await NIOThreadPool.singleton.runIfActive { [self] in
      SystemLeaflet.names.allSatisfy { name in
        embedded[name] != nil || folder.map { Self.isFile("\($0)/\(name)") } ?? false || leaflet.has(name)
      }
    }
  }

  /// A lasting file as gzip: made once.
  func gzip(_ file: File) async throws -> ByteBuffer {
    if let known = compressed.withLock({ $0[file.tag] }) { return known }
    let made = try await Deflater(level: 9).gzip(file.bytes, isLast: true)
    compressed.withLock { $0[file.tag] = made }
    return made
  }
}

extension SHA256.Digest {
  /// The first bytes as hexadecimal digits: enough to distinguish versions of a file.
  fileprivate var short: String { String(hexadecimal.prefix(16)) }
}
