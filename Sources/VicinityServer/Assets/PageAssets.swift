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
    /// Identifies the embedded files, the program, and the files of the folder and the system's Leaflet with their
    /// sizes and times: lasting files can be cached forever under an address that contains it.
    let version: String
  }

  private let folder: String?
  private let leaflet: SystemLeaflet
  private let embedded: [String: File]
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
    (embedded, self.hash) = (files, hash.finalize().short)
    firstModules = Self.imports(from: "main.js", files).sorted()
  }

  // MARK: Existing files

  /// The names of the embedded files.
  var embeddedNames: [String] { embedded.keys.sorted() }

  /// The modules that `main.js` imports, and those that they import, sorted; others are loaded on demand.
  let firstModules: [String]

  /// The last line of an import, or of an export from another module.
  private static var importLine: Regex<(Substring, Substring)> {
    /^(?:import|.* from) '(\.\.?\/[a-z\/]+\.js)';$/.anchorsMatchLineEndings()
  }

  private static func imports(from name: String, _ files: [String: File]) -> Set<String> {
    var found: Set<String> = []
    var rest = [name]
    while let name = rest.popLast() {
      guard found.insert(name).inserted, let file = files[name] else { continue }
      // The path of an import begins in the folder of its module, and there are no folders in folders.
      let folder = name.contains("/") ? name.prefix { $0 != "/" } + "/" : ""
      rest += String(buffer: file.bytes).matches(of: importLine).map { match in
        let path = match.output.1
        return path.hasPrefix("../") ? String(path.dropFirst(3)) : folder + path.dropFirst(2)
      }
    }
    return found
  }

  /// Looks at the files that do not belong to the program.
  func contents() async throws -> Contents {
    try await NIOThreadPool.singleton.runIfActive { [self] in
      let stamps = (own: stampsInFolder(), leaflet: leaflet.stamps)
      if let seen = seen.withLock({ $0 }), seen.stamps == stamps { return seen.contents }
      let files = [stamps.own, stamps.leaflet].flatMap { $0.sorted { $0.key < $1.key } }
      let states = [hash] + files.map { "\($0) \($1.size) \($1.written)" }
      let digest = SHA256.hash(data: Array(states.joined(separator: "\n").utf8))
      let contents = Contents(own: Set(stamps.own.keys), version: digest.short)
      seen.withLock { $0 = (stamps, contents) }
      return contents
    }
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
    if folder == nil, let file = embedded[name] { return file }
    return try await NIOThreadPool.singleton.runIfActive { [self] in
      if let folder, let file = try Self.read("\(folder)/\(name)") { return file }
      return try embedded[name] ?? leaflet.file(name)
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
