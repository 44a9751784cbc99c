import Foundation
import Geography
import TestSupport
import Testing
import Vicinity

/// Processes that write to one catalog at the same time.
@Suite("Many writers")
struct ManyWritersTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private static func bar(_ id: String) -> Listing {
    Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
  }

  @Test("do not take the log from a process that has the catalog open twice")
  func twice() throws {
    let path = folder.url.appending(path: "c.gpkg").path
    let writer = try Catalog(path: path, access: .create)
    try writer.save([Self.bar("a")], source: "s")
    // Opening and closing the file once more must not release the locks of this process.
    #expect(try Catalog(path: path).statistics().listings == 1)
    let other = try folder.shell("vicinity favourite a --member m --catalog c.gpkg")
    #expect(other.status == 0, "\(other.error)")
    try writer.save([Self.bar("b")], source: "s")
    #expect(try folder.shell("vicinity show b --catalog c.gpkg").status == 0)
    #expect(try writer.check() == [])
  }

  @Test("lose nothing that they say they have added, when all of them make the catalog", arguments: 1...6)
  func making(round: Int) throws {
    let run = try folder.shell(
      """
      for n in 1 2 3 4; do echo '{"id":"'$n'","kind":"bar","lat":1,"lon":2}' > $n.jsonl; done
      printf '%s\\n' 1 2 3 4 | xargs -P 4 -I N vicinity import N.jsonl --catalog \(round).gpkg
      """)
    #expect(run.status == 0, "\(run.error)")
    #expect(try Catalog(path: folder.url.appending(path: "\(round).gpkg").path).statistics().listings == 4)
  }
}
