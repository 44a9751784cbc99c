import CivilTime
import Foundation
import Testing
import VicinityLab

@testable import Hours

@Suite("Weekly hours as values")
struct WeeklyHoursTests {
  private typealias Span = WeeklyHours.Span

  @Test(
    "are printed by days with equal times",
    arguments: [
      ([Span(.friday, from: 1020, to: 180), Span(.saturday, from: 1020, to: 180)], "Fr,Sa 17:00-03:00"),
      (
        [Span(.monday, from: 540, to: 720), Span(.monday, from: 840, to: 1080), Span(.sunday, from: 600, to: 720)],
        "Mo 09:00-12:00,14:00-18:00; Su 10:00-12:00"
      ),
      (Weekday.allCases.map { Span($0, from: 600, to: 1440) }, "Mo-Su 10:00-24:00"),
      // Overlapping, adjacent, and out of order.
      ([Span(.tuesday, from: 660, to: 720), Span(.tuesday, from: 600, to: 700)], "Tu 10:00-12:00"),
      ([Span(.sunday, from: 1320, to: 1440), Span(.monday, from: 0, to: 120)], "Su 22:00-02:00"),
      // A day or longer.
      (
        [Span(.friday, from: 1080, to: 1440 + 1440 + 240)], "Fr 18:00-24:00; Sa 00:00-24:00; Su 00:00-04:00"
      ),
      ([Span(.wednesday, from: 0, to: 0)], "We 00:00-24:00"), ([], "off"),
      (Weekday.allCases.map { Span($0, from: 0, to: 0) }, "24/7"),
      // A start on another day.
      ([Span(.monday, from: -60, to: 60)], "Su 23:00-01:00"), ([Span(.sunday, from: 1500, to: 1560)], "Mo 01:00-02:00"),
      ([Span(.monday, from: .min, to: .max)], "24/7"),
    ])
  fileprivate func texts(spans: [WeeklyHours.Span], text: String) throws {
    let hours = WeeklyHours(spans)
    #expect(hours.description == text)
    #expect(WeeklyHours(try OpeningHours(parsing: text)) == hours)
    #expect(try OpeningHours(parsing: text, leniency: .strict) == OpeningHours(hours))
  }

  @Test(
    "are read where a text says nothing else",
    arguments: [
      ("Mo-Fr 10:00-18:00; We off", "Mo,Tu,Th,Fr 10:00-18:00"), ("Sa-Mo 22:00-26:00", "Mo,Sa,Su 22:00-02:00"),
      ("24/7", "24/7"), ("off", "off"), ("Mo 08:00-12:00, Mo 12:00-14:00", "Mo 08:00-14:00"),
    ])
  func reading(text: String, normal: String) throws {
    #expect(WeeklyHours(try OpeningHours(parsing: text))?.description == normal)
  }

  @Test(
    "are not read where it says more",
    arguments: [
      "Mo-Su 10:00-20:00; PH off", "Mo-Fr 18:00+", "sunrise-sunset", "Apr-Oct Mo 10:00-12:00", "Mo[1] 10:00-12:00",
      "Mo 10:00-12:00 open \"members\"", "Mo 10:00-12:00 \"by appointment\"", "Mo off", "week 01-10 Mo 10:00-12:00",
    ])
  func otherTexts(text: String) throws {
    #expect(WeeklyHours(try OpeningHours(parsing: text)) == nil)
  }

  @Test("random values survive printing and reading", arguments: 0..<300 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let spans = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      Span(
        Weekday.allCases.randomElement(using: &random) ?? .monday,
        from: Int.random(in: 0..<96, using: &random) * 15,
        to: Int.random(in: 0...(seed % 5 == 0 ? 192 : 96), using: &random) * 15)
    }
    let hours = WeeklyHours(spans)
    let parsed = try OpeningHours(parsing: hours.description)
    #expect(parsed == OpeningHours(hours), "\(hours)")
    #expect(WeeklyHours(parsed) == hours, "\(hours)")
    // The state of the text, and of the spans as they were given, quarter by quarter.
    let schedule = Schedule(parsed, in: HoursContext(zone: .utc))
    let monday = Instant(secondsSince1970: 4 * 86_400)
    for quarter in 0..<(7 * 96) {
      let (day, minute) = (quarter / 96, quarter % 96 * 15)
      let isOpen = spans.contains { span in
        (day * 1440 + minute - span.day.rawValue * 1440 - span.start + 10_080) % 10_080 < span.end - span.start
      }
      let weekday = try #require(Weekday(rawValue: day))
      #expect(hours.isOpen(on: weekday, minuteOfDay: minute) == isOpen, "\(hours) \(weekday) \(minute)")
      #expect((schedule.state(at: monday + Int64(quarter * 900)) == .open) == isOpen, "\(hours) \(weekday) \(minute)")
    }
    #expect(hours.spans == Weekday.allCases.flatMap { hours[$0] })
  }

  @Test("random texts mean the same as their weekly values", arguments: 0..<300 as Range<UInt64>)
  func randomTexts(seed: UInt64) throws {
    var random = RandomHours(seed: seed)
    for _ in 0..<20 {
      let text = random.value()
      guard let hours = try? OpeningHours(parsing: text), let weekly = WeeklyHours(hours) else { continue }
      try verify(weekly, equals: hours, text)
    }
  }

  @Test("the texts of the datasets mean the same as their weekly values")
  func datasets() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "datasets")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "jsonl" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let key = line.range(of: #""openingHours":""#), let end = line[key.upperBound...].firstIndex(of: "\""),
          let hours = try? OpeningHours(parsing: String(line[key.upperBound..<end])), let weekly = WeeklyHours(hours)
        else { continue }
        count += 1
        try verify(weekly, equals: hours, String(line[key.upperBound..<end]))
      }
    }
    #expect(count > 40)
  }

  private func verify(_ weekly: WeeklyHours, equals hours: OpeningHours, _ text: String) throws {
    let printed = try OpeningHours(parsing: weekly.description)
    #expect(WeeklyHours(printed) == weekly, "\(text)")
    let week = Instant(secondsSince1970: 4 * 86_400)..<Instant(secondsSince1970: 11 * 86_400)
    let schedules = [hours, printed].map { Schedule($0, in: HoursContext(zone: .utc)) }
    let intervals = schedules.map { $0.intervals(in: week).map { "\($0.state) \($0.range)" } }
    #expect(intervals[0] == intervals[1], "\(text) and \(weekly)")
  }
}
