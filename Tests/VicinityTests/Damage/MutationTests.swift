import Areas
import Foundation
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// A few seeded ways to damage a file, in this process, so that a crash ends the run. `MutationCampaignTests` has two
/// thousand.
@Suite("A damaged catalog")
struct MutationTests {
  private let folder: DamageFolder

  init() throws { folder = try DamageFolder() }

  @Test("answers right, refuses, or is found out", arguments: [0, 1])
  func mutations(part: UInt64) throws {
    let mixed = try MixedCatalog.shared.get()
    let path = folder.path("sound.gpkg")
    try mixed.write(to: path)
    let pages = try Mutation.Pages(path: path)
    let values = try DamageVerdict.values(path: path)
    let sound = try #require(try folder.answers(of: path))
    #expect(sound.filter { $0.contains("\"error\"") } == [])
    #expect(try Catalog(path: path).check() == [])
    for seed in part * 12..<(part + 1) * 12 {
      let damaged = folder.path("\(seed).gpkg")
      let mutation = try Mutation(seed: seed, of: mixed.bytes, pages, to: damaged)
      let answers = try folder.answers(of: damaged)
      let verdict = DamageVerdict(
        of: damaged, answers: answers, sound: sound, isNoticed: folder.isNoticed(damaged), values: values)
      if case .unnoticed(let answer) = verdict { Issue.record("\(mutation): \(answer)") }
    }
  }
}

/// A folder for damaged files, removed with the value.
final class DamageFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "vicinity-damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A left-over folder in the temporary directory does no harm.
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// The answers to the queries; nil if the file is rejected.
  func answers(of path: String) throws -> [String]? {
    let catalog: Catalog
    do { catalog = try Catalog(path: path, areas: GEOSAreaEngine()) } catch { return nil }
    let (source, target) = (url.appending(path: "questions"), url.appending(path: "answers"))
    try Data(MixedCatalog.questions.joined(separator: "\n").utf8).write(to: source)
    try Data().write(to: target)
    let (reading, writing) = (try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: target))
    _ = try Batch(catalog: catalog, threads: 1) { SeededWorld.now }.run(
      reading: reading.fileDescriptor, writing: FileOutput(fileDescriptor: writing.fileDescriptor))
    return String(decoding: try Data(contentsOf: target), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Whether a check reports an error or fails.
  func isNoticed(_ path: String) -> Bool {
    do { return try !Catalog(path: path).check().isEmpty } catch { return true }
  }
}
