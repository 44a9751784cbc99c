import Foundation
import Testing

@testable import Hours

@Suite struct HoursReviewTests {
  @Test(arguments: [
    ("Mon-Sat 9am-5pm closed Sunday", "Mo-Sa 09:00-17:00 closed; Su"), ("closed Mondays", "Mo"),
    ("Monday: Closed, Tuesday 9-17", "24/7"), ("Mo 10-18; Tue 10-18; Su,off", "off"),
  ])
  func anInversionIsFound(text: String, reading: String) throws {
    #expect(!HoursReview(text, try OpeningHours(parsing: reading)).inversions.isEmpty)
  }

  @Test(arguments: [
    ("Mo-Fr 9-5", "Mo-Fr 09:00-05:00"), ("8:00-5:00", "08:00-05:00"), ("Mo-Fr 12:35-13:05 SU", "Mo-Fr 12:35-13:05; Su"),
  ])
  func aLongSpanIsFound(text: String, reading: String) throws {
    let rules = try OpeningHours(parsing: reading).rules
    let warning = OpeningHoursWarning(position: 0, found: "", problem: "", correction: nil, isUncommon: false)
    #expect(!HoursReview(text, OpeningHours(rules: rules, warnings: [warning])).longSpans.isEmpty)
  }

  /// Lists the suspicious values with `VICINITY_ORACLE_FAULTS`, and prints how many are understood.
  @Test(.enabled(if: SharedData.isPresent, "the shared conformance data is not here; set VICINITY_SHARED"))
  func noValueOfRealPlacesIsInvertedOrLongerThanItSays() throws {
    var report = Report()
    for line in try SharedData.lines("real_values.tsv.gz") {
      let columns = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard columns.count == 3, let count = Int(columns[0]) else { continue }
      report.add(RealValue.unescaped(columns[2]), count: count)
    }
    report.print()
    #expect(report.inverted.isEmpty, "\(report.inverted.prefix(5))")
    #expect(report.long.isEmpty, "\(report.long.prefix(5))")
    // Before doubts were refused, 78.65 % of the values and 82.52 % of the places were understood.
    #expect(report.share >= 0.7835)
    #expect(report.weightedShare >= 0.8222)
  }
}

/// How the values of real places are read.
private struct Report {
  private var values = 0
  private var places = 0
  private var understood = 0
  private var understoodPlaces = 0
  private var doubts: [String] = []
  private(set) var inverted: [String] = []
  private(set) var long: [String] = []

  var share: Double { Double(understood) / Double(max(values, 1)) }
  var weightedShare: Double { Double(understoodPlaces) / Double(max(places, 1)) }

  mutating func add(_ text: String, count: Int) {
    values += 1
    places += count
    do throws(OpeningHoursError) {
      let hours = try OpeningHours(parsing: text)
      understood += 1
      understoodPlaces += count
      let review = HoursReview(text, hours)
      inverted += review.inversions.map { "\(count)\t\(text)\t\(hours)\t\($0)" }
      long += review.longSpans.map { "\(count)\t\(text)\t\(hours)\t\($0)" }
    } catch {
      if error.expected == "a text with one reading" { doubts.append("\(count)\t\(text)\t\(error.suggestion ?? "")") }
    }
  }

  func print() {
    Swift.print("  understood: \(understood) of \(values) values, \(understoodPlaces) of \(places) places")
    Swift.print(
      "  inverted: \(inverted.count), above 16 hours unstated: \(long.count), refused as doubtful: \(doubts.count)")
    SharedData.record(inverted, as: "inverted")
    SharedData.record(long, as: "long")
    SharedData.record(doubts, as: "doubtful")
  }
}
