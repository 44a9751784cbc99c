import Foundation
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("Files of a gazetteer") struct GazetteerImportTests {
  static let folder = Project.root.deletingLastPathComponent().appending(path: "shared/data").path
  static var shared: String { ProcessInfo.processInfo.environment["VICINITY_SHARED"].map { $0 + "/data" } ?? folder }
  static var cases: String { shared + "/gazetteer/geocode_cases.jsonl" }

  @Test(
    "are refused as a whole when a line is bad",
    arguments: [
      ("1\tA", "1 line"),
      ("1\tA\tA\t\tx\t2\tP\tPPL\tDE\t\t\t\t\t\t5\t\t\tEurope/Berlin\t2026", "3: \"x\", \"2\" is not a latitude"),
      ("1\tA\tA\t\t91\t2\tP\tPPL\tDE\t\t\t\t\t\t5\t\t\tEurope/Berlin\t2026", "3: 91.0, 2.0 is not a position"),
      ("1\t\tA\t\t1\t2\tP\tPPL\tDE\t\t\t\t\t\t5\t\t\tEurope/Berlin\t2026", "3: the place has no name"),
      ("1\tA\tA\t\t1\t2\tP\tPPL\tDE\t\t\t\t\t\tmany\t\t\tEurope/Berlin\t2026", "3: the population \"many\""),
      ("x\tA\tA\t\t1\t2\tP\tPPL\tDE\t\t\t\t\t\t5\t\t\tEurope/Berlin\t2026", "3: the number \"x\""),
    ])
  func badLines(line: String, problem: String) throws {
    let temporary = try GazetteerWorld.catalog()
    let good = GazetteerWorld.line(1_000_001, "New", "", 1, 2, "DE", "01", 5, "Europe/Berlin")
    let files = try GazetteerWorld.write(["\(good)\n\n\(line)\n"], in: temporary.folder)
    let error = #expect(throws: GazetteerError.self) { try temporary.catalog.importGazetteer(files) }
    let expected = problem == "1 line" ? "3: a place has 19 columns, and this line has 2" : problem
    #expect(error.map { "\($0)".contains(expected) } == true, "\(String(describing: error))")
    #expect(try temporary.catalog.place(named: "Tokyo").id == 1_850_147)
    #expect(try temporary.catalog.places(named: "New").places.isEmpty)
  }

  @Test("of other kinds are refused", arguments: ["hello\n", "# only\n# comments\n", "{\"a\":1}\n", "a,b,c\n1,2,3\n"])
  func otherFiles(text: String) throws {
    let temporary = try TemporaryCatalog()
    let files = try GazetteerWorld.write([text], in: temporary.folder)
    #expect(throws: GazetteerError.self) { try temporary.catalog.importGazetteer(files) }
  }

  @Test func `alternate names are added to the places there, without links and codes`() throws {
    let temporary = try GazetteerWorld.catalog()
    let names =
      "1\t1850147\tko\t동경\t\t\t\t\n2\t1850147\tlink\thttps://example.org\t\t\t\t\n"
      + "3\t99\tde\tNirgends\t\t\t\t\n"
    let files = try GazetteerWorld.write([names], in: temporary.folder)
    let report = try temporary.catalog.importGazetteer(files)
    #expect(report.leftOut == 2)
    #expect(try temporary.catalog.place(named: "동경").id == 1_850_147)
    #expect(try temporary.catalog.place(named: "東京").id == 1_850_147)
    let empty = try TemporaryCatalog()
    #expect(throws: GazetteerError.noPlaces(path: files[0])) { try empty.catalog.importGazetteer(files) }
  }

  @Test func `a table has places too, and a second import replaces the first`() throws {
    let temporary = try GazetteerWorld.catalog()
    let table = """
      name,lat,lon,admin1,cc,population,timezone,names
      "Sovata",46.5958,25.0742,Mureș,RO,10385,Europe/Bucharest,Szováta;Sowata
      Sovata,46.6,25.08,Mureș,RO,1,Europe/Bucharest,
      """
    let files = try GazetteerWorld.write([table], in: temporary.folder)
    let report = try temporary.catalog.importGazetteer(files)
    #expect((report.places, report.repeated) == (1, 1))
    #expect(try temporary.catalog.place(named: "szovata, mures").name == "Sovata")
    #expect(throws: GazetteerError.self) { try temporary.catalog.place(named: "Paris") }
    #expect(try temporary.catalog.locality(of: Coordinate(latitude: 46, longitude: 25)).timeZone == "Europe/Bucharest")
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: cases), "no gazetteer beside the checkout"))
  func `every case of the shared gazetteer is answered with the expected place`() throws {
    let temporary = try TemporaryCatalog()
    let files = ["cities15000.txt.gz", "countryInfo.txt", "admin1CodesASCII.txt.gz"]
      .map { Self.shared + "/gazetteer/\($0)" }
    let report = try temporary.catalog.importGazetteer(files)
    #expect((report.places, report.countries, report.withoutZone) == (32_876, 252, 0))
    let lines = try String(contentsOfFile: Self.cases, encoding: .utf8).split(separator: "\n")
    let missed = try lines.filter { line in
      let wanted = try JSONParser.parse(line.utf8).object
      let answer = try temporary.catalog.places(named: wanted?["query"]?.string ?? "", limit: 1)
      return answer.places.first?.id != wanted?["geonameid"]?.integer
    }
    #expect(lines.count >= 700)
    #expect(missed.isEmpty)
  }
}
