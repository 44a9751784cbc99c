import Foundation
import NIOPosix
import VicinityAccounts
import VicinityHTTP

extension Exchange {
  /// Takes the body to a file of at most `limit` bytes.
  ///
  /// - Parameter name: the name of the limit.
  /// - Throws: `Problem` beyond it, and beyond what may come from one client at once.
  func upload(limit: Int, named name: String) async throws -> Upload {
    let share = HeldBytes(services.uploads, of: client.shareNames)
    let folder = URL(fileURLWithPath: services.catalog.path).deletingLastPathComponent().path
    var reader = BodyReader(self, limit: limit, name: name)
    let upload = try await NIOThreadPool.singleton.runIfActive { try Upload(in: folder, counting: share) }
    while let piece = try await reader.next() {
      do { try share.take(piece.count) } catch { throw Problem(error, "max-uploads", "client-uploads") }
      try await NIOThreadPool.singleton.runIfActive { try upload.append(piece) }
    }
    return upload
  }

  /// Takes the body as a picture that pages may show.
  /// - Throws: `Problem` for anything else.
  func picture() async throws -> (upload: Upload, type: PictureType) {
    let upload = try await upload(limit: services.settings.maxPicture, named: "max-picture")
    guard let type = PictureType(upload.head) else {
      throw Problem(
        .unsupportedMediaType, "unsupported-media-type",
        "The body is not a supported picture; send JPEG, PNG, GIF, WebP or AVIF.")
    }
    return (upload, type)
  }
}
