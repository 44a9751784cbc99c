import CivilTime
import Geography
import Hours
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

struct AnswerWriterTests {
  static func answer(fields: [Field], total: Int? = nil, hasNext: Bool = false) throws -> Answer {
    var bar = Listing(id: "b,1", kind: .bar, coordinate: Coordinate(latitude: 48.77581234567, longitude: 9.18))
    (bar.name, bar.tags, bar.timeZone) = ("Zum \"Hirsch\"\nunten", ["beer-garden", "pub"], "Europe/Berlin")
    bar.price = Price(minorUnits: 450, currency: "EUR")
    (bar.rating, bar.ratingCount) = (4.25, 12)
    let couch = Listing(id: "c2", kind: .couch, coordinate: Coordinate(latitude: -0.5, longitude: -179.9999999))
    var first = Match(id: bar.id, kind: .bar, coordinate: bar.coordinate, record: Match.Record(bar))
    first.distanceMeters = 1234.56789
    first.zone = Zone(identifier: "Europe/Berlin")
    first.opening = OpeningStatus(state: .open, nextChange: Instant(secondsSince1970: 1_795_827_600))
    let second = Match(id: couch.id, kind: .couch, coordinate: couch.coordinate, record: Match.Record(couch))
    let now = Instant(secondsSince1970: 1_795_809_600)
    let cursor = Cursor(key: RankKey(), id: couch.id, starts: .max, now: now)
    let rest = hasNext ? Answer.Rest(cursor: cursor, of: PlacedPlan(try Plan(Query(), at: now))) : nil
    return Answer(id: "q", matches: [first, second], total: total, fields: fields, now: now, rest: rest)
  }

