import Foundation
import TestSupport
import Testing

/// Replays every file of `Tests/Conversations`. With `VICINITY_RECORD=1` in the environment the files are rewritten;
/// review the diff before you commit it.
struct ConversationTests {
  static let folder = Project.root.appending(path: "Tests/Conversations")
  static let names = Result {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }.sorted()
  }

  @Test func `there are conversations and the command is built`() throws {
    #expect(try Self.names.get().count >= 5)
    #expect(FileManager.default.isExecutableFile(atPath: Project.binaries.appending(path: "vicinity").path))
  }

  @Test(arguments: (try? names.get()) ?? [])
  func `the command says what is written down`(name: String) throws {
    let conversation = try Conversation(file: Self.folder.appending(path: name))
    let replayed = try conversation.replayed()
    if ProcessInfo.processInfo.environment["VICINITY_RECORD"] == "1" {
      try replayed.write(to: conversation.file, atomically: true, encoding: .utf8)
    } else if replayed != conversation.text {
      Issue.record("\(name), \(Conversation.difference(conversation.text, replayed))")
    }
  }
}
