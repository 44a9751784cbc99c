import Streams
import Testing
import VicinityLab

@Suite("Reading JSON")
struct JSONParserTests {
  @Test(
    "values read as RFC 8259 says",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("0", .int(0)), ("-12", .int(-12)), ("1.50", .double(1.5)),
      ("9007199254740993", .int(9_007_199_254_740_993)), ("9223372036854775808", .double(9_223_372_036_854_775_808)),
      ("-9223372036854775807", .int(-9_223_372_036_854_775_807)), ("2e3", .double(2000)), ("1E-2", .double(0.01)),
      ("52.207760100000002", .double(52.2077601)), ("\"\"", .string("")),
      (#""a\n\u00e9\ud83c\udf7a""#, .string("a\né🍺")),
      (#""\ud83c""#, .string("\u{FFFD}")), (#""\/\\\"""#, .string("/\\\"")), ("[]", .array([])),
      (#"{"a":[1,{"b":null}]}"#, .object(JSONObject([("a", .array([.int(1), .object(JSONObject([("b", .null)]))]))]))),
    ])
  func values(text: String, expected: JSONValue) throws {
    #expect(try JSONParser.parse(text.utf8) == expected)
  }

  @Test(
    "syntax errors carry their place",
    arguments: [
      ("", 0), ("nul", 0), ("01", 2), ("1.", 2), ("-", 1), ("1e", 2), ("[1,]", 3), ("{\"a\" 1}", 5), ("{a:1}", 1),
      ("\"abc", 4),
      ("\"\u{1}\"", 1), ("\"\\x\"", 3), ("1 2", 2), ("[1", 2), ("\"\\u12g4\"", 5),
    ])
  func syntaxErrors(text: String, offset: Int) {
    #expect { try JSONParser.parse(text.utf8) } throws: { error in (error as? JSONSyntaxError)?.offset == offset }
  }

  @Test("deep nesting is refused, not followed")
  func nesting() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(deep.utf8) }
  }

  @Test("bytes that are not UTF-8 are refused")
  func encoding() {
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0xE9, 0x22]) }
  }

  @Test("the last of repeated keys wins")
  func repeated() throws {
    #expect(try JSONParser.parse(#"{"a":1,"a":2}"#.utf8).object?["a"] == .int(2))
  }

  @Test("random values survive writing and reading", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let value = Self.value(depth: 4, &random)
    #expect(try JSONParser.parse(value.text.utf8) == value)
  }

  private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
    switch random.next() % (depth == 0 ? 5 : 7) {
    case 0: .null
    case 1: .bool(random.next() % 2 == 0)
    case 2: .int(Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64))
    case 3: .double(Double(Int64(truncatingIfNeeded: random.next())) / 1e7 + 0.5)
    case 4:
      .string(
        String(
          (0..<random.next() % 8).map { _ in Character(["a", "é", "\"", "\\", "\n", "🍺"][Int(random.next() % 6)]) }))
    case 5: .array((0..<random.next() % 4).map { _ in value(depth: depth - 1, &random) })
    default: .object(JSONObject((0..<random.next() % 4).map { ("k\($0)", value(depth: depth - 1, &random)) }))
    }
  }
}
