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
    ("1795809600", "2026-11-27T20:00:00Z", nil), ("1795809600000", "2026-11-27T20:00:00Z", nil),
    ("46353.8333333333", "2026-11-27T20:00:00", nil), ("46353", "2026-11-27", nil),
  ]

  @Test("are read as they are written", arguments: certain)
  func read(text: String, start: String, end: String?) throws {
    let date = try #require(DateText(text))
    #expect(try date.start(nil) == start)
    #expect(try date.end(nil) == end)
  }

  static let others = [
    "", "soon", "27.11.", "2026", "20:00", "Friday", "every Friday", "12", "27.11.2026 or later",
    "27.11.2026 until late",
    "48.775 9.18", "2026-13-45 foo", String(repeating: "1.1.2026 ", count: 40),
  ]

  @Test("are not found in other texts", arguments: others)
  func refused(text: String) { #expect(DateText(text) == nil) }

  @Test("that do not exist are refused", arguments: ["31/04/2026", "30/02/2026", "31.04.2026"])
  func missing(text: String) {
    guard let date = DateText(text) else { return }
    #expect(throws: DateText.Failure.notUnderstood) { try date.start(.dmy) }
  }

  @Test("need an order where day and month could be either")
  func either() throws {
    let date = try #require(DateText("05/12/2026 20:00"))
    #expect(throws: DateText.Failure.ambiguous) { try date.start(nil) }
    #expect(try date.start(.dmy) == "2026-12-05T20:00:00")
    #expect(try date.start(.mdy) == "2026-05-12T20:00:00")
    // One that can be read in a single way is read in that way.
    #expect(try DateText("25/12/2026")?.start(.mdy) == "2026-12-25")
    #expect(try DateText("11/11/2026")?.start(nil) == "2026-11-11")
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
