import Foundation
import GRDB
import ServerTestSupport
import TestSupport
import Testing

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("The program that takes emails")
struct MailProgramTests {
  private static let long = String(repeating: "0123456789abcde\n", count: 20_000)

  private static func run(_ command: String, seconds: Int = 20, _ message: String = "To: a\n\nb\n") async -> String? {
    await MailProgram(command: command, seconds: seconds).run(message)
  }

  private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private static func waitForFile(_ path: String) async throws {
    while !FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// Waits for the end of the processes whose numbers are in a file.
  private static func expectEnded(_ path: String, count: Int) async throws {
    let pids = try text(path).split(separator: "\n").compactMap { pid_t($0) }
    #expect(pids.count == count)
    for _ in 0..<200 where pids.contains(where: isRunning) { try await Task.sleep(for: .milliseconds(20)) }
    for pid in pids { #expect(!isRunning(pid), "\(pid)") }
  }

  /// Another process reaps the remaining children of a process.
  private static func isRunning(_ pid: pid_t) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    return (try? text("/proc/\(pid)/stat"))?.contains(") Z ") != true
  }

  @Test("passes an email of any length to a program, and reports how it ended")
  func endings() async throws {
    let folder = try CatalogFolder()
    #expect(await Self.run("cat > \(folder.path("mail"))", Self.long) == nil)
    #expect(try Self.text(folder.path("mail")) == Self.long)
    // A program need not read, and may close its standard input.
    #expect(await Self.run("true", Self.long) == nil)
    #expect(await Self.run("exec <&-; sleep 0.2; echo ready > \(folder.path("ready"))", Self.long) == nil)
    #expect(try Self.text(folder.path("ready")) == "ready\n")
    #expect(await Self.run("exit 3") == "the command ended with status 3")
    #expect(await Self.run("kill -9 $$")?.contains("137") == true)
    #expect(await Self.run("no-such-program 2> /dev/null") == "the command ended with status 127")
    let tooLong = "true" + String(repeating: " ", count: 4_000_000)
    #expect(await Self.run(tooLong) == "the command cannot be started: Argument list too long")
  }

  @Test("ends what a program leaves behind when its shell is killed")
  func killedShell() async throws {
    let folder = try CatalogFolder()
    let command = "echo $$ > \(folder.path("pids")); kill -9 $PPID; sleep 600"
    #expect(await Self.run(command) == "the command was killed by the signal 9")
    try await Self.expectEnded(folder.path("pids"), count: 1)
  }

  @Test("ends a program that takes too long, with all its children, after a notice")
  func hangingProgram() async throws {
    let folder = try CatalogFolder()
    let (pids, ended) = (folder.path("pids"), folder.path("ended"))
    for command in [
      "echo $$ >> \(pids); sleep 600",
      "echo $$ >> \(pids); trap '' TERM; sleep 600 & echo $! >> \(pids); wait; sleep 600",
      "echo $$ >> \(pids); cat > /dev/null; sleep 600",
      // The children of one that ends in time end as well.
      "echo $$ >> \(pids); (trap '' TERM; sleep 600) & echo $! >> \(pids); trap 'echo yes > \(ended); exit' TERM; wait",
    ] {
      #expect(await Self.run(command, seconds: 1, Self.long) == "the command did not end within 1 s, and was ended")
    }
    #expect(try Self.text(ended) == "yes\n")
    try await Self.expectEnded(pids, count: 6)
  }

  @Test("gives a program the environment, the usual signals, and no other file of the server")
  func surroundings() async throws {
    let folder = try CatalogFolder()
    let path = folder.path("out")
    #expect(await Self.run("echo \"$PATH\" > \(path)") == nil)
    #expect(try Self.text(path) == (ProcessInfo.processInfo.environment["PATH"] ?? "") + "\n")
    // The server ignores this signal.
    #expect(await Self.run("kill -PIPE $$") == "the command ended with status 141")
    let inherited = open(path, O_RDONLY)
    defer { close(inherited) }
    #expect(await Self.run("ls /dev/fd > \(path)") == nil)
    // The fourth one is that of `ls`.
    #expect(try Self.text(path) == "0\n1\n2\n3\n")
  }

  // MARK: The outbox

  private static func world(_ command: String, seconds: Int = 60) throws -> ServerWorld {
    try ServerWorld { ($0.mailCommand, $0.mailSeconds) = (command, seconds) }
  }

  private static func add(_ address: String, to world: ServerWorld) throws {
    try world.server.services.accountsFile.write { db in
      try world.server.services.accounts.outbox.add(
        MailMessage(recipient: address, subject: "a", body: "b"), at: ServerWorld.now, in: db)
    }
  }

  @Test("hands over other emails while one hangs, logs that, and retries it later")
  func otherMails() async throws {
    let folder = try CatalogFolder()
    let out = folder.path("taken")
    let world = try Self.world(
      "m=$(cat); case \"$m\" in *slow@*) sleep 600 ;; esac; echo \"$m\" | grep ^To: >> \(out)", seconds: 8)
    let outbox = world.server.services.accounts.outbox
    try Self.add("slow@example.org", to: world)
    for number in 0..<6 { try Self.add("m\(number)@example.org", to: world) }
    try await outbox.delivered(at: ServerWorld.now)
    let taken = try Self.text(out)
    for number in 0..<6 { #expect(taken.components(separatedBy: "m\(number)@").count == 2, "each once: \(taken)") }
    let counts = try outbox.counts()
    #expect(counts.waiting == 1 && counts.tried == 1 && counts.failures == 1)
    let left = try world.server.services.accountsFile.look {
      try Row.fetchOne($0, sql: "SELECT attempts, due FROM mail")
    }
    #expect(left?[0] == 1 && left?[1] == ServerWorld.now.secondsSince1970 + 60)
  }

  @Test("runs four programs at a time, however often delivery is requested")
  func atATime() async throws {
    let folder = try CatalogFolder()
    // Each waits until there are four, and notes how many there are.
    let world = try Self.world(
      """
      cd \(folder.path("")); : > run.$$
      while [ ! -e four ]; do sleep 0.02; if [ $(ls run.* | wc -l) -ge 4 ]; then : > four; fi; done
      ls run.* | wc -l >> counts; sleep 0.1; rm run.$$
      """)
    for number in 0..<12 { try Self.add("m\(number)@example.org", to: world) }
    let outbox = world.server.services.accounts.outbox
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { try await outbox.delivered(at: ServerWorld.now) } }
      try await group.waitForAll()
    }
    let counts = try Self.text(folder.path("counts")).split(separator: "\n").compactMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    #expect(counts.count == 12 && counts.allSatisfy { (1...4).contains($0) }, "\(counts)")
    #expect(try outbox.counts().waiting == 0)
  }

