import Foundation
import TestSupport
import Testing

/// `scripts/check-docs --english` and `scripts/sample-sentences`, which read the same texts.
@Suite("The checks of the project's English")
struct EnglishCheckTests {
  private static func folder() throws -> WorkFolder {
    let folder = try WorkFolder()
    for (path, text) in [
      "docs/toys.md": """
      # What toys do

      Toys are stored. Of bears all
      are told, as long as `anew` they exist.

      | who | what |
      |---|---|
      | children | ask anew; \(String(repeating: "again ", count: 100))|

      ```text
      nobody
      ```
      """,
      "Sources/Toys/Toys.swift": #"""
      /// Nobody plays with it.
      let toy = "A \(name("who has it")) that is kept in a box"  // anew
      let rest = toy + "of toys are found"
      """#,
      "Sources/VicinityCLI/Help.swift": #"let help = "Removes the toys that nobody wants.""#,
      "scripts/play": "#!/usr/bin/env bash\n# Plays with somebody.\nset -e\n# Meanwhile it waits.",
      "scripts/habits-allowed.txt": """
      # habit | file | words | reason
      as long as | docs/toys.md | as long as | a test
      told | docs/none.md | told | a file without it
      """,
    ] {
      _ = try folder.shell("mkdir -p $(dirname \(path)); cat > \(path) <<'END'\n\(text)\nEND")
    }
    return folder
  }

  @Test("counts habits of all texts, and reports those that users read, long cells, and allowed ones that do not exist")
  func english() throws {
    let run = try Self.folder().shell(
      "python3 '\(Project.root.appending(path: "scripts/check-docs").path)' --english --habits .")
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.first == "habit docs help messages page comments tests scripts")
    for row in [
      "told 1 0 0 0 0 0 0", "nobody 0 1 0 0 1 0 0", "somebody 0 1 0 0 0 0 0", "as long as 0 0 0 0 0 0 0",
      "anew 1 0 0 0 1 0 0", "fronted of 1 0 0 0 0 0 0", "kept 0 0 1 0 0 0 0", "meanwhile 0 0 0 0 0 0 1",
      "paragraphs above 600 characters: 1", "Sources/Toys/Toys.swift:1: nobody: Nobody plays with it.",
    ] { #expect(lines.contains(row), "\(row)") }
    let faults = run.error.split(separator: "\n").map { $0.dropFirst("check-docs: ".count) }
    #expect(
      faults.map { $0.prefix { $0 != "…" } } == [
        "docs/toys.md:4: told in \"", "docs/toys.md:3: fronted of in \"", "docs/toys.md:8: anew in \"",
        "docs/toys.md:8: asks in \"", "Sources/Toys/Toys.swift:2: kept in \"",
        "Sources/VicinityCLI/Help.swift:1: nobody in \"", "scripts/play:2: somebody in \"",
        "docs/toys.md:8: the cell has 609 characters, more than 600",
        "habits-allowed.txt:3: docs/none.md does not have \"told\"",
      ])
  }

  @Test("draws the same sentences for the same seed, from each source")
  func sample() throws {
    let folder = try Self.folder()
    let script = Project.root.appending(path: "scripts/sample-sentences").path
    let first = try folder.shell("python3 '\(script)' --count 2 --source docs --source help 41 .")
    let again = try folder.shell("python3 '\(script)' --count 2 --source docs --source help 41 .")
    #expect(first.status == 0 && first.output == again.output)
    #expect(first.output.contains("| 1 | docs | `docs/toys.md:"))
    #expect(
      first.output.contains("| 2 | help | `Sources/VicinityCLI/Help.swift:1` | Removes the toys that nobody wants. | |")
    )
  }
}
