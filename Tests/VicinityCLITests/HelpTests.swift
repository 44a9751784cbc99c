import Foundation
import TestSupport
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
}
