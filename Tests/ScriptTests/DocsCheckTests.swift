import Foundation
import TestSupport
import Testing

/// `scripts/check-docs`, which `scripts/test` runs on the libraries.
@Suite("The check of the documentation")
struct DocsCheckTests {
  private static let source = """
    /// A toy, as ``Nothing`` else.
    public struct Toy {
      public var name = ""
      /// Makes a toy.
      public init() {}
      /// - Parameter speed: in meters per second.
      public func roll(_ speed: Double) {}
      /// Rolls for a while.
      /// - Parameter time: in seconds.
      public func roll(_ speed: Double, for time: Double) {}
    }
    /// In no group.
    public struct Box {}
    """

  private static let page = """
    # ``Toys``

    Toys.

    ```swift
    import Toys
    Toy().fly()
    ```

    ## Topics

    ### All

    - ``Toy``
    """

  @Test("reports libraries without pages, bare declarations, broken links and examples, and symbols in no group")
  func faults() throws {
    let folder = try WorkFolder()
    let files = [
      "Package.swift": #".library(name: "Toys", targets: ["Toys", "Bare"])"#, "Sources/Toys/Toys.swift": Self.source,
      "Sources/Toys/Toys.docc/Toys.md": Self.page,
      "docs/toys.md":
        "```swift\nimport Toys\nToy().roll(true)\n```\n```swift\nimport Toys\n\n@MainActor struct Shelf { let toy = Doll() }\n```\n",
      "docs/tutorials/toys.md":
        "```swift file=Sources/A/main.swift\nimport Toys\nplay(Toy())\n```\n```swift file=Sources/A/Play.swift\nimport Toys\n\nfunc play(_ toy: Toy) { toy.spin() }\n```\n```swift file=Package.swift\nnone\n```\n",
      "README.md": "```swift\nimport Toys\nlet toy = Toy()\n```\nThen:\n```swift\ntoy.roll(1)\nball.roll(2)\n```\n",
    ]
    for (path, text) in files {
      let url = folder.url.appending(path: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try folder.shell(
      """
      PATH='\(path)'; modules=.build/debug/Modules; mkdir -p $modules
      swiftc -emit-module -module-name Toys Sources/Toys/Toys.swift -emit-module-path $modules/Toys.swiftmodule
      python3 '\(Project.root.appending(path: "scripts/check-docs").path)' .
      """)
    #expect(run.status == 1)
    let start = "check-docs: "
    #expect(
      Set(run.error.split(separator: "\n").map { $0.dropFirst(start.count) }) == [
        "Sources/Bare: the library has no catalog Bare.docc",
        "Sources/Toys/Toys.swift:3: Toy.name has no doc comment",
        "Sources/Toys/Toys.swift:7: the doc comment of Toy.roll(_:) has no summary",
        "Sources/Toys/Toys.swift:1: 'Nothing' doesn't exist at '/Toys/Toy'",
        "Sources/Toys/Toys.swift:9: Parameter 'speed' is missing documentation (Document 'speed' parameter)",
        "Sources/Toys/Toys.docc: Toys has no topic group for Box",
        "Sources/Toys/Toys.docc/Toys.md: the example does not compile: value of type 'Toy' has no member 'fly'",
        "docs/toys.md: the example does not compile: cannot convert value of type 'Bool' to expected argument type 'Double'",
        "docs/toys.md: the example does not compile: cannot find 'Doll' in scope",
        "docs/tutorials/toys.md: the example does not compile: value of type 'Toy' has no member 'spin'",
        "README.md: the example does not compile: cannot find 'ball' in scope",
      ])
  }
}
