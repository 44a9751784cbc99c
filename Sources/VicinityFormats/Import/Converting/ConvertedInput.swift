import Foundation
import Streams

/// The file that another program reads.
final class ConvertedInput {
  /// The absolute path of the file, or of a temporary copy.
  let path: String
  /// What osmium calls the format; nil when it has to go by the name of the file.
  let osmFormat: String?
  private let copy: SpooledInput?

  /// Copies standard input and other pipes to a temporary file, because programs read it more than once or anywhere.
  ///
  /// - Parameters:
  ///   - buffer: the file at its beginning, decompressed.
  ///   - path: the path of the file.
  ///   - decompresses: whether to copy a compressed file as well.
  /// - Throws: `ImportError.notWritable` when it cannot be copied.
  init(_ buffer: InputBuffer, path: String, decompressing decompresses: Bool) throws {
    let head = buffer.bytes.prefix(64)
    let isPBF = head.count > 4 && String(decoding: head, as: UTF8.self).contains("OSMHeader")
    let isXML = head.first { $0 > 0x20 } == UInt8(ascii: "<")
    var compression = buffer.source.totalBytes == nil ? "" : Self.compression(of: path)
    // Osmium decompresses XML only.
    if buffer.source.totalBytes == nil || compression == ".gz" && (decompresses || isPBF) {
      copy = try SpooledInput(buffer)
      compression = ""
    } else {
      copy = nil
    }
    self.path = copy?.path ?? URL(filePath: path).path
    osmFormat = isPBF ? "pbf" : isXML || compression == ".bz2" ? "osm\(compression)" : nil
  }

  /// The ending of the compression that the first bytes show; empty for none.
  private static func compression(of path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 3)) ?? Data()
    return start.starts(with: [0x1F, 0x8B]) ? ".gz" : start.starts(with: Array("BZh".utf8)) ? ".bz2" : ""
  }
}
