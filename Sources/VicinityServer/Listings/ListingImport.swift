import Foundation
import Hummingbird
import NIOPosix
import Streams
import Vicinity
import VicinityAccounts
import VicinityFormats
import VicinityHTTP

/// Takes listings from a body: first all of it to an unnamed file next to the catalog, so that a slow client delays
/// no other change, then into the catalog in one transaction.
struct ListingImport: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  func reply() async throws -> Reply {
    let folder = URL(fileURLWithPath: exchange.services.catalog.path).deletingLastPathComponent()
    let file = try await NIOThreadPool.singleton.runIfActive { try UnnamedFile(in: folder.path) }
    try await receive(into: file)
    var options = ImportOptions()
    options.format = .jsonl
    options.source = exchange.parameters["source"]
    options.isStrict = true
    options.replacesSource = exchange.parameters.flag("replace-source")
    options.allowsEmpty = exchange.parameters.flag("allow-empty")
    options.takesOver = exchange.parameters.flag("take-over")
    let report = try await exchange.services.gate.operation { [options] catalog in
      let report = try load(file, options, into: catalog)
      if options.replacesSource { removePictures(in: catalog) }
      return report
    }
    await exchange.note("import", options.source ?? "")
    var json = report.json.object ?? JSONObject()
    json["path"] = nil
    return .json(.object(json))
  }

  private func receive(into file: UnnamedFile) async throws {
    var body = BodyReader(exchange, limit: exchange.services.settings.maxImport, name: "max-import")
    var isFirst = true
    while let piece = try await body.next() {
      // Compressed lines would be inflated by the import, beyond the limits of bodies.
      if isFirst, piece.starts(with: [0x1F, 0x8B]) || piece == [0x1F] {
        throw Problem(
          .unsupportedMediaType, "unsupported-encoding", "The body is gzip; send Content-Encoding: gzip, once.")
      }
      isFirst = false
      try await NIOThreadPool.singleton.runIfActive { try file.append(piece) }
    }
  }

  private func load(_ file: UnnamedFile, _ options: ImportOptions, into catalog: Catalog) throws -> ImportReport {
    file.rewind()
    do { return try Importer(path: file.path, options: options).run(into: catalog) } catch let error as ImportError {
      throw Problem(.badRequest, error.code, error.description.replacing(file.path, with: "the body"))
    } catch let error as InputError {
      throw Problem(.badRequest, error.code, error.description.replacing(file.path, with: "the body"))
    }
  }

  /// Removes the pictures of removed listings, so that a new listing of the same id does not show them; those of hidden
  /// ones stay.
  private func removePictures(in catalog: Catalog) {
    do { try exchange.services.pictures.removeAll { try catalog.has(listing: $0) } } catch {
      exchange.log(leftPictures: error)
    }
  }
}
