import Areas
import CodedErrors
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// The files of bars, events, couches and cities that are installed with the program.
struct SampleData {
  private let folder: URL

  /// Names of files in the folder `datasets`.
  private static let listings = [
    "stuttgart-bars.jsonl", "targu-mures-events.jsonl", "targu-mures-couches.jsonl", "budapest-couches.jsonl",
    "philadelphia-parties.jsonl",
  ]
  private static let cities = "cities.csv"

  /// Finds them relative to the program: where a package installs them, or in the project that it was built in.
  ///
  /// - Throws: `Missing`.
  init() throws {
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
    let above = sequence(first: program) { $0.flatMap { $0.path == "/" ? nil : $0.deletingLastPathComponent() } }
      .compactMap(\.self).dropFirst()
    let installed = above.dropFirst().prefix(1).map { $0.appending(path: "share/vicinity/datasets") }
    let folders = installed + above.map { $0.appending(path: "datasets") }
    let found = folders.first { folder in
      (Self.listings + [Self.cities]).allSatisfy {
        FileManager.default.isReadableFile(atPath: folder.appending(path: $0).path)
      }
    }
    guard let found else { throw Missing(folder: installed.first?.path ?? "share/vicinity/datasets") }
    folder = found
  }

  /// Where an example of the documentation is installed, such as datasets/stuttgart-bars.jsonl; empty for other paths.
  static func hint(for path: String) -> String {
    guard path.hasPrefix("datasets/"), !FileManager.default.fileExists(atPath: path), let folder = try? Self().folder
    else { return "" }
    return " The sample data is in \(folder.path)."
  }

  /// Imports them into a catalog, which is created if it is missing.
  ///
  /// - Returns: the number of listings and cities.
  func fill(_ path: String) throws -> String {
    let catalog = try Catalog(path: path, access: .create, areas: GEOSAreaEngine())
    for name in Self.listings {
      _ = try Importer(path: folder.appending(path: name).path, options: ImportOptions()).run(into: catalog) { _ in }
    }
    let places = try catalog.importGazetteer([folder.appending(path: Self.cities).path]).places
    let listings = try catalog.statistics().listings
    return "\(listings.counted("listing")) and \(places.counted("city", "cities"))"
  }

  /// The files are not where they are installed.
  struct Missing: CodedError {
    let code = "no-sample-data"
    let folder: String

    var description: String {
      "the sample data is missing: neither \(folder) nor a folder datasets above this program has it. The Debian "
        + "package and the sources have it; the command of the Python package comes without it."
    }
  }
}