  @Test("records that an email was accepted even if the one that waits for it is cancelled")
  func cancelled() async throws {
    let folder = try CatalogFolder()
    let (started, go) = (folder.path("started"), folder.path("go"))
    let world = try Self.world(": > \(started); while [ ! -e \(go) ]; do sleep 0.02; done")
    let outbox = world.server.services.accounts.outbox
    try Self.add("a@example.org", to: world)
    let delivery = Task { try await outbox.delivered(at: ServerWorld.now) }
    try await Self.waitForFile(started)
    delivery.cancel()
    try "".write(toFile: go, atomically: false, encoding: .utf8)
    _ = await delivery.result
    let counts = try outbox.counts()
    #expect(counts.waiting == 0 && counts.failures == 0)
  }

  @Test("ends a program soon after the server stops, and starts no other one")
  func stopping() async throws {
    let folder = try CatalogFolder()
    let pids = folder.path("pids")
    let world = try Self.world("echo $$ > \(pids).new; mv \(pids).new \(pids); sleep 600", seconds: 600)
    let outbox = world.server.services.accounts.outbox
    try Self.add("a@example.org", to: world)
    outbox.deliver(at: ServerWorld.now)
    try await Self.waitForFile(pids)
    outbox.stop()
    await outbox.waitForEnd()
    try await Self.expectEnded(pids, count: 1)
    let counts = try outbox.counts()
    #expect(counts.waiting == 1 && counts.tried == 1 && counts.failures == 1)
    try Self.add("b@example.org", to: world)
    try await outbox.delivered(at: ServerWorld.now)
    #expect(try outbox.counts().waiting == 2)

    let program = MailProgram(command: "true", seconds: 20)
    program.stop()
    #expect(await program.run("") == "the server stops")
  }
}
