import HTTPTypes
import Hummingbird
import Testing

@testable import VicinityHTTP

@Suite("Header fields of proxies")
struct ForwardingTests {
  private func forwarding(from peer: String, trusting ranges: [String]) throws -> Forwarding {
    var settings = ServerSettings()
    settings.trustedProxies = try ranges.map { try #require(AddressRange($0)) }
    var fields = HTTPFields()
    fields[.forwardedFor] = "203.0.113.7, 198.51.100.2, 10.0.0.9"
    fields[.forwardedProtocol] = "https"
    fields[.forwardedHost] = "places.example"
    let head = HTTPRequest(method: .get, scheme: "http", authority: "inner:8080", path: "/", headerFields: fields)
    return Forwarding(Request(head: head, body: RequestBody(buffer: .init())), from: peer, settings)
  }

  @Test("counts when it comes from a trusted one, up to the first other address from the end")
  func trusted() throws {
    let one = try forwarding(from: "10.0.0.1", trusting: ["10.0.0.0/8"])
    #expect(one.clientAddress == "198.51.100.2" && one.base == "https://places.example")
    let two = try forwarding(from: "::ffff:10.0.0.1", trusting: ["10.0.0.0/8", "198.51.100.0/24"])
    #expect(two.clientAddress == "203.0.113.7")
  }

  @Test("are ignored from anyone else")
  func untrusted() throws {
    for ranges in [[], ["10.0.0.0/8"]] {
      let forwarding = try forwarding(from: "192.0.2.1", trusting: ranges)
      #expect(forwarding.clientAddress == "192.0.2.1" && forwarding.base == "http://inner:8080")
    }
  }
}
