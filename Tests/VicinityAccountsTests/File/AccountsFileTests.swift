import Foundation
import GRDB
import Synchronization
import Testing

@testable import VicinityAccounts

@Suite("The accounts file")
struct AccountsFileTests {
  @Test("is made once, by whoever opens it at the same moment")
  func together() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for round in 0..<8 {
      let path = folder.appending(path: "\(round).accounts.sqlite").path
      let counts = Mutex<[Int]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        let count = try? {
          let file = try AccountsDatabase(path: path)
          try file.write { try AccountsDatabase.setProgress(of: "work \(number)", to: 1, in: $0) }
          return try file.progress(of: "work \(number)") == 1 ? 1 : 0
        }()
        counts.withLock { $0.append(count ?? 0) }
      }
      #expect(counts.withLock { $0 } == [1, 1, 1, 1])
      let file = try AccountsDatabase(path: path)
      for number in 0..<4 { #expect(try file.progress(of: "work \(number)") == 1, "what each has written is there") }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test("counts and finds what was there before its triggers, as if they had been there")
  func older() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = """
      INSERT INTO account (name, display, password, role, created)
        VALUES ('ana', 'Bá A', '-', 'host', 1), ('bela', 'B', '-', 'host', 1);
      INSERT INTO mail (recipient, message, made, attempts, due) VALUES ('a', 'b', 1, 0, 1), ('a', 'b', 1, 2, 1);
      INSERT INTO home_switch (listing, name, host, url, failures) VALUES ('couch', 'Lamp', 'ana', 'http://x', 0);
      INSERT INTO blocked_member (member, other, at) VALUES ('bela', 'ana', 1);
      INSERT INTO report (reporter, subject, target, reason, text, at, status)
        VALUES ('bela', 'listing', 'x', 'spam', 'text', 1, 'open');
      """
    let (older, newer) = (folder.appending(path: "older").path, folder.appending(path: "newer").path)
    let queue = try DatabaseQueue(path: older)
    try AccountsDatabase.migrator.migrate(queue, upTo: "messages of bookings")
    try queue.write { try $0.execute(sql: rows) }
    try queue.close()
    _ = try AccountsDatabase(path: newer).write { try $0.execute(sql: rows) }
    func told(_ path: String) throws -> [String] {
      try AccountsDatabase(path: path).read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT member || ' ' || kind || ' ' || bytes FROM stored
            UNION ALL SELECT prefix || ' ' || name FROM account_prefix
            UNION ALL SELECT waiting || ' ' || tried FROM mail_count
            UNION ALL SELECT 'all ' || bytes FROM stored_total ORDER BY 1
            """)
      }
    }
    let all = try told(older)
    #expect(try all == told(newer) && all.contains("2 1") && all.contains("bá ana"), "\(all)")
    try AccountsDatabase(path: older).write {
      try $0.execute(sql: "DELETE FROM mail WHERE attempts > 0; DELETE FROM account")
    }
    #expect(try told(older) == ["1 0", "all 0"], "nothing is left of who has gone")
  }
}
