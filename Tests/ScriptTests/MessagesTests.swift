import Foundation
import TestSupport
import Testing

/// `scripts/check-messages`, which `scripts/test` runs on the sources.
@Suite("The check of library messages")
struct MessagesTests {
  private static let script = Project.root.appending(path: "scripts/check-messages").path

  private static func check(_ files: KeyValuePairs<String, String>) throws -> (status: Int32, faults: [String]) {
    let folder = try WorkFolder()
    for (path, text) in files {
      _ = try folder.shell("mkdir -p $(dirname \(path)); cat > \(path) <<'END'\n\(text)\nEND")
    }
    let run = try folder.shell("python3 \(script) .")
    return (run.status, run.error.split(separator: "\n").map { String($0.dropFirst("check-messages: ".count)) })
  }

  @Test("finds nothing in the sources")
  func sources() throws {
    let run = try WorkFolder().shell("python3 \(Self.script)")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
  }

  @Test("passes comments, code, and what the shell says")
  func neutral() throws {
    let result = try Self.check([
      "docs/errors.md": "`not-there`",
      "Sources/Vicinity/A.swift": #"""
      // `vicinity check` says "run it with --deep".
      let a = b --c /* "--d" */
      let url = "https://example.org/--"; let comment = "<!--x", rule = "a---b"
      let text = "Vicinity reads \(count("\(a)") --x) vicinity.gpkg"
      """#,
      "Sources/VicinityCLI/B.swift": #"let help = "vicinity near --open""#,
    ])
    #expect(result.status == 0 && result.faults == [])
  }

  @Test("reports options and commands in texts, and undocumented codes")
  func faults() throws {
    let result = try Self.check([
      "docs/errors.md": "`not-there`",
      "Sources/Vicinity/A.swift": #"""
      let text = "say it with --format x"
      let long = """
        First.
        Run `vicinity check` then.
        """
      let inner = "a \(flag ? "use (--at)" : "") b"
      public enum WideError: CodedError {
        public var code: String {
          switch self {
          case .a: "not-there"
          case .b: "too-wide"
          }
        }
      }
      """#,
    ])
    #expect(result.status == 1)
    #expect(
      result.faults == [
        #"Sources/Vicinity/A.swift:1: a library says "--format x""#,
        #"Sources/Vicinity/A.swift:2: a library says "vicinity check` then.""#,
        #"Sources/Vicinity/A.swift:6: a library says "--at)""#,
        "Sources/Vicinity/A.swift: the code too-wide is not in docs/errors.md",
      ])
  }
}
