import Foundation
import NIOCore
import Streams
import Synchronization

/// The files of Leaflet that the system has: Debian's package `libjs-leaflet`.
///
/// A file stays in memory while its stamp is the same.
final class SystemLeaflet: Sendable {
  private let folder: String
  private let known = Mutex<[String: (stamp: FileStamp, file: PageAssets.File)]>([:])

  init(folder: String) { self.folder = folder }

  /// The names in the folder by those of the page, the smallest first.
  private static let candidates = ["leaflet.js": ["leaflet.min.js", "leaflet.js"], "leaflet.css": ["leaflet.css"]]

  /// The names that the page uses, sorted.
  static var names: [String] { candidates.keys.sorted() }

  private func present(_ name: String) -> (path: String, stamp: FileStamp)? {
    for candidate in Self.candidates[name, default: []] {
      let path = "\(folder)/\(candidate)"
      if let stamp = FileStamp(path: path), stamp.kind == .file { return (path, stamp) }
    }
    return nil
  }

  /// Whether the file with this name exists; waits for the disk.
  func has(_ name: String) -> Bool { present(name) != nil }

  /// The stamps of the existing files, by their names; waits for the disk.
  var stamps: [String: FileStamp] {
    Dictionary(uniqueKeysWithValues: Self.names.compactMap { name in present(name).map { (name, $0.stamp) } })
  }

  /// The file with this name, nil when there is none; waits for the disk.
  func file(_ name: String) throws -> PageAssets.File? {
    guard let (path, stamp) = present(name) else { return nil }
    if let known = known.withLock({ $0[name] }), known.stamp == stamp { return known.file }
    let file = PageAssets.File(try Data(contentsOf: URL(filePath: path)), isLasting: true)
    known.withLock { $0[name] = (stamp, file) }
    return file
  }
}
