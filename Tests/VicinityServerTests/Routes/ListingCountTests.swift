import ServerTestSupport
import Testing

@testable import VicinityServer

@Suite("The number of listings")
struct ListingCountTests {
  private struct Failure: Error {}

  @Test("is counted again after a failure, but not with each scrape")
  func failure() throws {
    let world = try ServerWorld()
    let version = try world.catalog.contentVersion()
    let counter = ListingCount()
    let start = ContinuousClock.now
    func count(after seconds: Int, _ result: Int?) -> (Int?, isCounted: Bool) {
      var isCounted = false
      let count = counter.count(of: version, at: start + .seconds(seconds)) {
        isCounted = true
        guard let result else { throw Failure() }
        return result
      }
      return (count, isCounted)
    }
    #expect(count(after: 0, nil) == (nil, true))
    #expect(count(after: 4, 7) == (nil, false))
    #expect(count(after: 5, nil) == (nil, true))
    #expect(count(after: 10, 7) == (7, true))
    #expect(count(after: 1000, 8) == (7, false), "the catalog has not changed")
  }
}
