import CivilTime
import Foundation
import Testing

@testable import Hours

/// The holiday lists contained in the conformance cases, which were written by other projects.
enum SharedHolidayCases {
  struct Context: Decodable {
    let country: String?
    let state: String?

    enum CodingKeys: String, CodingKey {
      case country = "country_code"
      case state
    }
  }

  struct Listed: Decodable {
    let publicHolidays: [[String?]]?

    enum CodingKeys: String, CodingKey {
      case publicHolidays = "PH"
    }
  }

  private struct Line: Decodable {
    let id: String
    let context: Context?
    let holidays: Listed?
  }

  static let file: URL = {
    let shared = ProcessInfo.processInfo.environment["VICINITY_SHARED"].map { URL(fileURLWithPath: $0) }
    // This file lies four folders below the root of the package.
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let folder = shared ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    return folder.appendingPathComponent("data/opening_hours/cases.jsonl")
  }()

  static var isPresent: Bool { FileManager.default.isReadableFile(atPath: file.path) }

  /// Cases with a place and dates of public holidays in it.
  static func load() throws -> [(id: String, country: String, state: String?, dates: Set<String>)] {
    let decoder = JSONDecoder()
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.filter { $0.contains("\"holidays\"") }.compactMap { text in
      let line = try decoder.decode(Line.self, from: Data(text.utf8))
      guard let country = line.context?.country, let listed = line.holidays?.publicHolidays else { return nil }
      return (line.id, country, line.context?.state, Set(listed.compactMap { $0.first ?? nil }))
    }
  }
}

@Suite("Public holidays against the lists in the shared cases")
struct SharedHolidayCasesTests {
  /// Not compared: the dates under "Bayern", which are those of Brandenburg and Berlin, and lists without a state.
  private func isOwnCalendar(_ state: String?) -> Bool { state != nil && state != "Bayern" }

  /// Days of a single year that are missing from the lists: 8 May 2020 in Berlin, the coronation in Scotland.
  private let singleDays: Set<String> = ["2020-05-08", "2023-05-08"]

  @Test(
    "A list's whole years agree with the rules",
    .enabled(if: SharedHolidayCases.isPresent, "no shared data; set VICINITY_SHARED to its folder"))
  func agree() throws {
    var compared = 0
    for example in try SharedHolidayCases.load() where isOwnCalendar(example.state) {
      guard let calendar = PublicHolidays(country: example.country, region: example.state) else { continue }
      for year in Set(example.dates.compactMap { Int($0.prefix(4)) }) {
        let ours = Set(calendar.entries(in: year).map(\.date.description))
        let listed = example.dates.filter { $0.hasPrefix("\(year)-") }
        #expect(ours.subtracting(singleDays) == listed, "\(example.id)")
        compared += 1
      }
    }
    #expect(compared > 0)
  }
}
