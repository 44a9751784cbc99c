import Foundation
import TestSupport
import Testing

@Suite("Files that commands write")
struct OutputFileTests {
  private static func folder() throws -> WorkFolder {
    let folder = try WorkFolder()
    let made = try folder.shell("vicinity import datasets/stuttgart-bars.jsonl")
    try #require(made.status == 0)
    return folder
  }

  @Test("the extension chooses the format, and the file is replaced when the command has succeeded")
  func output() throws {
    let folder = try Self.folder()
    #expect(try folder.shell("vicinity near 48.77,9.18 --limit 2 --fields id,name -o a.csv").output == "")
    #expect(try folder.shell("head -n 1 a.csv").output == "id,name\r\n")
    #expect(
      try folder.shell("vicinity export --output a.geojson; head -c 20 a.geojson").output.hasPrefix(
        #"{"type":"Feature"#))
    let failed = try folder.shell("vicinity near 91,9.18 -o a.csv; wc -l < a.csv; ls | grep -c part")
    #expect(failed.output == "3\n0\n", "the former file stays")
    // A command may write the file that it reads.
    let same = "vicinity export --format jsonl -o b.jsonl && vicinity batch b.jsonl -o b.jsonl; wc -l < b.jsonl"
    #expect(try folder.shell(same).output == "64\n")
  }

  @Test("the file keeps its mode, and links, pipes and devices are written through")
  func place() throws {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      near() { vicinity near 48.77,9.18 --limit 1 --fields id --format csv "$@"; }
      echo > secret.csv; chmod 600 secret.csv; near -o secret.csv; stat -c %a secret.csv
      mkdir real; echo former > real/a.csv; chmod 640 real/a.csv; ln -s real/a.csv link.csv; near -o link.csv
      readlink link.csv; stat -c %a real/a.csv; wc -l < real/a.csv
      ln -s real/new.csv dangling.csv; near -o dangling.csv; readlink dangling.csv; wc -l < real/new.csv
      (umask 027; near -o masked.csv); stat -c %a masked.csv
      near -o /dev/stdout | wc -l; (echo first; near -o /dev/stdout; echo last) > all.csv; wc -l < all.csv
      ln -s /dev/stdout out; near -o out >> all.csv; wc -l < all.csv
      mkfifo pipe; cat pipe | wc -l & near -o pipe; wait; near -o /dev/null; ls -l /dev/null /dev/stdout | cut -c1 | xargs
      ls -A . real | grep -c part
      """)
    #expect(
      run.output == """
        600
        real/a.csv
        640
        2
        real/new.csv
        2
        640
        2
        4
        6
        2
        c l
        0

        """, "\(run.error)")
  }

  @Test("a kill leaves neither a part nor a changed file")
  func killed() throws {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      echo former > x.jsonl
      timeout --foreground -s KILL 0.3 vicinity generate listings --count 5000000 --output x.jsonl
      cat x.jsonl; ls -A | grep -c part
      """)
    #expect(run.output == "former\n0\n")
  }

  @Test("a batch leaves nothing beside the catalog, whatever the number of its threads", arguments: [1, 2, 5])
  func batch(threads: Int) throws {
    let folder = try Self.folder()
    for _ in 0..<3 {
      let run = try folder.shell(
        "vicinity batch datasets/queries.jsonl --threads \(threads) > /dev/null; ls vicinity.gpkg*")
      #expect(run.output == "vicinity.gpkg\n")
    }
  }
}

@Suite("Addresses that are imported")
struct RemoteFileTests {
  private static let python = "/usr/bin/python3"

  @Test(
    "once, and again when the file has changed; others of the same command are imported",
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "Python is not installed"))
  func address() throws {
    let folder = try WorkFolder()
    // The server writes its port, which the system chooses.
    let run = try folder.shell(
      """
      cp datasets/stuttgart-bars.jsonl bars.jsonl
      \(Self.python) -u -m http.server 0 --bind 127.0.0.1 > port 2> /dev/null & server=$!
      for i in $(seq 100); do grep -q port port && break; sleep 0.1; done
      url=http://127.0.0.1:$(sed 's/.*port \\([0-9]*\\).*/\\1/' port)
      import() { vicinity import "$@" 2>&1 | sed -e 1q | sed -e "s|$url|URL|g" -e 's/ in [0-9.]* s//' -e 's/of 20.*/of THEN/'; }
      import $url/bars.jsonl
      import $url/bars.jsonl --refresh
      touch -d '2020-01-01' bars.jsonl; import $url/bars.jsonl --refresh
      touch -d '2030-01-01' bars.jsonl; import $url/bars.jsonl --refresh
      import $url/none.jsonl $url/bars.jsonl
      import $url/bars.jsonl --dry-run
      vicinity sources list | sed -e "s|$url|URL|g" -e 's/"changed":"[^"]*",//'
      kill $server
      """)
    #expect(
      run.output == """
        URL/bars.jsonl: canonical JSON Lines; 64 added
        URL/bars.jsonl: unchanged since the import of THEN
        URL/bars.jsonl: unchanged since the import of THEN
        URL/bars.jsonl: canonical JSON Lines; 0 added, 64 unchanged
        vicinity: URL/none.jsonl answers 404 Not Found
        URL/bars.jsonl: canonical JSON Lines; would add 0, 64 unchanged
        {"source":"bars","listings":64,"addresses":["URL/bars.jsonl"]}

        """)
  }

  @Test("that cannot be reached are errors")
  func unreachable() throws {
    let folder = try WorkFolder()
    let run = try folder.shell("vicinity import http://127.0.0.1:1/a.ics; ls vicinity.gpkg")
    #expect(run.status != 0 && run.error.contains("http://127.0.0.1:1/a.ics cannot be reached: Connection refused"))
    let wrong = try folder.shell("vicinity import a.csv --refresh")
    #expect(wrong.status == 64 && wrong.error.contains("--refresh is for addresses"))
  }
}
