import Testing
import VicinityHTTP

@Suite("Ranges of addresses")
struct AddressRangeTests {
  @Test("contain addresses by their first bits, whatever their spelling")
  func addresses() throws {
    let ten = try #require(AddressRange("10.0.0.0/8"))
    #expect(ten.contains("10.255.1.2") && !ten.contains("11.0.0.1") && ten.contains("::ffff:10.1.1.1"))
    let six = try #require(AddressRange("2001:db8::/33"))
    #expect(six.contains("2001:db8:7fff::1") && !six.contains("2001:db8:8000::1"))
    #expect(try #require(AddressRange("127.0.0.1")).contains("127.0.0.1"))
    for text in ["10.0.0.0/33", "10.0.0", "x/8", "10.0.0.0/-1", "10.0.0.0/8/8"] { #expect(AddressRange(text) == nil) }
  }
}
