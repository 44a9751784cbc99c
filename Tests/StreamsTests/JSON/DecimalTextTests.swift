import Streams
import Testing

@Suite("Numbers in texts")
struct DecimalTextTests {
  @Test(
    "are whole or decimal",
    arguments: [
      ("5", .int(5)), ("-5", .int(-5)), ("+5", .int(5)), ("1.50", .double(1.5)), (".5", .double(0.5)),
      ("1e3", .double(1000)), ("0.1", .double(0.1)), ("33.33333333333333", .double(33.33333333333333)),
      ("33.333333333333336", .double(100.0 / 3)), ("1.500000000000000000000", .double(1.5)), ("0.0", .double(0)),
      ("12e-1", .double(1.2)), ("1e-300", .double(1e-300)),
    ] as [(String, JSONValue)])
  func numbers(text: String, value: JSONValue) { #expect(JSONValue(numberIn: text) == value) }

  @Test(
    "exclude hexadecimal and infinite numbers, and those with too many digits",
    arguments: [
      "0x21", "inf", "-infinity", "nan", "1e400", "", " ", "1,5", "5€", "1e", "--5", "33.333333333333333333",
      "10.00666666666666666", "9223372036854775808",
    ])
  func others(text: String) {
    #expect(JSONValue(numberIn: text) == .string(text))
  }
}
