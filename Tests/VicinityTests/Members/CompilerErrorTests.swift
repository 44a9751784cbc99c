import Foundation
import TestSupport
import Testing

/// What programmers read when they mistype a call of the library.
@Suite("Errors of the compiler")
struct CompilerErrorTests {
  private static let modules = Project.root.appending(path: ".build/debug/Modules").path

  static let wrong = [
    (
      #"try catalog.perform(.rate(listing: "x", member: "ana", stars: 4.5), at: now)"#,
      "cannot convert value of type 'Double' to expected argument type 'Stars'"
    ),
    (
      #"try catalog.perform(.rate(listing: "x", member: "ana", stars: Stars(4.5), text: nil), at: now)"#,
      "value of optional type 'Stars?' must be unwrapped to a value of type 'Stars'"
    ),
    (
      #"try catalog.perform(.join(listing: "x", member: "ana", starts: "next"), at: now)"#,
      "cannot convert value of type 'String' to expected argument type 'OccurrenceChoice'"
    ),
    (#"try catalog.perform(.like(listing: "x", member: "ana"), at: now)"#, "type 'Action' has no member 'like'"),
    (
      #"try catalog.perform(all: [.join(listing: "x", member: 5)], at: now)"#,
      "cannot convert value of type 'Int' to expected argument type 'String'"
    ),
  ]

  /// The compiler crashed while it tried such an argument as an array of actions.
  @Test(
    "a wrong argument of an action is an ordinary error",
    .enabled(if: FileManager.default.fileExists(atPath: modules)), arguments: wrong)
  func actions(call: String, message: String) throws {
    let folder = try WorkFolder()
    let source = """
      import CivilTime
      import Vicinity
      func act(_ catalog: Catalog, _ now: Instant) throws {
        \(call)
      }
      """
    try Data(source.utf8).write(to: folder.url.appending(path: "act.swift"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try folder.shell(
      """
      PATH='\(path)'; file=$PWD/act.swift; cd '\(Project.root.path)'
      maps=$(for map in Sources/*/module.modulemap .build/checkouts/*/Sources/*/module.modulemap \
        .build/debug/*.build/module.modulemap; do echo "-Xcc -fmodule-map-file=$map"; done)
      swiftc -typecheck -swift-version 6 -I .build/debug/Modules $maps $file
      """)
    #expect(run.status == 1)
    #expect(run.error.contains("act.swift:4:") && run.error.contains("error: \(message)"), "\(run.error)")
  }
}
