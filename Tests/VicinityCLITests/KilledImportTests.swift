import Foundation
import TestSupport
import Testing
import Vicinity

/// An import that dies, at whatever moment, leaves the catalog as it was.
@Suite("A killed import")
struct KilledImportTests {
  @Test("leaves the catalog as it was, and the next import succeeds")
  func killed() throws {
    let folder = try WorkFolder()
    _ = try folder.shell(
      """
      vicinity generate listings --count 300 > few.jsonl
      vicinity generate listings --seed 2 --count 12000 > many.jsonl
      vicinity import few.jsonl --source s --catalog c.gpkg
      """)
    let path = folder.url.appending(path: "c.gpkg").path
    let before = try Catalog(path: path).statistics()
    #expect(before.listings == 300)
    var killed = 0
    for seconds in ["0.05", "0.3", "0.8", "1.5", "2.5"] {
      let importing = "vicinity import many.jsonl --source s --replace-source --catalog c.gpkg"
      let run = try folder.shell("timeout -s KILL \(seconds) \(importing)")
      // 137: killed. One that dies between its commit and its end has done its work: then all listings have come, and none of the
      // old ones is left.
      let after = try Catalog(path: path)
      let listings = try after.statistics().listings
      #expect(listings == 12_000 || (run.status == 137 && listings == 300))
      #expect(try after.check() == [])
      if listings == 12_000 { break }
      killed += 1
    }
    #expect(killed > 0)
    _ = try folder.shell("vicinity import many.jsonl --source s --replace-source --catalog c.gpkg")
    #expect(try Catalog(path: path).statistics().listings == 12_000)
    #expect(try Catalog(path: path).check() == [])
  }
}
