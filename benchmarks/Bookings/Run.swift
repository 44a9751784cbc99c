import ArgumentParser
import Foundation
import Vicinity
import VicinityLab

/// Starts the workers, kills some, and verifies the file.
struct Run: ParsableCommand {
  @Option(help: "The catalog to make; it must not exist.") var catalog: String
  @Option(help: "How many processes.") var workers = 8
  @Option(help: "How many attempts each.") var attempts = 2000
  @Option(help: "On how many couches.") var couches = 50
  @Option(help: "How many workers to kill at random moments; each is replaced by another.") var kills = 0
  @Option(help: "Where the random numbers start.") var seed: UInt64 = 1

  func run() throws {
    try Couches.make(couches, in: Catalog(path: catalog, access: .create))
    let folder = FileManager.default.temporaryDirectory.appending(path: "bookings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var team = Team(command: self, folder: folder)
    let start = ContinuousClock.now
    for _ in 0..<workers { try team.startOne() }
    var random = SplitMix64(seed: seed)
    for _ in 0..<kills {
      Thread.sleep(forTimeInterval: 0.02 + Double(random.next() % 200) / 1000)
      try team.killOne(&random)
    }
    team.waitForAll()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let audit = try Audit(told: try team.told(), catalog: Catalog(path: catalog))
    try FileManager.default.removeItem(at: folder)
    print(audit.text(seconds: seconds, killed: kills))
    if !audit.isKept { throw ExitCode.failure }
  }

  /// The arguments of a worker.
  func arguments(ofWorker number: Int) -> [String] {
    [
      "worker", "--catalog", catalog, "--attempts", "\(attempts)", "--couches", "\(couches)", "--seed",
      "\(seed &* 1000 &+ UInt64(number))",
    ]
  }
}

/// Worker processes, each with an output file.
struct Team {
  let command: Run
  let folder: URL
  private var running: [Process] = []
  private var started = 0

  init(command: Run, folder: URL) {
    self.command = command
    self.folder = folder
  }

  mutating func startOne() throws {
    let file = folder.appending(path: "\(started).jsonl")
    try Data().write(to: file)
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = command.arguments(ofWorker: started)
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
    running.append(process)
    started += 1
  }

  /// Kills one of the running workers and starts another, so the work does not end before the kills do.
  mutating func killOne(_ random: inout SplitMix64) throws {
    let alive = running.filter(\.isRunning)
    if !alive.isEmpty { kill(alive[Int(random.next() % UInt64(alive.count))].processIdentifier, SIGKILL) }
    try startOne()
  }

  func waitForAll() {
    for process in running { process.waitUntilExit() }
  }

  /// The complete lines written by workers: the booking, or nil for a rejection.
  func told() throws -> [String?] {
    try (0..<started).flatMap { number in
      let text = try String(contentsOf: folder.appending(path: "\(number).jsonl"), encoding: .utf8)
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        $0 == "-" ? nil : String($0)
      }
    }
  }
}
