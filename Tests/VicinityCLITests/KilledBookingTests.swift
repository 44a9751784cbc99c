import Foundation
import Streams
import TestSupport
import Testing
import Vicinity
import VicinityFormats

/// Commands that book and are killed at any moment lose nothing that they have acknowledged.
@Suite("Killed bookings")
struct KilledBookingTests {
  @Test("lose nothing that was acknowledged, and never overlap")
  func killed() throws {
    let folder = try WorkFolder()
    try Data(Self.worker.utf8).write(to: folder.url.appending(path: "book.sh"))
    _ = try folder.shell(
      """
      printf '%s\\n' '{"id":"a","kind":"couch","lat":48,"lon":9}' '{"id":"b","kind":"couch","lat":48,"lon":9.1}' > couches.jsonl
      vicinity import couches.jsonl --catalog c.gpkg
      printf '%s\\n' 1 2 3 4 | xargs -P 4 -n 1 sh book.sh
      """)
    let catalog = try Catalog(path: folder.url.appending(path: "c.gpkg").path)
    let stored = try catalog.bookings()
    let acknowledged = try Self.acknowledged(in: folder.url)
    #expect(!acknowledged.isEmpty)
    #expect(Set(stored.map(\.json.text)).isSuperset(of: acknowledged))
    for bookings in Dictionary(grouping: stored, by: \.listing).values {
      let nights = bookings.map(\.nights).sorted()
      #expect(!zip(nights, nights.dropFirst()).contains { $0.overlaps($1) })
    }
    #expect(try catalog.check() == [])
  }

  /// Tries to book twelve times; every third command is killed somewhere between its start and its end.
  private static let worker = """
    for day in $(seq 1 12); do
      couch=$([ $((($1 + day) % 2)) = 0 ] && echo a || echo b)
      stay="--from 2027-01-$(printf %02d $((day + $1))) --to 2027-01-$(printf %02d $((day + $1 + 2)))"
      limit=$([ $((day % 3)) = 0 ] && echo 0.0$((3 + day / 2)) || echo 60)
      timeout --foreground -s KILL $limit vicinity book $couch $stay --member m$1 --key $day --catalog c.gpkg > out.$1.$day
      echo $? > status.$1.$day
    done
    """

  /// The output of the commands that ended with status 0.
  private static func acknowledged(in folder: URL) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("status.") }
    return try names.compactMap { name in
      let status = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      guard status == "0\n" else { return nil }
      let output = folder.appending(path: name.replacing("status", with: "out"))
      return try String(contentsOf: output, encoding: .utf8).trimmingCharacters(in: .newlines)
    }
  }
}
