import Foundation
import TestSupport
import Testing

/// A private in-memory file system for one process.
enum SmallDisk {
  static var isPossible: Bool {
    #if os(Linux)
      let run = try? WorkFolder().shell("mkdir d && unshare -m sh -c 'mount -t tmpfs -o size=64k tmpfs d'")
      return run?.status == 0
    #else
      return false
    #endif
  }
}

/// A full disk leaves the previous file, or nothing.
@Suite("A full disk", .enabled(if: SmallDisk.isPossible, "needs the right to mount, as root on Linux has"))
struct FullDiskTests {
  @Test("while a catalog is made leaves none, or a whole one")
  func making() throws {
    let folder = try WorkFolder()
    // From too small for the tables to large enough for them and one listing.
    let run = try folder.shell(
      """
      mkdir d; echo '{"id":"a","kind":"bar","lat":48,"lon":9}' > a.jsonl
      for size in 256 640 1024 1280 1600; do
        unshare -m sh -c "mount -t tmpfs -o size=${size}k tmpfs d; vicinity import a.jsonl --catalog d/c.gpkg
        if [ -e d/c.gpkg ]; then vicinity check --catalog d/c.gpkg 2>&1 || echo BROKEN; else echo none; fi; ls d | grep new-"
      done
      """)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(!run.output.contains("BROKEN"), "\(run.output) \(run.error)")
    #expect(!run.output.contains("new-"), "no draft stays")
    #expect(run.output.hasPrefix("none\n"), "\(lines)")
    #expect(run.output.contains("no defects"), "\(run.output)")
  }

  @Test("while a first import is written leaves no catalog, or one with all of it")
  func firstImport() throws {
    let folder = try WorkFolder()
    // Space for the tables only, for a part of the listings, and for all of them in the log.
    let run = try folder.shell(
      """
      mkdir d; vicinity generate listings --count 1800 > many.jsonl
      for size in 700 1000 1400 6000; do
        unshare -m sh -c "mount -t tmpfs -o size=${size}k tmpfs d; vicinity import many.jsonl --catalog d/c.gpkg 2> error
        if [ -e d/c.gpkg ]; then vicinity stats --format jsonl --catalog d/c.gpkg; else echo none; grep -c 'is full' error; fi"
      done
      """)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.dropLast().allSatisfy { ["none", "1"].contains($0) || $0.contains(#""listings":1800"#) }, "\(lines)")
    #expect(lines.first == "none" && lines.last?.contains(#""listings":1800"#) == true, "\(lines)")
  }
}
