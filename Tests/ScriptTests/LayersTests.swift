import Foundation
import TestSupport
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

  @Test("reports types, members of extensions and imports that come later, and folders without a place in the order")
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
        "Vicinity/Attic: the folder is not in scripts/layers.txt",
        "Vicinity/Model/Early.swift: uses greeting of Search/Late+Greeting.swift, and Vicinity/Search comes after Vicinity/Model",
        "Vicinity/Model/Early.swift: uses Late of Query/Late.swift, and Vicinity/Query comes after Vicinity/Model",
      ])
  }

  @Test("reports members of extensions of arrays")
  func arrayExtensions() throws {
    let result = try Self.check([
      "Vicinity/Model/Early.swift": "func first(_ days: [Day]) { days.possibleDays() }",
      "Vicinity/Query/Day+List.swift": "extension [Day] {\n  func possibleDays() {}\n}",
    ])
    let fault =
      "check-layers: Vicinity/Model/Early.swift: uses possibleDays of Query/Day+List.swift, "
      + "and Vicinity/Query comes after Vicinity/Model"
    #expect(result.faults.map { String($0) } == [fault])
  }

  @Test("checks the folders of a folder, and the files directly in it")
  func secondLevel() throws {
    let result = try Self.check([
      "Vicinity/Store/SQL/Statement.swift": "struct Statement { let load: BulkLoad }",
      "Vicinity/Store/Load/BulkLoad.swift": "struct BulkLoad { let first: Statement }",
      "Vicinity/Index/Memory/Arena.swift": "struct Arena { let index: Index }",
      "Vicinity/Index/Index.swift": "struct Index {}",
      "Vicinity/Plan/Deep/Deep.swift": "struct Deep {}",
    ])
    let faults = result.faults.map { String($0) }
    let expected: [String] = [
      "Vicinity/Plan: has folders, whose order is not in scripts/layers.txt",
      "Vicinity/Store/SQL/Statement.swift: uses BulkLoad of Store/Load/BulkLoad.swift, "
        + "and Vicinity/Store/Load comes after Vicinity/Store/SQL",
      "Vicinity/Index/Memory/Arena.swift: uses Index of Index/Index.swift, "
        + "and Vicinity/Index comes after Vicinity/Index/Memory",
    ].map { "check-layers: \($0)" }
    #expect(faults == expected)
  }

  @Test("reports a folder with more files than can be found by looking")
  func crowded() throws {
    let folder = try WorkFolder()
    let run = try folder.shell(
      "mkdir -p Vicinity/Plan; for i in $(seq 41); do echo 'struct S'$i' {}' > Vicinity/Plan/S$i.swift; done; "
        + "python3 \(Self.script) .")
    #expect(run.status == 1 && run.error == "check-layers: Vicinity/Plan: has 41 files; the most is 40\n")
  }

  @Test("reports tests in a folder that their target does not have")
  func tests() throws {
    let folder = try WorkFolder()
    for path in [
      "Sources/Vicinity/Plan/Plan", "Tests/VicinityTests/Plan/PlanTests", "Tests/VicinityTests/Plans/OldTests",
    ] {
      _ = try folder.shell(
        "mkdir -p $(dirname \(path)); echo 'struct \(URL(filePath: path).lastPathComponent) {}' > \(path).swift")
    }
    let run = try folder.shell("python3 \(Self.script) Sources")
    #expect(
      run.status == 1 && run.error == "check-layers: Tests/VicinityTests/Plans: Sources/Vicinity has no folder Plans\n")
  }
}
