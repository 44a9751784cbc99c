import Foundation
import Synchronization
import Testing

@testable import VicinityServer

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
          let file = try AccountsFile(path: path)
          try file.write { try AccountsFile.setProgress(of: "work \(number)", to: 1, in: $0) }
          return try file.progress(of: "work \(number)") == 1 ? 1 : 0
        }()
        counts.withLock { $0.append(count ?? 0) }
      }
      #expect(counts.withLock { $0 } == [1, 1, 1, 1])
      let file = try AccountsFile(path: path)
      for number in 0..<4 { #expect(try file.progress(of: "work \(number)") == 1, "what each has written is there") }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }
}
