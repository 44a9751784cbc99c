import Foundation
import Testing

@testable import VicinityAccounts

@Suite("Passwords")
struct PasswordTests {
  @Test("are stored as hashes with the cost in their text, each with a salt of its own")
  func password() throws {
    let (one, other) = (
      try Password(of: "drei gute Worte", logRounds: 15), try Password(of: "drei gute Worte", logRounds: 4)
    )
    #expect(one.text.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
    #expect(try one.isSame(as: "drei gute Worte") && other.isSame(as: "drei gute Worte"))
    // Among so many hashes, many share some bytes.
    for number in 0..<3000 { #expect(try !other.isSame(as: "drei gute Worte \(number)")) }
    #expect(try Password(of: "drei gute Worte", logRounds: 4).text != other.text)
    #expect(try !Password(text: "").isSame(as: ""))
  }

  @Test("of one client do not keep others from signing in")
  func busyClient() async throws {
    let passwords = PasswordHasher(logRounds: 12)
    let refused = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask { (try? await passwords.isSame(nil, as: "some words", for: "one")) == nil }
      }
      let other = try? await passwords.isSame(nil, as: "some words", for: "another")
      #expect(other == false)
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused > 0 && refused <= 36)
  }

  #if os(Linux)
    @Test("are hashed in the background, and no thread that continues stays there")
    func backgroundThreads() async throws {
      let passwords = PasswordHasher(logRounds: 10)
      for _ in 0..<3 { _ = try await passwords.password(of: "drei gute Worte", for: "one") }
      let stepsBack = try Self.niceness("/proc/self/stat") + BackgroundThread.niceness
      #expect(try BackgroundThread.run { try Self.niceness("/proc/thread-self/stat") } == min(19, stepsBack))
      let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      #expect(tasks.count > 1)
      for task in tasks {
        // Threads of other tests end in the meantime; background threads have this name.
        guard let name = try? Self.text("/proc/self/task/\(task)/comm"), name != "background\n",
          let niceness = try? Self.niceness("/proc/self/task/\(task)/stat")
        else { continue }
        #expect(niceness < stepsBack, "\(name)")
      }
    }

    private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// The 19th field of the file of a thread, whose second one is a name in parentheses (proc_pid_stat(5)).
    private static func niceness(_ path: String) throws -> Int32 {
      let fields = try text(path).split(separator: ")").last?.split(separator: " ")
      return try #require(fields.flatMap { $0.count > 16 ? Int32($0[16]) : nil })
    }
  #endif
}
