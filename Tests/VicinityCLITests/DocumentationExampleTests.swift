import Foundation
import TestSupport
import Testing

/// Runs the examples of README.md and of every page below `docs`. With `VICINITY_RECORD=1` in the environment the pages get
/// the current output of their commands, and the pictures that these draw; review the diff before you commit it.
struct DocumentationExampleTests {
  static let pages = Result {
    let docs = try FileManager.default.subpathsOfDirectory(atPath: Project.root.appending(path: "docs").path)
    return ["README.md", "datasets/README.md", "benchmarks/README.md", "benchmarks/peers/README.md"]
      + docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
  }

  @Test func `there are pages, and the first screen of README shows an import and a query`() throws {
    #expect(try Self.pages.get().count > 20)
    let commands = try MarkdownPage(name: "README.md").blocks().flatMap(\.commands).map(\.text)
    #expect(commands.first?.hasPrefix("vicinity import ") == true)
    #expect(commands.dropFirst().first?.hasPrefix("vicinity near ") == true)
  }

  @Test(arguments: (try? pages.get()) ?? [])
  func `every example does what its page shows`(name: String) throws {
    let page = try MarkdownPage(name: name)
    let replay = try ExampleReplay(of: page)
    for fault in replay.faults { Issue.record("\(fault)") }
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try replay.recorded.write(to: page.file, atomically: true, encoding: .utf8)
      for (file, picture) in replay.pictures { try picture.write(to: file) }
    } else {
      for file in replay.pictures.keys { Issue.record("\(name): \(file.lastPathComponent) is drawn otherwise") }
      for difference in replay.differences { Issue.record("\(difference)") }
    }
  }

  @Test func `a page with examples of unknown kinds, or hidden in text, has faults`() throws {
    let page = MarkdownPage(
      name: "page.md",
      text: """
        ```sh
        vicinity near
        ```
        ```
        $ vicinity near
        ```
        ```text not run: needs a server
        $ curl 127.0.0.1
        ```
            vicinity near
        ```console
        no command
        ```
        ```console
        $ vicinity import datasets/targu-mures-couches.jsonl 2> /dev/null
        $ vicinity near --colour blue 2> /dev/null
        ```
        ```json query
        {"radios": 2}
        ```
        ```text
        """)
    #expect(
      try ExampleReplay(of: page).faults.map { $0.prefix { $0 != ";" } } == [
        "page.md:1: blocks of \"sh\" are not run", "page.md:4: blocks of \"\" are not run",
        "page.md:10: a command in indented text is not run", "page.md:11: the block does not begin with a command",
        "page.md:16: exit status 64: vicinity near --colour blue 2> /dev/null",
        #"page.md:18: {"error":{"code":"unknown-key","message":"unknown key radios"#,
        "page.md:21: the block has no end", "page.md:21: blocks of \"text\" are not run",
      ])
  }

  @Test func `what a page leaves out of the output stays out of it when it is recorded`() throws {
    let page = MarkdownPage(
      name: "page.md",
      text: """
        ```console
        $ seq 5
        1
        …
        5
        $ seq 4
        0
        …
        $ cat << END
        > one
        > two 3
        > END
        one
        t… 4
        $ echo abcdef; printf 'same\\r\\n'; echo '{"ms":7,"name":"new"}'
        a…d…f
        same
        {"ms":…,"name":"old"}
        ```
        """)
    let replay = try ExampleReplay(of: page)
    #expect(replay.faults == [])
    #expect(
      replay.differences.map { $0.prefix { $0 != "\n" } } == [
        "page.md:6: $ seq 4", "page.md:9: $ cat << END",
        "page.md:15: $ echo abcdef; printf 'same\\r\\n'; echo '{\"ms\":7,\"name\":\"new\"}'",
      ])
    let corrections = [("\n0\n", "\n1\n"), ("t… 4", "two 3"), ("old", "new")]
    #expect(replay.recorded == corrections.reduce(page.text) { $0.replacing($1.0, with: $1.1) })
  }
}
