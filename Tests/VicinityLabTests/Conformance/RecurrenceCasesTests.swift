import Streams
import TestSupport
import Testing

@testable import VicinityLab

@Suite("Conformance cases of recurrence")
struct RecurrenceCasesTests {
  private static func answer(_ line: String) -> String {
    Array(line.utf8).withUnsafeBufferPointer { RecurrenceCase.answer(to: $0).line.text }
  }

  @Test(
    "are answered in the notation and number of what they expect",
    arguments: [
      (
        #"{"id":"a","dtstart":"20260101T090000","tzid":"Europe/Berlin","rrule":"FREQ=DAILY","expected":["20260101T090000"],"complete":false}"#,
        #"{"id":"a","error":false,"occurrences":["20260101T090000"]}"#
      ),
      (
        #"{"id":"b","dtstart":"20260101","tzid":null,"rrule":"FREQ=DAILY;COUNT=2"}"#,
        #"{"id":"b","error":false,"occurrences":["20260101","20260102"]}"#
      ),
      (
        #"{"id":"c","dtstart":"20260101T090000Z","rrule":"FREQ=DAILY;COUNT=1"}"#,
        #"{"id":"c","error":false,"occurrences":["20260101T090000Z"]}"#
      ),
      (
        #"{"id":"d","ical":"DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY;COUNT=1","expected":["20260101T000000"]}"#,
        #"{"id":"d","error":false,"occurrences":["20260101T000000"]}"#
      ),
      (
        #"{"id":"e","set":{"rrule":[],"rdate":["20260102T090000","20260101T090000"],"exdate":["20260102T090000"]}}"#,
        #"{"id":"e","error":false,"occurrences":["20260101T090000"]}"#
      ),
    ])
  func answers(line: String, expected: String) {
    #expect(Self.answer(line) == expected)
  }

  @Test(
    "that cannot be answered become errors in their place",
    arguments: [
      (#"{"id":1,"dtstart":"20260101","rrule":"FREQ=WEKLY"}"#, "Did you mean WEEKLY?"),
      (#"{"id":1,"rrule":"FREQ=DAILY"}"#, "expected a start"), (#"{"id":1}"#, "rrule"), ("[]", "expected an object"),
      ("{", "expected"), (#"{"id":1,"dtstart":"20260101","rrule":"FREQ=DAILY","tzid":"Nowhere"}"#, "is not a zone"),
    ])
  func faults(line: String, word: String) {
    let answer = Self.answer(line)
    #expect(answer.contains(#""error":true,"occurrences":[],"message":""#))
    #expect(answer.contains(word), "\(answer)")
  }

  @Test(
    "are answered as expected wherever the references agree",
    .enabled(if: SharedFiles.isPresent, "the shared data is not there; VICINITY_SHARED names its folder"))
  func shared() throws {
    let score = try RecurrenceCases(path: SharedFiles.folder + "/recurrence/cases.jsonl").score()
    #expect(score.misses.filter { $0.isAgreed }.isEmpty)
    #expect(score.tally.agreed["all"]?.total ?? 0 > 400)
    #expect(score.unreadable == 0)
  }
}
