import CivilTime
import Foundation
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Commands killed at any moment leave a catalog as of some step: one kill of each by default, 200 in all with
/// `scripts/test --all`.
@Suite("Killed commands")
struct KilledCommandTests {
  /// A command that changes a catalog.
  struct Command: CustomTestStringConvertible, Sendable {
    let arguments: String
    /// Its steps, each acknowledged by a line of output; a command without any is one step.
    var actions: [Action] = []
    var testDescription: String { arguments }
  }

  static let commands = [
    Command(arguments: "import many.jsonl --source s --replace-source"),
    Command(arguments: "recommend --build"),
    Command(arguments: "gazetteer import datasets/cities.csv"),
    Command(arguments: "areas import area.geojson"),
    Command(arguments: "apply actions.jsonl --each \(clock)", actions: favorites(of: "new").map(\.action)),
    Command(arguments: "forget m1 \(clock)"),
    Command(arguments: "remove bar-1 bar-2 bar-3 \(clock)"),
    Command(arguments: "import-signals signals.jsonl"),
  ]

  private static let now = Instant(secondsSince1970: 1_795_809_600)
  private static let clock = "--now 2026-11-27T20:00:00Z"
  private static let bars = (1...12).map { "bar-\($0)" }

  private static func favorites(of member: String) -> [(action: Action, line: String)] {
    bars.map {
      (
        .favorite(listing: $0, member: member),
        #"{"do":"favourite","listing":"\#($0)","member":"\#(member)"}"#
      )
    }
  }

  @Test("leave a version that was, with all that was acknowledged, and can be given again", arguments: commands)
  func killed(command: Command) throws {
    let folder = try WorkFolder()
    try Self.prepare(folder)
    let path = folder.url.appending(path: "c.gpkg").path
    let (versions, milliseconds) = try Self.versions(command, in: folder)
    var random = SplitMix64(seed: 25)
    var kills = 0
    for _ in 0..<(SlowTests.areEnabled ? 200 / Self.commands.count : 1) {
      _ = try folder.shell("rm -f c.gpkg*; cp base.gpkg c.gpkg")
      let limit = Double(1 + random.next() % milliseconds) / 1000
      // With `--foreground`, `timeout` kills only the command and not its own process group, and returns once it has
      // ended.
      let run = try folder.shell(
        "timeout --foreground -s KILL \(limit) vicinity \(command.arguments) --catalog c.gpkg")
      if run.status == 137 { kills += 1 }
      let moment: Comment = "killed after \(limit) s"
      let lines = run.output.count { $0 == "\n" }
      let acknowledged = command.actions.isEmpty ? (run.status == 0 ? 1 : 0) : lines
      #expect(try Catalog(path: path).check() == [], moment)
      #expect(versions[acknowledged...].contains(try TestDatabase.content(path: path)), moment)
    }
    // A run takes about as long as the measured one, so most of the moments are before its end.
    #expect(!SlowTests.areEnabled || kills >= 5, "\(kills) were killed")
    // Some commands count their executions, so a second one changes the catalog.
    guard try TestDatabase.content(path: path) != versions.last else { return }
    let again = try folder.shell("vicinity \(command.arguments) --catalog c.gpkg")
    #expect(again.status == 0, "\(again.error)")
    #expect(try TestDatabase.content(path: path) == versions.last)
    #expect(try Catalog(path: path).check() == [])
  }

  @Test("leave an empty catalog empty, or with all of a large file")
  func large() throws {
    let folder = try WorkFolder()
    let path = folder.url.appending(path: "c.gpkg").path
    _ = try Catalog(path: folder.url.appending(path: "base.gpkg").path, access: .create)
    _ = try folder.shell("vicinity generate listings --count 3000 > many.jsonl")
    let (versions, milliseconds) = try Self.versions(Command(arguments: "import many.jsonl \(Self.clock)"), in: folder)
    var random = SplitMix64(seed: 26)
    for _ in 0..<(SlowTests.areEnabled ? 25 : 2) {
      _ = try folder.shell("rm -f c.gpkg c.gpkg-*; cp base.gpkg c.gpkg")
      let limit = Double(1 + random.next() % milliseconds) / 1000
      _ = try folder.shell(
        "timeout --foreground -s KILL \(limit) vicinity import many.jsonl \(Self.clock) --catalog c.gpkg")
      #expect(try Catalog(path: path).check() == [], "killed after \(limit) s")
      #expect(versions.contains(try TestDatabase.content(path: path)), "killed after \(limit) s")
    }
    #expect(try folder.shell("vicinity import many.jsonl \(Self.clock) --catalog c.gpkg").status == 0)
    #expect(try folder.shell("ls").output.contains("import") == false)
  }

  /// The content of the catalog before a command and after each of its steps, and the run time of the command.
  private static func versions(
    _ command: Command, in folder: WorkFolder
  ) throws -> (versions: [[String]], milliseconds: UInt64) {
    let path = folder.url.appending(path: "c.gpkg").path
    _ = try folder.shell("cp base.gpkg c.gpkg")
    var versions = [try TestDatabase.content(path: path)]
    let start = ContinuousClock.now
    let run = try folder.shell("vicinity \(command.arguments) --catalog c.gpkg")
    let milliseconds = UInt64((ContinuousClock.now - start) / .milliseconds(1))
    #expect(run.status == 0, "\(run.error)")
    let end = try TestDatabase.content(path: path)
    if command.actions.isEmpty {
      versions.append(end)
    } else {
      _ = try folder.shell("rm -f c.gpkg*; cp base.gpkg c.gpkg")
      let catalog = try Catalog(path: path, access: .readWrite)
      for action in command.actions {
        try catalog.perform(action, at: now)
        versions.append(try TestDatabase.content(path: path))
      }
      #expect(versions.last == end)
    }
    return (versions, max(1, milliseconds))
  }

  /// A catalog with some of everything that the commands change, and their input files.
  private static func prepare(_ folder: WorkFolder) throws {
    let bars = Self.bars.enumerated().map {
      #"{"id":"\#($1)","kind":"bar","lat":48.7,"lon":\#(9 + Double($0) / 100),"timezone":"Europe/Berlin"}"#
    }
    let favoriteLines = ["m1", "m2", "m3"].flatMap { favorites(of: $0).map(\.line) }
    let signals = Self.bars.map { #"{"member":"p","listing":"\#($0)","signal":"visit","value":2}"# }
    let area = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Mitte"},"geometry":{
      "type":"Polygon","coordinates":[[[9,48.6],[9.05,48.6],[9.05,48.8],[9,48.8],[9,48.6]]]}}]}
      """
    let files = [
      "bars.jsonl": bars, "favourites.jsonl": favoriteLines, "signals.jsonl": signals, "area.geojson": [area],
      "actions.jsonl": favorites(of: "new").map(\.line),
    ]
    for (name, lines) in files {
      try Data(lines.joined(separator: "\n").utf8).write(to: folder.url.appending(path: name))
    }
    let made = try folder.shell(
      """
      set -e
      vicinity generate listings --count 40 > few.jsonl
      vicinity generate listings --seed 2 --count 400 > many.jsonl
      for file in bars few; do vicinity import $file.jsonl --source s --catalog base.gpkg; done
      vicinity apply favourites.jsonl \(clock) --catalog base.gpkg
      """)
    #expect(made.status == 0, "\(made.error)")
  }
}
