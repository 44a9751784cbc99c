import Foundation
import Testing

/// `scripts/check-layers`, which `scripts/test` runs on the sources.
@Suite("The check of the order of targets and folders")
struct LayersTests {
  private static let script = Project.root.appending(path: "scripts/check-layers").path

  /// Runs it on the sources of one target, given as paths and contents.
  private static func check(_ files: KeyValuePairs<String, String>) throws -> (status: Int32, faults: [Substring]) {
    let folder = try WorkFolder()
    for (path, text) in files { _ = try folder.shell("mkdir -p $(dirname \(path)); echo '\(text)' > \(path)") }
    let run = try folder.shell("python3 \(script) .")
    return (run.status, run.error.split(separator: "\n"))
  }

  @Test("passes what uses only what comes before it")
  func inOrder() throws {
    let result = try Self.check([
      "Vicinity/Model/Early.swift": "struct Early {}", "Vicinity/Query/Late.swift": "struct Late { let early: Early }",
      "VicinityLab/Bench/Last.swift": "import Vicinity",
    ])
    #expect(result.status == 0 && result.faults == [])
  }

  @Test("tells of types, members of extensions and imports that come later, and of folders nobody has put in order")
  func outOfOrder() throws {
    let result = try Self.check([
      "Vicinity/Model/Early.swift": "struct Early { let late: Late; func f() { late.greeting() } } // Comment",
      "Vicinity/Model/Quiet.swift": "// Late is only mentioned here.",
      "Vicinity/Query/Late.swift": "struct Late {}",
      "Vicinity/Search/Late+Greeting.swift": "extension Late {\n  func greeting() {}\n}",
      "CivilTime/Clock.swift": "import Vicinity",
      "Vicinity/Attic/Old.swift": "struct Old {}",
    ])
    #expect(result.status == 1)
    let start = "check-layers: "
    #expect(
      result.faults.map { $0.dropFirst(start.count) } == [
        "CivilTime/Clock.swift: imports Vicinity, which comes after CivilTime",
        "Vicinity/Attic/Old.swift: the folder is not in scripts/layers.txt",
        "Vicinity/Model/Early.swift: uses greeting of Search/Late+Greeting.swift, and Search/ comes after Model/",
        "Vicinity/Model/Early.swift: uses Late of Query/Late.swift, and Query/ comes after Model/",
      ])
  }
}
