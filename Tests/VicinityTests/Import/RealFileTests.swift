import Foundation
import Testing

@testable import Vicinity

/// Data sets that are not part of the project, where they are present.
enum SharedData {
  static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["VICINITY_SHARED"] { return path + "/data" }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data").path
  }()

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/places") }
}

@Suite(.enabled(if: SharedData.isPresent, "the shared data is not there; VICINITY_SHARED names its folder"))
struct RealFileTests {
  /// Folder, file, listings accepted, rows rejected, rows skipped.
  static let imported: [(String, Int, Int, Int)] = []

  @Test func printsTheTable() throws {
    for folder in ["places", "lodging", "events"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(SharedData.folder)/\(folder)").sorted()
      for name in names {
        let path = "\(SharedData.folder)/\(folder)/\(name)"
        let sink = ListSink()
        do {
          var options = ImportOptions()
          if name.hasSuffix("listings.csv.gz") { options.calendar = path.replacing("listings", with: "calendar") }
          var report = try Importer(path: path, options: options).read(into: sink)
          report.added = sink.listings.count
          print(report)
          if let first = sink.listings.first {
            print(
              "     ", first.tags, first.name ?? "-", first.id, first.coordinate, first.starts as Any,
              first.address ?? "-", first.openingHours ?? "-")
          }
        } catch {
          print("REFUSED \(error)")
        }
      }
    }
  }
}
