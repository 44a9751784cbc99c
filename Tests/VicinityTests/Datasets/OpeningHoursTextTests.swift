import Hours
import Streams
import Testing

@testable import VicinityLab

@Suite struct OpeningHoursTextTests {
  @Test func `of the opening hours in the datasets one is prose and all others are understood`() throws {
    let bars = try Dataset.listings.flatMap { try $0.objects() }.filter { $0["openingHours"] != nil }
    #expect(bars.count == 66)
    let puzzling = bars.filter { !isUnderstood($0["openingHours"]?.string ?? "") }
    #expect(puzzling.compactMap { $0["id"]?.string } == ["stuttgart-lemberg"])
  }

  @Test func `generated opening hours are understood, but for the few in prose`() {
    let puzzling = GeneratedWorld.europe.schedules.filter { !isUnderstood($0) }
    #expect(puzzling.allSatisfy { $0.hasPrefix("ask at the ") })
    #expect(!puzzling.isEmpty && puzzling.count < 30)
  }

  private func isUnderstood(_ text: String) -> Bool {
    do {
      return try OpeningHours(parsing: text).description.isEmpty == false
    } catch {
      return false
    }
  }
}
