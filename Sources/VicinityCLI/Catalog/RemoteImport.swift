import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// Imports files into the catalog of a server: they are read here, with the same options and report as for a catalog of
/// one's own, and sent in the canonical form.
struct RemoteImport {
  let server: ServerOptions
  let writing: ImportWritingOptions
  private let folder: TemporaryFolder

  init(server: ServerOptions, writing: ImportWritingOptions) throws {
    (self.server, self.writing) = (server, writing)
    folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
  }

  /// - Throws: `ExitStatus.failed` when a file cannot be read, or is refused; `someRefused` after rejected rows.
  func run(_ inputs: [ImportInput], _ options: ImportOptions) throws {
    var hasRejected = false
    for (number, input) in inputs.enumerated() {
      let file = input.name
      let path = "\(folder.path)/\(number).gpkg"
      var catalog = CatalogOptions()
      (catalog.catalog, catalog.quiet) = (path, false)
      var session = ImportSession(catalog: catalog, options: options, writesJSON: false)
      try session.run(input)
      guard !session.hasFailed else { throw ExitStatus.failed }
      hasRejected = hasRejected || session.hasRejected
      let lines = "\(folder.path)/\(number).jsonl"
      try Self.write(Catalog(path: path), to: lines)
      let source = options.source ?? ImportOptions.sourceName(of: input.path)
      let answer: String
      do {
        answer = try server.send("POST", address(of: source), body: lines, type: "application/x-ndjson")
      } catch {
        Console.sayError("\(file): it was read, but the server has not imported it")
        throw error
      }
      if writing.json { try Console.write(exactly: answer) }
      Console.say("\(file): the server has it, as the source \(source)")
    }
    if hasRejected { throw ExitStatus.someRefused }
  }

  private func address(of source: String) -> String {
    var path = "/v1/import?source=\(ServerOptions.escaped(source))"
    if writing.replaceSource { path += "&replace-source=true" }
    if writing.takeOver { path += "&take-over=true" }
    if writing.allowEmpty { path += "&allow-empty=true" }
    return path
  }

  /// Writes all listings, with their exact places.
  private static func write(_ catalog: Catalog, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw ValidationError("\(path) cannot be written")
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    var text = ""
    func flush() throws {
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    try catalog.forEachListing(nil, asTold: false, withPrivatePlaces: true) {
      text += $0.exactJSONText + "\n"
      if text.utf8.count > 1 << 20 { try flush() }
    }
    try flush()
  }
}
