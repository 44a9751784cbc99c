import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityFormats

@Suite struct DatasetRoundTripTests {
  @Test(arguments: Dataset.listings) func `every line reads as a listing and is written as the same line`(
    dataset: Dataset
  ) throws {
    for line in try dataset.lines() {
      let listing = try read(line)
      #expect(ListingRules.violations(of: listing).isEmpty, "\(listing.id)")
      #expect(listing.jsonText == line)
    }
  }

  @Test func `generated listings read back as themselves`() throws {
    for listing in ListingGenerator(seed: 21, count: 1500) {
      #expect(try read(listing.jsonText) == listing)
    }
  }

  private func read(_ line: String) throws -> Listing {
    let object = try #require(try JSONParser.parse(line.utf8).object)
    var decoder = ListingDecoder()
    return try decoder.listing(object)
  }
}
