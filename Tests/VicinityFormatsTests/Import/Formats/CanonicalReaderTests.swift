import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

struct CanonicalReaderTests {
  @Test func everyKeyOfABarArrives() throws {
    let (sink, _) = try readFixture("canonical.jsonl")
    let bar = try #require(sink["bar-1"])
    #expect(bar.kind == .bar)
    #expect(bar.name == "Zum Beispiel")
    #expect(bar.coordinate == Coordinate(latitude: 48.7758, longitude: 9.1829))
    #expect(bar.timeZone == "Europe/Berlin")
    #expect(bar.tags == ["beer-garden", "pub"])
    #expect(bar.price == Price(minorUnits: 450, currency: "EUR"))
    #expect(bar.priceLevel == 2)
    #expect(bar.rating == 4.4)
    #expect(bar.ratingCount == 120)
    #expect(bar.openingHours == "Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00")
    #expect([bar.address, bar.phone, bar.url] == ["Beispielweg 1", "+49 711 000", "https://example.org"])
    #expect([bar.image, bar.description] == ["https://example.org/i.png", "A bar."])
  }

  @Test func anEventHasInstantsAndMoneyOfItsCurrency() throws {
    let (sink, _) = try readFixture("canonical.jsonl")
    let event = try #require(sink["ev-9"])
    #expect(event.starts?.description == "2026-11-27T19:00:00Z")
    #expect(event.ends?.description == "2026-11-28T00:00:00Z")
    #expect(event.price == Price(minorUnits: 1200, currency: "JPY"))
    #expect(event.recurrence == "FREQ=WEEKLY;BYDAY=FR;COUNT=10")
    #expect([event.host, event.venue] == ["member-7", "bar-1"])
    #expect(event.capacity == 80)
  }

  @Test func wholeDaysBelongToTheEvent() throws {
    let (sink, _) = try readFixture("canonical.jsonl")
    let event = try #require(sink["ev-10"])
    #expect(event.starts?.description == "2026-12-23T23:00:00Z")
    #expect(event.ends?.description == "2026-12-26T23:00:00Z")
  }

  @Test(
    arguments: [
      ("2027-03-28T02:30", "2027-03-28T03:30", "2027-03-28T02:30:00Z"),
      ("2027-03-28T02:10", "2027-03-28T02:40", "2027-03-28T01:40:00Z"),
      ("2027-03-28T01:30", "2027-03-28T02:30", "2027-03-28T01:30:00Z"),
      ("2027-03-28T02:30", "2027-03-28T03:45", "2027-03-28T01:45:00Z"),
      ("2027-03-28T02:30", "2027-03-28T03:30+02:00", nil), ("2027-03-28T03:30", "2027-03-28T02:30", nil),
    ] as [(String, String, String?)])
  func clocksThatGoForwardLeaveAnEventItsLength(starts: String, ends: String, expected: String?) throws {
    let line =
      #"{"id":"e","kind":"event","lat":48,"lon":9,"timezone":"Europe/Berlin","starts":"\#(starts)","ends":"\#(ends)"}"#
    let other = #"{"id":"b","kind":"bar","lat":48,"lon":9}"#
    let (sink, report) = try ImportSource("\(line)\n\(other)\n", name: "e.jsonl").read()
    #expect(sink["e"]?.ends?.description == expected)
    #expect(report.rejected.first?.code == (expected == nil ? "end-not-after-start" : nil))
  }

  @Test func nightsOfACouchAreJoined() throws {
    let (sink, report) = try readFixture("canonical.jsonl")
    let couch = try #require(sink["couch-3"])
    #expect(couch.unavailable == [Nights("2026-12-01", "2026-12-06")])
    #expect([couch.guests, couch.minNights, couch.maxNights] == [2, 1, 14])
    #expect(couch.price == Price(minorUnits: 0, currency: nil))
    #expect(report.zones == .init(given: 3, fromDefault: 0, missing: 1))
  }

  @Test func unknownKeysAreCountedWithASuggestion() throws {
    let (_, report) = try readFixture("canonical.jsonl")
    let byKey = Dictionary(uniqueKeysWithValues: report.ownKeys.map { ($0.code, $0.example) })
    #expect(byKey == ["colour": nil, "lattitude": "lat"])
    #expect(report.ignoredKeys.isEmpty)
  }

  @Test func anArrayOfListingsReadsLikeTheLines() throws {
    let source = try ImportSource(
      "[\n{\"id\":\"a\",\"kind\":\"bar\",\"lat\":1,\"lon\":2},\n {\"id\":\"b\",\"kind\":\"bar\",\"lat\":1,\"lon\":2}]")
    let (sink, report) = try source.read()
    #expect(sink.listings.map(\.id) == ["a", "b"])
    #expect(report.format == .jsonl)
  }

