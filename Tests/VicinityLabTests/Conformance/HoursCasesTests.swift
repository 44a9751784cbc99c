import Streams
import Testing

@testable import VicinityLab

@Suite("Conformance cases of opening hours")
struct HoursCasesTests {
  private static func answer(_ line: String) -> String {
    Array(line.utf8).withUnsafeBufferPointer { HoursCase.answer(to: $0).line.text }
  }

  @Test(
    "are answered with times as they are written",
    arguments: [
      (
        #"{"id":1,"value":"10:00-12:00","from":"2026-01-02T00:00","to":"2026-01-03T00:00","timezone":null}"#,
        #"{"id":1,"error":false,"intervals":[["2026-01-02T10:00","2026-01-02T12:00","open",null]]}"#
      ),
      // Clipped to the window, and the offset changes with the clocks.
      (
        #"{"id":"dst","value":"24/7","from":"2026-03-28T12:00+01:00","to":"2026-03-29T12:00+02:00","#
          + #""timezone":"Europe/Berlin"}"#,
        #"{"id":"dst","error":false,"intervals":[["2026-03-28T12:00+01:00","2026-03-29T12:00+02:00","open",null]]}"#
      ),
      (
        #"{"id":"gb","value":"10:00-11:00","from":"2026-01-02T00:00+00:00","to":"2026-01-03T00:00+00:00","#
          + #""timezone":"Europe/London"}"#,
        #"{"id":"gb","error":false,"intervals":[["2026-01-02T10:00+00:00","2026-01-02T11:00+00:00","open",null]]}"#
      ),
      // The calendar of the case takes precedence over that of its country; a holiday may have no name.
      (
        #"{"id":"ph","value":"PH 10:00-11:00","from":"2026-12-24T00:00","to":"2026-12-26T00:00","timezone":null,"#
          + #""context":{"country_code":"de"},"holidays":{"PH":[["2026-12-24",null]]}}"#,
        #"{"id":"ph","error":false,"intervals":[["2026-12-24T10:00","2026-12-24T11:00","open",null]]}"#
      ),
      (
        #"{"id":"by","value":"24/7; PH off","from":"2026-01-05T00:00","to":"2026-01-07T00:00","timezone":null,"#
          + #""context":{"country_code":"de","state":"Bayern"}}"#,
        #"{"id":"by","error":false,"intervals":[["2026-01-05T00:00","2026-01-06T00:00","open",null]]}"#
      ),
      (#"{"id":"ok","kind":"ok","value":"Mo-Fr"}"#, #"{"id":"ok","error":false,"intervals":[]}"#),
    ])
  func answers(line: String, expected: String) { #expect(Self.answer(line) == expected) }

  @Test(
    "that are invalid become errors with a message",
    arguments: [
      ("", "null", "not valid JSON"), ("[1]", "null", "expected an object"),
      (#"{"id":7}"#, "7", "\\\"value\\\" must be"),
      (#"{"id":"a","value":"25:99"}"#, "\"a\"", "expected"),
      (#"{"id":"a","value":"24/7","timezone":"Berlin"}"#, "\"a\"", "is not a zone"),
      (#"{"id":"a","value":"24/7","from":1}"#, "\"a\"", "must be a time"),
      (#"{"id":"a","value":"24/7","from":"x"}"#, "\"a\"", "x"),
      (#"{"id":"a","value":"24/7","from":"2026-01-02T00:00","to":"2026-01-01T00:00"}"#, "\"a\"", "must be after"),
      (#"{"id":"a","value":"24/7","from":"1026-01-02T00:00","to":"2026-01-01T00:00"}"#, "\"a\"", "100 years"),
      (#"{"id":"a","value":"PH","holidays":{"PH":[[]]}}"#, "\"a\"", "[date, name]"),
      (#"{"id":"a","value":"SH","holidays":{"SH":[["2026-01-02","2026-01-01","x"]]}}"#, "\"a\"", "before it begins"),
    ])
  func refusals(line: String, id: String, message: String) {
    let answer = Self.answer(line)
    #expect(answer.hasPrefix(#"{"id":\#(id),"error":true,"intervals":[],"message":""#), "\(answer)")
    #expect(answer.contains(message), "\(answer)")
  }
}
