import Foundation
import Hummingbird
import NIOPosix
import Streams
import Vicinity
import VicinityFormats

/// Takes listings from a body: first all of it to a file without a name beside the catalog, so that a slow client holds
/// up no other change, then into the catalog in one transaction.
struct ListingImport: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  func reply() async throws -> Reply {
    let folder = URL(fileURLWithPath: exchange.services.catalog.path).deletingLastPathComponent()
    let path = folder.appendingPathComponent(".import-\(UUID().uuidString).jsonl").path
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else {
      throw Problem(
        Problem.insufficientStorage, "cannot-write", "There is no room beside the catalog.")
    }
    defer { try? file.close() }
    // It has no name from now on, and is gone with the process however that ends.
    try? FileManager.default.removeItem(atPath: path)
    var body = BodyReader(exchange, limit: exchange.services.settings.maxImport, name: "max-import")
    var isFirst = true
    while let piece = try await body.next() {
      // Compressed lines would be inflated by the import, beyond the limits of bodies.
      if isFirst, piece.starts(with: [0x1F, 0x8B]) || piece == [0x1F] {
        throw Problem(
          .unsupportedMediaType, "unsupported-encoding", "The body is gzip; say so with Content-Encoding: gzip, once.")
      }
      isFirst = false
      do { try await NIOThreadPool.singleton.runIfActive { try file.write(contentsOf: piece) } } catch {
        throw Problem(
          Problem.insufficientStorage, "cannot-write", "The disk of the server is full.")
      }
    }
    var options = ImportOptions()
    options.format = .jsonl
    options.source = exchange.parameters["source"]
    options.isStrict = true
    options.replacesSource = exchange.parameters.flag("replace-source")
    let chosen = options
    try file.seek(toOffset: 0)
    let unnamed = "/dev/fd/\(file.fileDescriptor)"
    let report = try await exchange.services.gate.operation { catalog in
      do { return try Importer(path: unnamed, options: chosen).run(into: catalog) } catch let error as ImportError {
        throw Problem(.badRequest, error.code, error.description.replacing(unnamed, with: "the body"))
      } catch let error as InputError {
        throw Problem(.badRequest, error.code, error.description.replacing(unnamed, with: "the body"))
      }
    }
    await exchange.note("import", chosen.source ?? "")
    var json = report.json.object ?? JSONObject()
    json["path"] = nil
    return .json(.object(json))
  }
}
