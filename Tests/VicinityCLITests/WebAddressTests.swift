import Testing

@testable import CommandSupport

@Suite("Addresses with secrets") struct WebAddressTests {
  static let addresses: [(text: String, shown: String)] = [
    ("https://example.org/bars.csv", "https://example.org/bars.csv"),
    ("https://ada:pass@example.org/bars.csv?page=2", "https://example.org/bars.csv?page=2"),
    ("https://example.org/a?api_key=abc&city=k%C3%B6ln", "https://example.org/a?api_key=…&city=k%C3%B6ln"),
    ("https://a.org/b?X-Amz-Signature=0f&access_token=1", "https://a.org/b?X-Amz-Signature=…&access_token=…"),
    ("https://example.org/a?keyword=beer", "https://example.org/a?keyword=beer"), ("not an address", "not an address"),
  ]

  @Test("are shown without them", arguments: addresses)
  func shown(text: String, shown: String) { #expect(WebAddress(text).shown == shown) }

  @Test("send user name and password as a header")
  func authorization() {
    let address = WebAddress("https://ada:pass@example.org/bars.csv")
    #expect(address.authorization == "Basic YWRhOnBhc3M=" && address.withoutUser == "https://example.org/bars.csv")
    #expect(WebAddress("https://example.org/").authorization == nil)
  }
}
