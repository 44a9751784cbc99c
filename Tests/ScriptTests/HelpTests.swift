import Foundation
import TestSupport
import Testing

@Suite("Help of scripts")
struct HelpTests {
  @Test(
    "explains what the script does, and does nothing else",
    arguments: [
      "setup", "test", "bare-debian", "demo", "docs", "check-page", "follow-tutorial", "foreign-clients",
      "manual-pages", "package", "packaged-links", "test-clients", "test-completions", "test-container",
      "test-examples", "test-package", "test-page", "test-python", "test-server", "test-site",
    ])
  func scripts(name: String) throws {
    let script = Project.root.appending(path: "scripts/\(name)").path
    for option in ["--help", "-h"] {
      let run = try WorkFolder().shell("timeout 20 \(script) \(option)")
      #expect(run.status == 0 && run.error.isEmpty && run.output.count > 60, "\(run.output) \(run.error)")
    }
  }
}
