import Streams
import Testing
import Vicinity

@Suite("Stored bytes")
struct StoredBytesTests {
  @Test("of a listing count its tags, rates and blocked nights as records before it is written")
  func listingForms() throws {
    let form = try #require(try JSONParser.parse(#"{"tags":["a","b"],"name":"x"}"#.utf8).object)
    #expect(StoredBytes.most(ofFields: form, textBytes: 30) == 30 + 2 * StoredBytes.record)
  }
}
