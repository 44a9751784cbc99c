import CivilTime
import TestSupport
import Testing
import VicinityLab

@testable import VicinityFormats

@Suite("Dates in lists") struct DateTextTests {
  static let certain: [(text: String, start: String, end: String?)] = [
    ("27.11.2026 20:00", "2026-11-27T20:00:00", nil), ("27.11.2026", "2026-11-27", nil),
    ("27.11.26, 20 Uhr", "2026-11-27T20:00:00", nil),
    ("5.12.2026 20.00 Uhr", "2026-12-05T20:00:00", nil), ("27/11/2026 20:00", "2026-11-27T20:00:00", nil),
    ("11/27/2026 8:00 PM", "2026-11-27T20:00:00", nil), ("11/27/2026 12:15 a.m.", "2026-11-27T00:15:00", nil),
    ("2026/11/27 20:00", "2026-11-27T20:00:00", nil), ("2026年11月27日 20時30分", "2026-11-27T20:30:00", nil),
    ("20261127T200000Z", "2026-11-27T20:00:00Z", nil),
    ("Fri, 27 Nov 2026 20:00:00 +0100", "2026-11-27T20:00:00+01:00", nil),
    ("Freitag, 27. November 2026, 20 Uhr", "2026-11-27T20:00:00", nil),
    ("Fr. 27.11.2026 20h", "2026-11-27T20:00:00", nil),
    ("vendredi 27 novembre 2026 à 20h30", "2026-11-27T20:30:00", nil),
    ("27 de noviembre de 2026 20:00", "2026-11-27T20:00:00", nil),
    ("Nov 27, 2026 8pm", "2026-11-27T20:00:00", nil), ("November 27th 2026 at 8:30 pm", "2026-11-27T20:30:00", nil),
    ("27-Nov-26", "2026-11-27", nil), ("1. März 2027", "2027-03-01", nil), ("Mar 1 2027", "2027-03-01", nil),
    ("27.11.2026 20:00-23:00", "2026-11-27T20:00:00", "2026-11-27T23:00:00"),
    ("27.11.2026 22:00 bis 02:00 Uhr", "2026-11-27T22:00:00", "2026-11-28T02:00:00"),
    ("31.12.2026 8-11pm", "2026-12-31T20:00:00", "2026-12-31T23:00:00"),
    ("31.12.2026 11am-2pm", "2026-12-31T11:00:00", "2026-12-31T14:00:00"),
    ("31.12.2026 22:00–24:00", "2026-12-31T22:00:00", "2027-01-01T00:00:00"),
    ("27.11.2026 8-1am", "2026-11-27T20:00:00", "2026-11-28T01:00:00"),
    ("27.11.2026 9-12am", "2026-11-27T21:00:00", "2026-11-28T00:00:00"),
    ("27.11.2026 1-3am", "2026-11-27T01:00:00", "2026-11-27T03:00:00"),
    ("27.11.2026 12-4pm", "2026-11-27T12:00:00", "2026-11-27T16:00:00"),
    ("27.11.2026 11-2pm", "2026-11-27T11:00:00", "2026-11-27T14:00:00"),
    ("27.11.2026 8pm-11", "2026-11-27T20:00:00", "2026-11-27T23:00:00"),
    ("27.11.2026 8pm-1", "2026-11-27T20:00:00", "2026-11-28T01:00:00"),
    ("27.11.2026 8:30-midnight", "2026-11-27T08:30:00", "2026-11-28T00:00:00"),
    ("27.11.2026 8-midnight", "2026-11-27T20:00:00", "2026-11-28T00:00:00"),
    ("Friday, November 27, 2026 at 8pm - 10:30pm", "2026-11-27T20:00:00", "2026-11-27T22:30:00"),
    ("27.11.2026, von 20 bis 23 Uhr", "2026-11-27T20:00:00", "2026-11-27T23:00:00"),
    ("27 novembre 2026, dalle 20 alle 23", "2026-11-27T20:00:00", "2026-11-27T23:00:00"),
    ("27 novembre 2026 de 20h à 23h", "2026-11-27T20:00:00", "2026-11-27T23:00:00"),
    ("27.11.2026 noon-3", "2026-11-27T12:00:00", "2026-11-27T15:00:00"),
    ("1795809600", "2026-11-27T20:00:00Z", nil), ("1795809600000", "2026-11-27T20:00:00Z", nil),
    ("46353.8333333333", "2026-11-27T20:00:00", nil), ("46353", "2026-11-27", nil),
  ]

  @Test("are read as they are written", arguments: certain)
  func read(text: String, start: String, end: String?) throws {
    let date = try #require(DateText(text))
    #expect(try date.start(nil) == start)
    #expect(try date.end(nil) == end)
  }

