import CivilTime
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

struct TableReaderTests {
  private func events(_ configure: (inout ImportOptions) -> Void = { _ in }) throws -> (ListSink, ImportReport) {
    try readFixture("events.csv") {
      $0.timeZone = "Europe/Berlin"
      configure(&$0)
    }
  }

  @Test func columnsAreGuessedByTheirNames() throws {
    let (sink, report) = try events()
    let jazz = try #require(sink["e1"])
    #expect(jazz.kind == .event)
    #expect(jazz.name == "Jazz; and \"more\"")
    #expect(jazz.coordinate == Coordinate(latitude: 48.7758, longitude: 9.1829))
    #expect(jazz.starts?.description == "2026-11-27T19:00:00Z")
    #expect(jazz.ends?.description == "2026-11-28T00:00:00Z")
    #expect(jazz.price == Price(minorUnits: 1200, currency: "EUR"))
    #expect(jazz.timeZone == "Europe/Berlin")
    #expect(report.zones.fromDefault == 4)
  }

  @Test func aQuotedFieldMayHoldALineEnd() throws {
    let (sink, _) = try events()
    let two = try #require(sink["e2"])
    #expect(two.name == "Two\nlines")
    #expect(two.starts?.description == "2026-12-23T23:00:00Z")
    #expect(two.ends?.description == "2026-12-26T23:00:00Z")
    #expect(two.price?.minorUnits == 0)
  }

  @Test func timesReplaceTheMidnightOfADate() throws {
    let (sink, report) = try events()
    #expect(sink["e6"]?.starts?.description == "2026-12-24T19:30:00Z")
    #expect(sink["e6"]?.tags == ["a", "b"])
    #expect(report.leftOut.map(\.count) == [1])
  }

  @Test func aWrongNumberOfGuestsMakesNoBar() throws {
    let source = try ImportSource("id,lat,lon,guests\n1,48,11,two\n2,48,11,2\n3,48,11,\n")
    let (sink, report) = try source.read()
    #expect(sink.listings.map(\.kind) == [.couch, .couch, .bar])
    #expect(report.leftOut.map(\.code) == ["guests"])
  }

  @Test func aWordThatIsNotUnderstoodIsLeftOutUnlessTheImportIsStrict() throws {
    let text = "id,kind,lat,lon,status\n1,event,48,11,ungewiss\n"
    #expect(try ImportSource(text).read().0.listings.count == 1)
    #expect(throws: ImportError.self) { try ImportSource(text).read { $0.isStrict = true } }
  }

  @Test func badRowsAreRejectedWithTheirLines() throws {
    let (sink, report) = try events()
    #expect(sink.listings.map(\.id) == ["e1", "e2", "e3", "e6"])
    let lines = Dictionary(uniqueKeysWithValues: report.rejected.map { ($0.code, $0.line) })
    #expect(lines == ["coordinate-missing": 6, "ragged-row": 7, "duplicate-id": 8])
    #expect(report.notes.contains { $0.contains("Room") })
  }

  @Test func aMapNamesColumnsByNumberAndConstants() throws {
    let source = try ImportSource("1,Goroka,-6.08,145.39\n2,Madang,-5.2,145.78\n")
    let map = try ColumnMap(parsing: "id=1, name=2, lat=3, lon=4, kind==bar, timezone==Pacific/Port_Moresby")
    let (sink, _) = try source.read {
      $0.map = map
      $0.hasHeader = false
    }
    #expect(sink.listings.map(\.name) == ["Goroka", "Madang"])
    #expect(sink["1"]?.timeZone == "Pacific/Port_Moresby")
    #expect(sink["1"]?.coordinate == Coordinate(latitude: -6.08, longitude: 145.39))
  }

