import Foundation
import TestSupport
import Testing

/// Two thousand seeded ways to damage a catalog, each tried in a process of its own: none crashes or hangs, and
/// whenever an answer is wrong, `vicinity check` reports an error, unless a plain value was changed into another one.
@Suite("Two thousand damaged catalogs", .enabled(if: SlowTests.areEnabled))
struct MutationCampaignTests {
  private static let count: UInt64 = 2000
  /// The number of files damaged at a time and processed by one shell.
  private static let batch: UInt64 = 50
  /// The time limit for one file in seconds, generous enough for a slow machine.
  private static let limitSeconds = 60

  /// The maximum number of files whose wrong answers are due only to changed plain values; more would mean that the
  /// rules no longer find other damage.
  private static let mostChangedValues = 20
  /// The minimum number of files with a wrong answer and an error reported by the check; fewer would mean that the
  /// damage no longer affects the answers.
  private static let leastNoticed = 80

  @Test("answer right, refuse, or are found out")
  func campaign() throws {
    let mixed = try MixedCatalog.shared.get()
    let folder = try WorkFolder()
    func file(_ name: String) -> String { folder.url.appending(path: name).path }
    try mixed.write(to: file("sound.gpkg"))
    try Data(MixedCatalog.questions.joined(separator: "\n").utf8).write(to: URL(filePath: file("questions.jsonl")))
    let pages = try Mutation.Pages(path: file("sound.gpkg"))
    let values = try DamageVerdict.values(path: file("sound.gpkg"))
    let sound = try look(at: ["sound"], in: folder)["sound"]?.answers ?? []
    #expect(sound.count == MixedCatalog.questions.count)
    var counts: [String: Int] = [:]
    for start in stride(from: 0, to: Self.count, by: Int(Self.batch)) {
      let seeds = start..<min(start + Self.batch, Self.count)
      let mutations = try seeds.map { try Mutation(seed: $0, of: mixed.bytes, pages, to: file("\($0).gpkg")) }
      let outcomes = try look(at: seeds.map { "\($0)" }, in: folder)
      for mutation in mutations {
        let outcome = try #require(outcomes["\(mutation.seed)"])
        #expect(outcome.statuses.allSatisfy { $0 < 124 }, "\(mutation): exit status \(outcome.statuses)")
        let path = file("\(mutation.seed).gpkg")
        let verdict = DamageVerdict(
          of: path, answers: outcome.answers, sound: sound, isNoticed: outcome.statuses.last != 0, values: values)
        switch verdict {
        case .harmless: counts["harmless", default: 0] += 1
        case .noticed: counts["noticed", default: 0] += 1
        case .changedValues: counts["changed values", default: 0] += 1
        case .unnoticed(let answer): Issue.record("\(mutation): \(answer)")
        }
        try FileManager.default.removeItem(atPath: path)
      }
    }
    print(
      "damaged catalogs:", counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    #expect(counts["changed values", default: 0] <= Self.mostChangedValues)
    #expect(counts["noticed", default: 0] >= Self.leastNoticed)
  }

  private struct Outcome {
    /// Nil if the file was rejected.
    var answers: [String]?
    /// Exit statuses of the batch and of the check; 124 or more if killed or crashed.
    var statuses: [Int32]
  }

  /// Runs the queries on files and checks them, two at a time.
  private func look(at names: [String], in folder: WorkFolder) throws -> [String: Outcome] {
    // `xargs` instead of `wait`: Foundation starts programs with SIGCHLD blocked, and `wait` in a shell then never
    // returns.
    _ = try folder.shell(
      """
      export SWIFT_BACKTRACE=enable=no
      printf '%s\\n' \(names.joined(separator: " ")) | xargs -P 2 -n 1 sh -c '
        timeout -s KILL \(Self.limitSeconds) vicinity batch questions.jsonl --catalog $1.gpkg --threads 1 > $1.answers 2> $1.error
        echo $? > $1.status
        timeout -s KILL \(Self.limitSeconds) vicinity check --catalog $1.gpkg > $1.faults 2>> $1.error
        echo $? >> $1.status
      ' sh
      """)
    var outcomes: [String: Outcome] = [:]
    for name in names {
      func lines(_ kind: String) throws -> [String] {
        try String(contentsOf: folder.url.appending(path: "\(name).\(kind)"), encoding: .utf8).split(separator: "\n")
          .map(String.init)
      }
      let answers = try lines("answers")
      outcomes[name] = Outcome(
        answers: answers.count == MixedCatalog.questions.count ? answers : nil,
        statuses: try lines("status").compactMap { Int32($0) })
    }
    return outcomes
  }
}