  @Test func `JSON Lines tell the asked fields in their order and leave out what is absent`() throws {
    var writer = JSONLinesWriter()
    #expect(
      writer.text(of: try Self.answer(fields: [.distance, .id, .lat, .price, .opensOrCloses, .tags])) == """
        {"distance":1234.568,"id":"b,1","lat":48.7758123,"price":4.5,"opensOrCloses":"2026-11-28T02:00:00+01:00",\
        "tags":["beer-garden","pub"]}
        {"id":"c2","lat":-0.5}

        """)
  }

  @Test func `a map shows the FeatureCollection as it is`() throws {
    var writer = GeoJSONWriter()
    let text = writer.text(of: try Self.answer(fields: [.id, .name, .lat, .lon, .rating], total: 7, hasNext: true))
    let value = try #require(try JSONParser.parse(text.utf8).object)
    #expect(
      value["type"]?.string == "FeatureCollection" && value["total"]?.integer == 7
        && value["next"]?.string?.isEmpty == false)
    let features = try #require(value["features"]?.array)
    #expect(
      features[0].text == #"{"type":"Feature","id":"b,1","geometry":{"type":"Point","coordinates":[9.18,48.7758123]},"#
        + #""properties":{"name":"Zum \"Hirsch\"\nunten","rating":4.25}}"#)
    #expect(features[1].text.hasSuffix(#""coordinates":[-179.9999999,-0.5]},"properties":{}}"#))
  }

  @Test func `an empty answer is an empty collection`() throws {
    var writer = GeoJSONWriter()
    var answer = try Self.answer(fields: [.id])
    answer.matches = []
    #expect(try JSONParser.parse(writer.text(of: answer).utf8).object?["features"]?.array == [])
  }

  @Test func `CSV quotes what needs it and ends lines as RFC 4180 wants`() throws {
    var writer = CSVWriter()
    #expect(
      writer.text(of: try Self.answer(fields: [.id, .name, .tags, .distance]))
        == "id,name,tags,distance\r\n\"b,1\",\"Zum \"\"Hirsch\"\"\nunten\",beer-garden;pub,1234.568\r\nc2,,,\r\n")
  }

  static let formulas = [
    ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""), ("@SUM(A1)", "'@SUM(A1)"),
    ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-cmd", "'-cmd"), ("\tx", "'\tx"),
    ("+49 711 (0) 1-2/3", "+49 711 (0) 1-2/3"),
    ("-5", "-5"), ("a=b", "a=b"), ("'tis", "'tis"),
  ]

  @Test(arguments: formulas)
  func `a cell of CSV is no formula, and a number stays what it is`(text: String, cell: String) throws {
    var bar = Listing(id: "x", kind: .bar, coordinate: Coordinate(latitude: -1, longitude: -2.5))
    bar.name = text
    let match = Match(id: bar.id, kind: .bar, coordinate: bar.coordinate, record: Match.Record(bar))
    let answer = Answer(
      id: nil, matches: [match], total: nil, fields: [.name, .lat, .lon], now: Instant(secondsSince1970: 0), rest: nil)
    var writer = CSVWriter()
    #expect(writer.text(of: answer) == "name,lat,lon\r\n\(cell),-1,-2.5\r\n")
  }

  @Test func `a table aligns its columns and drops those that would be empty`() throws {
    var writer = TableWriter()
    let answer = try Self.answer(fields: writer.queryFields, total: 7, hasNext: true)
    #expect(
      writer.text(of: answer) == """
        DISTANCE  NAME                KIND   OPEN                  PRICE  RATING    TAGS             ID
          1.2 km  Zum "Hirsch" unten  bar    closes 02:00, in 5 h  €4.50  4.3 (12)  beer-garden pub  b,1
                                      couch                                                          c2
        2 of 7 listings

        """)
  }

  @Test func `a table shows distances in the units asked for`() throws {
    var writer = TableWriter(fields: [.id, .distance, .spread, .detour], units: .imperial)
    var answer = try Self.answer(fields: writer.queryFields)
    answer.matches[0].change { $0.measured = Match.Measured(distances: [100, 400]) }
    #expect(
      writer.text(of: answer) == """
        ID   DISTANCE  SPREAD  DETOUR
        b,1    0.8 mi  980 ft
        c2
        2 listings

        """)
    #expect(answer.matches[0].fieldValue(of: .spread)?.plainText == "300")
  }

  @Test(arguments: [100, 80, 60, 40])
  func `a table fits into the terminal as far as its columns can be cut`(width: Int) throws {
    var writer = TableWriter(fields: [.name, .description, .tags, .id], style: TableStyle(width: width))
    var answer = try Self.answer(fields: writer.queryFields)
    var long = Listing(id: String(repeating: "i", count: 50), kind: .bar, coordinate: answer.matches[0].coordinate)
    (long.name, long.description) = (String(repeating: "名", count: 30), String(repeating: "d", count: 200))
    answer.matches[0].record = Match.Record(long)
    for line in writer.text(of: answer).split(separator: "\n") { #expect(String(line).displayWidth <= width) }
  }

  @Test(arguments: [90, 80, 70, 60])
  func `in a narrow terminal the default table keeps distances, times and ids whole`(width: Int) throws {
    var writer = TableWriter(style: TableStyle(width: width))
    var answer = try Self.answer(fields: writer.queryFields)
    answer.matches.removeLast()
    var other = answer.matches[0]
    other.id = "bar-with-a-long-id"
    answer.matches.append(other)
    let lines = writer.text(of: answer).split(separator: "\n").dropLast()
    for line in lines { #expect(String(line).displayWidth <= width) }
    let words = ["1.2 km", "closes 02:00", "bar-with-a-long-id"]
    for word in words { #expect(lines.last?.contains(word) == true, "\(word) in \(lines)") }
    // One kind in every row says nothing.
    #expect(width > 80 || lines.first?.contains("KIND") == false)
  }

  @Test func `colors are used only where the style allows them`() throws {
    var plain = TableWriter(style: TableStyle())
    var colored = TableWriter(style: TableStyle(usesColor: true))
    let answer = try Self.answer(fields: plain.queryFields)
    #expect(!plain.text(of: answer).contains("\u{1B}"))
    #expect(colored.text(of: answer).contains("\u{1B}[32mcloses 02:00, in 5 h\u{1B}[0m"))
  }

  @Test func `a batch answer is one line`() throws {
    var lines = AnswerLines()
    let answer = try Self.answer(fields: [.id], total: 7, hasNext: true)
    let next = try #require(answer.next)
    lines.write(answer)
    lines.fail(code: "c", message: "m", line: 3)
    #expect(
      String(decoding: lines.json.bytes, as: UTF8.self) == """
        {"id":"q","total":7,"results":[{"id":"b,1"},{"id":"c2"}],"next":"\(next)"}
        {"error":{"code":"c","message":"m","line":3}}

        """)
  }
}
