import Testing

@testable import VicinityHTTP

@Suite("Ranges of bytes")
struct ByteRangeTests {
  @Test(
    "are those of RFC 9110",
    arguments: [
      (nil, ByteRange.whole), ("bytes=0-0", .part(0..<1)), ("bytes=2-", .part(2..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-30", .part(0..<10)), ("bytes=8-99", .part(8..<10)), ("bytes=10-", .unsatisfiable),
      ("bytes=-0", .unsatisfiable), ("bytes=5-2", .whole), ("bytes=0-1,3-4", .whole), ("lines=1-2", .whole),
      ("bytes=-", .whole), ("bytes=a-b", .whole),
    ] as [(String?, ByteRange)])
  func ranges(field: String?, range: ByteRange) { #expect(ByteRange(field, of: 10) == range) }
}