  /// All of them 27 November 2026 at 20:00.
  static let evenings = [
    "27 novembre 2026, ore 20", "venerdì 27 novembre 2026 alle ore 20", "il 27 novembre 2026 alle 20",
    "27. november 2026 kl 20", "den 27. november 2026 kl. 20:00", "fredag d. 27. november 2026 kl. 20.00",
    "el 27 de noviembre de 2026 a las 20", "viernes, 27 de noviembre de 2026, 20 h", "le 27 novembre 2026 à 20h",
    "le vendredi 27 novembre 2026 à 20 heures", "am 27. November 2026 um 20 Uhr",
    "Freitag, den 27. November 2026 um 20",
    "the 27th of November 2026, 8 pm", "Friday the 27th of November 2026 at 20", "27 listopada 2026, godz. 20",
    "piątek, 27 listopada 2026 r., godzina 20:00", "27. listopadu 2026 v 20 hodin", "27 Kasım 2026 saat 20",
    "segunda-feira, 27 de novembro de 2026 às 20h", "sex., 27 de nov. de 2026, 20:00",
    "2026年11月27日(金) 20:00", "2026年11月27日（金）20：00", "2026年11月27日金曜日 午後8時", "2026년 11월 27일 (금) 오후 8시",
    "2026年11月27日 星期五 20点", "2026. november 27., péntek 20:00", "2026. 11. 27. 20:00", "2026-Nov-27 20:00",
    "27 november 2026 om 20 uur", "27. marraskuuta 2026 klo 20", "27 ноября 2026 г. в 20:00",
    "27 листопада 2026 о 20:00", "2026 m. lapkričio 27 d. 20 val.", "27 november 2026 20:00 Ortszeit",
    "27 Nov 2026, 8 pm local time", "27 novembre 2026 à 20h, heure locale",
  ]

