import Foundation
import Testing

@Suite("Help")
struct HelpTests {
  @Test("for the server stays within 80 columns, and wraps no line at the margin")
  func serve() throws {
    let help = try WorkFolder().shell("vicinity serve --help").output.split(separator: "\n").map(String.init)
    for line in help { #expect(line.count <= 80, "\(line)") }
    let start = try #require(help.firstIndex { $0 == "Where it listens:" })
    let end = try #require(help.firstIndex { $0.hasPrefix("USAGE:") })
    for line in help[start..<end] where !line.hasPrefix(" ") { #expect(line.hasSuffix(":"), "\(line)") }
    #expect(help[start..<end].contains { $0.hasPrefix("  --metrics-port <port>       A separate port") })
  }

  @Test(
    "of scripts explains what they do, and does nothing else",
    arguments: [
      "setup", "test", "demo", "check-page", "foreign-clients", "test-clients", "test-examples", "test-page",
      "test-server",
    ])
  func scripts(name: String) throws {
    let script = Project.root.appending(path: "scripts/\(name)").path
    for option in ["--help", "-h"] {
      let run = try WorkFolder().shell("timeout 20 \(script) \(option)")
      #expect(run.status == 0 && run.error.isEmpty && run.output.count > 60, "\(run.output) \(run.error)")
    }
  }
}
