import Hummingbird

extension Exchange {
  /// The body as a whole, of at most `limit` bytes.
  func bytes(limit: Int, named name: String) async throws -> [UInt8] {
    var reader = BodyReader(self, limit: limit, name: name)
    var bytes: [UInt8] = []
    while let piece = try await reader.next() { bytes += piece }
    return bytes
  }

  /// The body as a picture that pages may show.
  /// - Throws: `Problem` for anything else.
  func picture() async throws -> (bytes: [UInt8], type: PictureType) {
    let bytes = try await bytes(limit: services.settings.maxPicture, named: "max-picture")
    guard let type = PictureType(bytes) else {
      throw Problem(
        .unsupportedMediaType, "unsupported-media-type",
        "The body is no picture that pages may show; send JPEG, PNG, GIF, WebP or AVIF.")
    }
    return (bytes, type)
  }
}