  @Test("are read with the words that lists put around them", arguments: evenings)
  func words(text: String) throws { #expect(try DateText(text)?.start(nil) == "2026-11-27T20:00:00") }

  static let ranges: [(text: String, start: String, end: String?)] = [
    ("27.11.2026 20:00 – 28.11.2026 02:00", "2026-11-27T20:00:00", "2026-11-28T02:00:00"),
    ("27–28 November 2026", "2026-11-27", "2026-11-28"), ("27.–28.11.2026", "2026-11-27", "2026-11-28"),
    ("27. - 29. November 2026", "2026-11-27", "2026-11-29"), ("27./28. November 2026", "2026-11-27", "2026-11-28"),
    ("Nov 27 - Nov 28, 2026", "2026-11-27", "2026-11-28"), ("Nov 27-29, 2026", "2026-11-27", "2026-11-29"),
    ("27.11. – 29.11.2026", "2026-11-27", "2026-11-29"), ("27.11.2026 - 29.11.", "2026-11-27", "2026-11-29"),
    ("2026-11-27 - 2026-11-30", "2026-11-27", "2026-11-30"), ("2026-11-27/2026-11-30", "2026-11-27", "2026-11-30"),
    ("27/11/2026 - 28/11/2026", "2026-11-27", "2026-11-28"), ("27-28/11/2026", "2026-11-27", "2026-11-28"),
    ("5-6/12/2026", "2026-12-05", "2026-12-06"), ("11/27-29/2026", "2026-11-27", "2026-11-29"),
    ("30 December – 2 January 2027", "2026-12-30", "2027-01-02"),
    ("Dec 30, 2026 to Jan 2, 2027", "2026-12-30", "2027-01-02"),
    ("vom 27. bis 29. November 2026", "2026-11-27", "2026-11-29"),
    ("du 27 au 29 novembre 2026", "2026-11-27", "2026-11-29"),
    ("del 27 al 29 de noviembre de 2026", "2026-11-27", "2026-11-29"),
    ("dal 27 al 29 novembre 2026", "2026-11-27", "2026-11-29"),
    ("27 and 28 November 2026", "2026-11-27", "2026-11-28"), ("27 & 28 Nov 2026", "2026-11-27", "2026-11-28"),
    ("Fri 27 – Sat 28 November 2026", "2026-11-27", "2026-11-28"),
    ("Fri–Sun, 27–29 November 2026", "2026-11-27", "2026-11-29"),
    ("Fri 27 Nov 2026 8pm - Sat 28 Nov 2026 2am", "2026-11-27T20:00:00", "2026-11-28T02:00:00"),
    ("27–28 November 2026, 20:00", "2026-11-27T20:00:00", "2026-11-28"),
    ("27–28 November 2026, 20:00–23:00", "2026-11-27T20:00:00", "2026-11-28T23:00:00"),
    ("27–28 November 2026, 20:00–02:00", "2026-11-27T20:00:00", "2026-11-29T02:00:00"),
    ("2026. november 27–29.", "2026-11-27", "2026-11-29"), ("2026年11月27日～12月2日", "2026-11-27", "2026-12-02"),
    ("2026年11月27日～29日", "2026-11-27", "2026-11-29"),
    ("27.11.2026, 20 Uhr bis 28.11.2026, 2 Uhr", "2026-11-27T20:00:00", "2026-11-28T02:00:00"),
  ]

  @Test("may be two, from the first to the last", arguments: ranges)
  func twoDates(text: String, start: String, end: String?) throws {
    let date = try #require(DateText(text))
    #expect(try date.start(nil) == start)
    #expect(try date.end(nil) == end)
  }

  static let others = [
    "27 and 30 November 2026", "27. a 30. listopadu 2026 v sobotu", "27.11.2026 bis 23:00", "27.11.2026 at 8",
    "30.11.2026-12", "27.11.2026 20:00 XYZ", "27.11.2026 20:00 - 28.11.2026 20:00 - 29.11.2026",
    "", "soon", "27.11.", "2026", "20:00", "Friday", "every Friday", "12", "27.11.2026 or later",
    "27.11.2026 until late",
    "48.775 9.18", "2026-13-45 foo", String(repeating: "1.1.2026 ", count: 40),
  ]

  @Test("are not found in other texts", arguments: others)
  func refused(text: String) { #expect(DateText(text) == nil) }

  @Test(
    "that do not exist are refused",
    arguments: ["31/04/2026", "30/02/2026", "31.04.2026", "31-04-26", "29 - 28 November 2026"])
  func missing(text: String) {
    guard let date = DateText(text) else { return }
    #expect(throws: DateText.Failure.notUnderstood) { try date.start(.dmy) }
  }

  @Test("need an order where day and month could be either")
  func either() throws {
    let date = try #require(DateText("05/12/2026 20:00"))
    #expect(throws: DateText.Failure.ambiguous(["2026-05-12", "2026-12-05"])) { try date.start(nil) }
    #expect(try date.start(.dmy) == "2026-12-05T20:00:00")
    #expect(try date.start(.mdy) == "2026-05-12T20:00:00")
    // One that can be read in a single way is read in that way.
    #expect(try DateText("25/12/2026")?.start(.mdy) == "2026-12-25")
    #expect(try DateText("11/11/2026")?.start(nil) == "2026-11-11")
  }

  @Test("with a year of two digits may begin with it")
  func yearFirst() throws {
    let date = try #require(DateText("26-11-27"))
    #expect(throws: DateText.Failure.ambiguous(["2026-11-27", "2027-11-26"])) { try date.start(nil) }
    #expect(try date.start(.ymd) == "2026-11-27" && date.start(.dmy) == "2027-11-26")
    #expect(try DateText("26/11/27")?.start(nil) == "2027-11-26", "with slashes the year is last")
    #expect(try DateText("26/11/27")?.start(.ymd) == "2026-11-27")
    #expect(try DateText("27-11-2026")?.start(.ymd) == "2026-11-27", "four digits are a year anywhere")
  }

  @Test("take a time of day as their end, on the next day if it is not later")
  func ends() {
    #expect(DateText.end(at: "23:00", afterStart: "2026-11-27T20:00:00") == "2026-11-27T23:00:00")
    #expect(DateText.end(at: "2 am", afterStart: "2026-11-27T20:00:00") == "2026-11-28T02:00:00")
    #expect(DateText.end(at: "02:00", afterStart: "2026-11-27T20:00:00+01:00") == "2026-11-28T02:00:00+01:00")
    #expect(DateText.end(at: "open end", afterStart: "2026-11-27T20:00:00") == nil)
  }

  @Test("are the same in all forms, for random days and times")
  func random() throws {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    var random = SplitMix64(seed: 27)
    for _ in 0..<1000 {
      let day = LocalDate(dayNumber: .random(in: 11_000...35_000, using: &random))
      let minutes = Int.random(in: 0..<1440, using: &random)
      func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
      let (hour, minute) = (padded(minutes / 60), padded(minutes % 60))
      let twelve = "\((minutes / 60 + 11) % 12 + 1):\(minute) \(minutes < 720 ? "am" : "PM")"
      let (year, month, number) = (day.year, day.month, day.day)
      let expected = "\(day)T\(hour):\(minute):00"
      for text in [
        "\(number).\(month).\(year) \(hour):\(minute)",
        "\(padded(number)).\(padded(month)).\(year), \(hour).\(minute) Uhr",
        "\(year)/\(month)/\(number) \(hour):\(minute)", "\(months[month - 1]) \(number), \(year) \(twelve)",
        "\(number) \(months[month - 1].prefix(3)) \(year) \(hour)h\(minute)",
        "\(number)-\(months[month - 1])-\(year) \(twelve)",
      ] { #expect(try DateText(text)?.start(nil) == expected, "\(text)") }
      #expect(try DateText("\(number)/\(month)/\(year) \(hour):\(minute)")?.start(.dmy) == expected)
      #expect(try DateText("\(month)/\(number)/\(year) \(twelve)")?.start(.mdy) == expected)
    }
  }
}
