import Foundation
import Synchronization

@testable import VicinityFormats

/// A temporary file with the given bytes, imported into memory.
package final class ImportSource {
  package let path: String
  private var isKept = false

  package init(_ bytes: some Sequence<UInt8>, name: String = "rows.txt") throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vicinity-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  package convenience init(_ text: String, name: String = "rows.txt") throws { try self.init(text.utf8, name: name) }

  /// The path; the file is removed at the end of the process instead of together with this object.
  package func keep() -> String {
    isKept = true
    _ = Self.removal
    Self.kept.withLock { $0.append(URL(fileURLWithPath: path).deletingLastPathComponent().path) }
    return path
  }

  private static let kept = Mutex<[String]>([])
  private static let removal: Int32 = atexit {
    for folder in ImportSource.kept.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
  }

  deinit {
    if isKept { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) stays: \(error)") }
  }

  /// The listings and the report.
  package func read(_ configure: (inout ImportOptions) -> Void = { _ in }) throws -> (ListSink, ImportReport) {
    var options = ImportOptions()
    configure(&options)
    let sink = ListSink()
    return (sink, try Importer(path: path, options: options).read(into: sink))
  }
}

/// A small file beside the tests of the formats.
package func fixture(_ name: String) -> String {
  Project.root.appending(path: "Tests/VicinityFormatsTests/Fixtures/\(name)").path
}

/// The listings and the report of a fixture.
package func readFixture(_ name: String, _ configure: (inout ImportOptions) -> Void = { _ in }) throws -> (
  ListSink, ImportReport
) {
  var options = ImportOptions()
  configure(&options)
  let sink = ListSink()
  return (sink, try Importer(path: fixture(name), options: options).read(into: sink))
}
