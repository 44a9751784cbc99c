import TestSupport
import Testing

@testable import Vicinity

@Suite("Opening hours of saved listings")
struct UnreadableHoursTests {
  private static func bar(_ id: String, _ hours: String?) -> Listing {
    var bar = SignalWorld.bar
    (bar.id, bar.openingHours) = (id, hours)
    return bar
  }

  @Test("reports the opening hours that cannot be read, and saves their listings")
  func unreadableHours() throws {
    let temporary = try TemporaryCatalog([])
    let wrong = "Mo-Th 17:00-01:00; weekends late"
    let listings = [
      Self.bar("a", "Mo-Su 18:00-02:00"), Self.bar("b", wrong), Self.bar("c", nil), Self.bar("d", "17:00-"),
      Self.bar("e", wrong), Self.bar("f", "Mon-Fri 17-1"),
    ]
    let counts = try temporary.catalog.save(listings, source: "test")
    #expect(counts.added == 6)
    #expect(counts.unreadableHours.map(\.listing) == ["b", "d", "e"])
    let first = try #require(counts.unreadableHours.first)
    #expect(first.error.text == wrong && first.error.position == 28 && first.error.found == "late")
    #expect(first.description.hasPrefix("b: \"\(wrong)\": expected "))
    #expect(counts.unreadableHours[2].error == first.error)
    #expect(try temporary.catalog.listing("b")?.openingHours == wrong)
    // Also where nothing has changed.
    let again = try temporary.catalog.save(listings, source: "test")
    #expect(again.unchanged == 6 && again.unreadableHours == counts.unreadableHours)
    #expect(try temporary.catalog.save([listings[0]], source: "test").unreadableHours.isEmpty)
  }
}
