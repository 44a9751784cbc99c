import Streams

/// The values of whole JSON-LD texts: one object over many lines, or the scripts of a web page.
final class JSONLDElements: JSONElementStream {
  private var texts: [(line: Int, bytes: [UInt8])]
  private var position = 0
  private(set) var firstForeignLine: Int?

  /// Reads the rest of `buffer`; up to `InputBuffer.maximumRow` bytes.
  init(_ buffer: InputBuffer) throws(InputError) {
    while try buffer.fill() {
      guard buffer.bytes.count <= InputBuffer.maximumRow else { throw .rowTooLong(path: buffer.source.path, line: 1) }
    }
    let isPage = buffer.bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
    texts = isPage ? Self.scripts(of: TextDecoding.text(buffer.bytes).text) : [(1, Array(buffer.bytes))]
    buffer.consume(buffer.bytes.count)
  }

  func next() throws(InputError) -> JSONElement? {
    guard position < texts.count else { return nil }
    defer { position += 1 }
    var isForeign = false
    let value = texts[position].bytes.withUnsafeBufferPointer { JSONValue.parseLeniently($0, foreign: &isForeign) }
    if isForeign, firstForeignLine == nil { firstForeignLine = texts[position].line }
    return JSONElement(line: texts[position].line, value: value)
  }

  var text: String { position == 0 ? "" : String(decoding: texts[position - 1].bytes, as: UTF8.self) }

  /// The contents of all `<script type="application/ld+json">` elements.
  private static func scripts(of page: String) -> [(line: Int, bytes: [UInt8])] {
    var scripts: [(line: Int, bytes: [UInt8])] = []
    var rest = page[...]
    var line = 1
    while let tag = rest.firstRange(of: /<script[^>]*application\/ld\+json[^>]*>/.ignoresCase()) {
      let body = rest[tag.upperBound...]
      let end = body.firstRange(of: /<\/script/.ignoresCase())?.lowerBound ?? body.endIndex
      line += rest[..<tag.upperBound].utf8.count { $0 == 0x0A }
      scripts.append((line, Array(body[..<end].utf8)))
      line += body[..<end].utf8.count { $0 == 0x0A }
      rest = body[end...]
    }
    return scripts
  }
}