  static let rejections: [(String, String)] = [
    (#"{"id":"x","kind":"bar","lat":91,"lon":2}"#, "coordinate-out-of-range"),
    (#"{"id":"x","kind":"bar","lat":1e400,"lon":2}"#, "coordinate-out-of-range"),
    (#"{"id":"x","kind":"bar","lat":5330935,"lon":675559}"#, "coordinate-not-degrees"),
    (#"{"id":"","kind":"bar","lat":1,"lon":2}"#, "missing-id"),
    (#"{"kind":"bar","lat":1,"lon":2}"#, "missing-id"),
    (#"{"id":"x","kind":"bar","latitude":1,"lon":2}"#, "missing-lat"),
    (#"{"id":"x","kind":"barr","lat":1,"lon":2}"#, "unknown-kind"),
    (#"{"id":"x","kind":"bar","lat":"1","lon":2}"#, "wrong-type"),
    (#"{"id":"a\u0000b","kind":"bar","lat":1,"lon":2}"#, "wrong-type"),
    (#"{"id":"x","kind":"bar","lat":1,"lon":2,"timezone":"Berlin"}"#, "unknown-time-zone"),
    (#"{"id":"x","kind":"couch","lat":1,"lon":2,"minNights":-1}"#, "out-of-range"),
    (#"{"id":"x","kind":"event","lat":1,"lon":2,"status":"maybe"}"#, "unknown-status"),
    (#"{"id":"x","kind":"couch","lat":1,"lon":2,"minNights":5,"maxNights":2}"#, "night-limits-crossed"),
    (
      #"{"id":"x","kind":"couch","lat":1,"lon":2,"unavailable":[["2026-12-05","2026-12-01"]]}"#, "nights-not-understood"
    ),
    (#"{"id":"x","kind":"event","lat":1,"lon":2,"starts":"2026-11-27T20:00"}"#, "local-time-without-zone"),
    (#"{"id":"x","kind":"event","lat":1,"lon":2,"starts":"tomorrow"}"#, "time-not-understood"),
    (
      #"{"id":"x","kind":"event","lat":1,"lon":2,"starts":"2026-11-27T20:00Z","ends":"2026-11-27T20:00Z"}"#,
      "end-not-after-start"
    ),
    (#"{"id":"x","kind":"event","lat":1,"lon":2,"ends":"2026-11-27T20:00Z"}"#, "missing-starts"),
    (#"{"id":"x","kind":"bar","lat":1,"lon":2"#, "not-json"),
    (#"[1]"#, "not-an-object"),
    (#"{"id":"ok","kind":"bar","lat":1,"lon":2}"#, "duplicate-id"),
  ]

  @Test(arguments: rejections)
  func aBadRowIsRejectedWithItsCode(row: String, code: String) throws {
    let source = try ImportSource("{\"id\":\"ok\",\"kind\":\"bar\",\"lat\":1,\"lon\":2}\n\(row)\n")
    let (sink, report) = try source.read()
    #expect(sink.listings.map(\.id) == ["ok"])
    #expect(report.rejected.map(\.code) == [code])
    #expect(report.rejected.first?.line == 2)
  }

  static let wordings: [(RowRejection, String)] = [
    (.coordinateOutOfRange(latitude: 139.7, longitude: 35.6), "Are latitude and longitude swapped?"),
    (.missing(key: "lat", suggestion: "latitude"), "rename it to \"lat\""),
    (.unknownTimeZone("Berlin", suggestion: ZoneNames.nearest(to: "Berlin")), "Did you mean Europe/Berlin?"),
    (
      .unknownTimeZone("Europe/Berln", suggestion: ZoneNames.nearest(to: "Europe/Berln")), "Did you mean Europe/Berlin?"
    ),
    (.coordinateNotDegrees(x: 675_559, y: 5_330_935), "UTM"),
    (.duplicateId("a", firstLine: 3), "line 3"),
  ]

  @Test(arguments: wordings)
  func aRejectionSaysWhatToDo(rejection: RowRejection, words: String) {
    #expect(rejection.description.contains(words))
  }

  @Test func aNameOfTooManyBytesIsRejected() throws {
    let source = try ImportSource(#"{"id":"\#(String(repeating: "é", count: 128))","kind":"bar","lat":1,"lon":2}"#)
    #expect(
      throws: ImportError.allRejected(
        path: source.path, rows: 1, mostFrequent: .textTooLong(key: "id", bytes: 256, limit: 255), line: 1)
    ) {
      try source.read()
    }
  }

  @Test func strictRefusesTheFileAtItsFirstBadRow() throws {
    let source = try ImportSource("{\"id\":\"a\",\"kind\":\"bar\",\"lat\":1,\"lon\":2}\n{}\n")
    #expect(
      throws: ImportError.rowRejected(path: source.path, line: 2, rejection: .missing(key: "id", suggestion: nil))
    ) {
      try source.read { $0.isStrict = true }
    }
  }

  @Test func rejectedRowsAreKeptAsTheyStood() throws {
    let rejects = try ImportSource("", name: "rejects.jsonl")
    let source = try ImportSource("{\"id\":\"a\",\"kind\":\"bar\",\"lat\":1,\"lon\":2}\n{\"id\": 1.5}\n")
    _ = try source.read { $0.rejects = rejects.path }
    let text = try String(contentsOfFile: rejects.path, encoding: .utf8)
    let row = try JSONParser.parse(text.utf8).object
    #expect(row?["line"] == .int(2))
    #expect(row?["code"] == .string("wrong-type"))
    #expect(row?["row"] == .string("{\"id\": 1.5}"))
  }
}