  @Test func aMapNamesColumnsWithCommasAndCustomFields() throws {
    let source = try ImportSource(
      "id;lat;lon;\"Beer, 0,5 l [€]\";\"a+b\";Bezirk\n1;48,5;9;4,20;x;Mitte\n")
    let map = try ColumnMap(parsing: #"price="Beer, 0,5 l [€]",name="a+b",district=Bezirk,smoking==yes"#)
    let error = #expect(throws: ImportError.self) { try source.read { $0.map = map } }
    #expect(error == .unknownField("district", declared: []))
    let fields = [("district", OwnField.ValueType.text), ("smoking", .boolean)].compactMap {
      OwnField(name: $0, type: $1)
    }
    let sink = ListSink()
    var options = ImportOptions()
    options.map = map
    let report = try Importer(path: source.path, options: options).read(into: sink, ownFields: fields)
    let listing = try #require(sink["1"])
    #expect(listing.name == "x" && listing.price?.amount == 4.2)
    #expect(listing.own == ["district": .string("Mitte"), "smoking": .bool(true)])
    #expect(report.columns.map { $0.field ?? "" } == ["id", "lat", "lon", "price", "name", "district", "smoking"])
  }

  @Test func aColumnWithPositionsIsFoundByItsValues() throws {
    let text = "id,location,geom\n1,Stuttgart,POINT(9.18 48.77)\n2,Berlin,POINT(13.4 52.5)\n3,Ulm,here\n"
    let (sink, report) = try ImportSource(text).read()
    #expect(sink["1"]?.coordinate == Coordinate(latitude: 48.77, longitude: 9.18))
    #expect(report.rejected.map(\.code) == ["position-not-understood"])
    let (swapped, _) = try ImportSource("id,coords\n1,\"120.5, 14.6\"\n2,\"9.18, 48.77\"\n").read()
    #expect(swapped["2"]?.coordinate == Coordinate(latitude: 48.77, longitude: 9.18), "a latitude of 120.5 is none")
  }

  static let names = ["Event Name", "Pub name", "Bar Name", "Lokalname", "Subject", "event_name", "venueTitle,Name"]

  @Test(arguments: names)
  func theColumnOfNamesIsFound(header: String) throws {
    let more = header.contains(",") ? "x," : ""
    let (sink, _) = try ImportSource("id,Host Name,city_name,\(header),lat,lon\n1,h,c,\(more)Krone,48,9\n").read()
    #expect(sink["1"]?.name == "Krone")
  }

  @Test func anEventHasTheUsualNamesOfColumns() throws {
    let (sink, _) = try ImportSource(
      "event_name,start_datetime,end_datetime,latitude,longitude,ticket_price,Number of reviews\n"
        + "Party,2026-11-27T20:00:00Z,2026-11-27T23:00:00Z,45.5,-122.6,$10,1.234\n"
    ).read()
    let event = try #require(sink.listings.first)
    #expect(event.kind == .event && event.name == "Party" && event.ends != nil && event.price?.amount == 10)
    #expect(event.ratingCount == 1234)
  }

  @Test func aSpoiltPhoneNumberIsLeftOut() throws {
    let (sink, report) = try ImportSource("id;lat;lon;phone\n1;48;9;4,97112E+11\n").read()
    #expect(sink["1"]?.phone == nil && report.leftOut.map(\.code) == ["phone spoilt by a spreadsheet"])
  }

  @Test func oneBadRowDoesNotTurnAColumnOfPositions() throws {
    let good = (1...40).map { "\($0),\"48.\($0),9.18\"\n" }.joined()
    let (sink, report) = try ImportSource("id,coords\n" + good + "41,\"120.5, 14.6\"\n42,7\n").read()
    #expect(sink["1"]?.coordinate == Coordinate(latitude: 48.1, longitude: 9.18) && sink.listings.count == 40)
    #expect(Set(report.rejected.map(\.code)) == ["coordinate-out-of-range", "position-not-understood"])
  }

  @Test(arguments: ["position=2", "position=Where", "position=where", "lat=2,lon=2"])
  func aMappedColumnOfPositionsIsReadAsOne(map: String) throws {
    let text = "id,Where\n1,\"120.5, 14.6\"\n2,\"9.18, 48.77\"\n3,48\n"
    let (sink, report) = try ImportSource(text).read { $0.map = try! ColumnMap(parsing: map) }
    #expect(sink["2"]?.coordinate == Coordinate(latitude: 48.77, longitude: 9.18))
    #expect(report.rejected.map(\.code) == ["position-not-understood"])
  }

  static let orders: [(dates: [String], order: DateOrder?, starts: [String?])] = [
    (["05/12/2026", "25/12/2026"], nil, ["2026-12-05", "2026-12-25"]),
    (["05/12/2026", "12/25/2026"], nil, ["2026-05-12", "2026-12-25"]),
    (["05/12/2026", "06/12/2026", "2026-12-07"], nil, [nil, nil, "2026-12-07"]),
    (["05/12/2026", "06/12/2026"], .dmy, ["2026-12-05", "2026-12-06"]),
    (["05/12/2026", "06/12/2026"], .mdy, ["2026-05-12", "2026-06-12"]),
    (["05/12/2026", "25/12/2026", "12/25/2026"], nil, [nil, "2026-12-25", "2026-12-25"]),
    (["05.12.2026", "2026-12-06"], nil, ["2026-12-05", "2026-12-06"]),
    (["26-11-27", "26-12-05", "26-12-31"], nil, ["2026-11-27", "2026-12-05", "2026-12-31"]),
    (["27-11-26", "05-12-26", "31-12-26"], nil, ["2026-11-27", "2026-12-05", "2026-12-31"]),
    (["26-11-27", "27-11-2026"], nil, ["2027-11-26", "2026-11-27"]),
    (["26-11-27", "26-11-28", "2026-11-29"], nil, [nil, nil, "2026-11-29"]),
    (["26-11-27", "26-11-28"], .ymd, ["2026-11-27", "2026-11-28"]),
    (["27/11/26", "05/12/26"], nil, ["2026-11-27", "2026-12-05"]),
  ]

  @Test(arguments: orders)
  func theColumnDecidesWhetherTheDayComesFirst(dates: [String], order: DateOrder?, starts: [String?]) throws {
    let rows = dates.enumerated().map { "\($0),event,48,9,\($1) 20:00" }
    let source = try ImportSource("id,kind,lat,lon,starts\n" + rows.joined(separator: "\n") + "\n")
    let (sink, report) = try source.read { ($0.timeZone, $0.dateOrder) = ("UTC", order) }
    #expect(dates.indices.map { sink["\($0)"]?.starts?.description } == starts.map { $0.map { "\($0)T20:00:00Z" } })
    #expect(report.rejected.reduce(0) { $0 + $1.count } == starts.filter { $0 == nil }.count)
    #expect(report.rejected.allSatisfy { $0.code == "date-ambiguous" && $0.remedy == .orderDates })
  }

  @Test func datesAndZonesUseThePlaceOfTheRow() throws {
    let text = """
      id,kind,name,lat,lon,timezone,starts
      a,event,A,50.0,14.4,Europe/Prague,27 lis 2026
      b,event,Caf&eacute; &amp; Bar,40.7,-74,America/New_York,27.11.2026 20:00 CST
      c,event,C,40.7,-74,America/New_York,27–29 November 2026
      e,event,E,40.7,-74,America/New_York,27.11.2026 8 pm PST
      """
    let (sink, report) = try ImportSource(text).read()
    #expect(sink["a"]?.starts?.description == "2026-11-26T23:00:00Z" && sink["a"]?.allDay == true)
    #expect(sink["c"]?.ends?.description == "2026-11-30T05:00:00Z" && sink["c"]?.allDay == true)
    #expect(sink["e"]?.starts?.description == "2026-11-28T04:00:00Z")
    #expect(report.rejected.first?.example?.contains("CST is several time zones") == true)
    let other = "id,lat,lon,starts\n1,48,9,2026-11-27\n2,48,9,next Friday\n"
    let message = try ImportSource(other).read { $0.timeZone = "UTC" }.1.rejected.first?.example ?? ""
    #expect(message.contains("\"next Friday\"") && message.contains("27.11.2026 20:00"), "\(message)")
  }

  @Test func namedCharactersOfPagesAreResolved() throws {
    let text = "id,lat,lon,name,description\n1,48,9,Caf&eacute; &amp; Bar,R&B &#39;n&#39; Soul &ccaron;\n"
    let listing = try #require(try ImportSource(text).read().0["1"])
    #expect(listing.name == "Café & Bar" && listing.description == "R&B 'n' Soul č")
  }

  @Test func idsThatASpreadsheetHasRoundedAreNoticed() throws {
    let rows = ["5.54287E+17", "5.54287E+17", "5.54287E17", "5,54E+17", "####", "#NAME?", "12E3", "7", "1E5"]
    let text = "id;name;lat;lon\n" + rows.enumerated().map { "\($1);A;48;9.\($0)\n" }.joined()
    let (sink, report) = try ImportSource(text).read()
    #expect(sink.listings.count == rows.count && Set(sink.listings.map(\.id)).count == rows.count)
    #expect(sink["7"] != nil && sink["12E3"] != nil && sink["1E5"] != nil)
    #expect(report.notes.contains { $0.contains("a spreadsheet has spoilt 6 ids, such as 5.54287E+17") })
  }

  @Test func aFirstLineNamesTheDelimiter() throws {
    for end in ["\n", "\r\n", "\r"] {
      for first in ["sep=;", "SEP=;", "sep=;;;;", "\"sep=;\"", "", "\u{FEFF}"] {
        let text = [first, "id;name;lat;lon", "1;A,B;48,5;9"].joined(separator: end)
        let (sink, _) = try ImportSource(text).read()
        #expect(sink["1"]?.name == "A,B" && sink["1"]?.coordinate.latitude == 48.5, "\(first)")
      }
    }
  }

  @Test func rowsEndWithReturnsAfterAHeaderThatEndsOtherwise() throws {
    let (sink, _) = try ImportSource("id,name,lat,lon\r\n1,A,48,9\r2,B,48,9\r3,C,48,9\r").read()
    #expect(sink.listings.map(\.name) == ["A", "B", "C"])
  }

  static let levels: [(text: String, level: Int?, price: Double?)] = [
    ("€€", 2, nil), ("$", 1, nil), ("$$$$$", nil, nil), ("€ 5", nil, 5),
  ]

  @Test(arguments: levels)
  func signsWithoutANumberAreALevel(text: String, level: Int?, price: Double?) throws {
    let (sink, _) = try ImportSource("id,lat,lon,price\n1,48,9,\(text)\n").read()
    #expect(sink["1"]?.priceLevel == level && sink["1"]?.price?.amount == price)
  }

  static let badMaps = ["name", "name=", "=1", "name=\"a", "bad name=1", "id=1,name"]

  @Test(arguments: badMaps)
  func aMapThatMakesNoSenseIsRefused(text: String) {
    #expect(throws: ImportError.self) { try ColumnMap(parsing: text) }
  }

  @Test func aMisspelledFieldIsRefusedWithASuggestion() throws {
    let map = try ColumnMap(parsing: "nmae=1")
    let error = #expect(throws: ImportError.self) { try ImportSource("id,lat,lon\n1,1,2\n").read { $0.map = map } }
    #expect(error?.description.contains("\"nmae\" is not a field; did you mean name?") == true)
  }

  @Test func anUnknownColumnIsRefusedWithASuggestion() throws {
    let source = try ImportSource("id,title,lat,lon\n1,A,1,2\n")
    let map = try ColumnMap(parsing: "name=titel")
    let error = #expect(throws: ImportError.self) { try source.read { $0.map = map } }
    #expect(error?.description.contains("Did you mean \"title\"") == true)
  }

  @Test func aTableWithoutCoordinatesSaysWhichColumnsItHas() throws {
    let error = #expect(throws: ImportError.self) { try ImportSource("id,name\n1,A\n").read() }
    #expect(error?.description.contains("no column for lat and lon. It has id, name") == true)
  }

  static let delimiters = [",", ";", "\t", "|"]

  @Test(arguments: delimiters)
  func everyDelimiterIsRecognised(delimiter: String) throws {
    let rows = [["id", "name", "lat", "lon"], ["1", "\"A\(delimiter)B\"", "48.7", "9.1"]]
    let (sink, _) = try ImportSource(rows.map { $0.joined(separator: delimiter) }.joined(separator: "\r\n")).read()
    #expect(sink["1"]?.name == "A\(delimiter)B")
  }

  @Test func windows1252IsReadAndReported() throws {
    let bytes = Array("id,name,lat,lon\n1,Caf".utf8) + [0xE9, 0x20, 0x96] + Array(",48.7,9.1\n".utf8)
    let (sink, report) = try ImportSource(bytes).read()
    #expect(sink["1"]?.name == "Café –")
    #expect(report.notes.contains { $0.contains("not UTF-8") && $0.contains("line 2") })
  }

  @Test func airbnbListingsAreCouchesWithTheNightsOfTheirCalendar() throws {
    let (sink, report) = try readFixture("airbnb.csv") {
      $0.calendar = fixture("airbnb-calendar.csv")
      $0.currency = "EUR"
    }
    let studio = try #require(sink["1139844543126920712"])
    #expect(studio.kind == .couch)
    #expect(studio.price == Price(minorUnits: 123_400, currency: "EUR"))
    #expect(studio.description == "Bright.\nTwo & a half rooms")
    #expect(studio.tags == ["entire-home", "entire-home-apt", "free-washer-in-unit", "smoke-alarm", "wifi"])
    #expect([studio.guests, studio.minNights, studio.maxNights] == [2, 2, nil])
    #expect(studio.rating == 4.79)
    #expect(studio.unavailable == [Nights("2024-07-01", "2024-07-03"), Nights("2024-07-04", "2024-07-05")])
    #expect(sink["42"]?.price == nil)
    #expect(sink["42"]?.maxNights == 30)
    #expect(report.rejected.map(\.code) == ["night-limits-crossed"])
    #expect(report.notes.contains { $0.contains("1 couch of the calendar is not among the listings") })
    #expect(report.notes.contains { $0.contains("1 row not understood, the first in line 8") })
  }

  @Test func airbnbPricesAreDollarsWithoutAnotherCurrency() throws {
    let (sink, _) = try readFixture("airbnb.csv")
    #expect(sink["1139844543126920712"]?.price?.currency == "USD")
  }

  @Test func pubsAreReadWithTheLastPairOfCoordinates() throws {
    let (sink, report) = try readFixture("pubs-with-header.csv")
    #expect(sink.listings.map(\.name) == ["The Ship", "Mex"])
    #expect(sink["openpubs/1"]?.coordinate == Coordinate(latitude: 51.46, longitude: -0.16))
    #expect(sink["openpubs/1"]?.address == "1 Quay Street, London, SW17 0SF")
    #expect(sink["openpubs/1"]?.tags == ["pub"])
    #expect(sink["openpubs/4"]?.address == "4 Quay Street, London SW17 0SF")
    #expect(sink["openpubs/4"]?.tags == ["mexican-restaurant"])
    #expect(report.rejected.map(\.code) == ["coordinate-missing"])
    #expect(report.skipped.map(\.code) == ["closed for good"])
  }

  @Test func pubsAreReadWithoutAHeader() throws {
    let (sink, report) = try readFixture("pubs-without-header.csv")
    #expect(report.format == .openpubs)
    #expect(sink.listings.map(\.name) == ["The Crown", "The Bell"])
    #expect(sink["openpubs/19173"]?.address == "1 The Ridgeway London, NW7 1RL")
  }

  static let prices: [(String, Int?, String?)] = [
    ("4,50 €", 450, "EUR"), ("$1,234.00", 123_400, "USD"), ("EUR 12", 1200, "EUR"),
    ("12 euros por persona", 1200, "EUR"),
    ("1.234,5 EUR", 123_450, "EUR"), ("1.500 Ft", 150_000, "HUF"), ("¥500", 500, "JPY"), ("£3.20/pint", 320, "GBP"),
    ("Gratuito hasta completar aforo", 0, nil), ("free", 0, nil), ("12 EUR - 18 EUR", 1200, "EUR"),
    ("ask us", nil, nil),
    ("", nil, nil), ("-5 EUR", nil, nil), ("CHF 1'200.-", 120_000, "CHF"), ("7", 700, nil),
  ]

  @Test(arguments: prices)
  func aPriceIsFoundInProse(text: String, minorUnits: Int?, currency: String?) {
    let price = PriceText.price(in: text, defaultCurrency: nil)
    #expect(price?.minorUnits == minorUnits)
    #expect(price?.currency == currency)
  }
}
