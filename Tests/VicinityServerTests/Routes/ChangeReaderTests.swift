import CivilTime
import Foundation
import NIOCore
import ServerTestSupport
import Streams
import VicinityLab
import Testing

@testable import VicinityAccounts
@testable import VicinityServer

@Suite("Changes that many streams read at once")
struct ChangeReaderTests {
  @Test("are the same as separate reads")
  func together() async throws {
    let world = try ServerWorld([])
    let (log, file) = (world.server.services.members.changes, world.server.services.accountsFile)
    var random = SplitMix64(seed: 19)
    let names = (0..<90).map { "member-\($0)" }
    for name in names { _ = try world.member(name) }
    try file.write { db in
      for number in 0..<600 {
        let data = JSONObject([("n", .int(Int64(number)))])
        let name = names[Int.random(in: 0..<60, using: &random)]
        try ChangeLog.add(.place, for: name, data, at: ServerWorld.now, in: db)
      }
    }
    let questions = (0..<400).map { _ in
      let after = Bool.random(using: &random) ? Int64.random(in: 0...700, using: &random) : nil
      return ChangeLog.Question(member: names.randomElement(using: &random) ?? "", after: after)
    }
    let reader = ChangeReader(log: log)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for question in questions {
        group.addTask {
          let events = try await reader.events(of: question.member, after: question.after)
          let page = try log.pages([question])[0]
          let text = String(buffer: events.text)
          let numbers = text.matches(of: /id: (\d+)\nevent: place/).compactMap { Int64($0.1) }
          #expect(numbers == page.changes.map(\.number) && events.last == page.last, "\(question)")
          #expect(text.contains("event: ready") == (question.after == nil))
          #expect(text.contains("event: missed") == ((question.after ?? 0) > 600))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("are cut into pages without a gap")
  func pages() async throws {
    let world = try ServerWorld([])
    let services = world.server.services
    _ = try world.member("ana")
    try services.accountsFile.write { db in
      for _ in 0..<(ChangeLog.pageSize * 2 + 7) {
        try ChangeLog.add(.place, for: "ana", JSONObject(), at: ServerWorld.now, in: db)
      }
    }
    var (number, counts, isFull) = (Int64(0), [Int](), true)
    while isFull {
      let events = try await services.members.changeReader.events(of: "ana", after: number)
      counts.append(String(buffer: events.text).matches(of: /event: place/).count)
      (number, isFull) = (events.last, events.isFull)
    }
    #expect(counts == [ChangeLog.pageSize, ChangeLog.pageSize, 7])
  }
}
