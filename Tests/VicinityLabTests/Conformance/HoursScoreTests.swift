import Testing

@testable import VicinityLab

@Suite("The score of a conformance file")
struct HoursScoreTests {
  private static func score(_ lines: String...) -> HoursScore {
    var score = HoursScore()
    for line in lines { Array(line.utf8).withUnsafeBufferPointer { score.add($0) } }
    return score
  }

  @Test(
    "covers every kind of query",
    arguments: [
      (#""kind":"ok","value":"Mo-Fr""#, #""kind":"ok","value":"Mo-""#),
      (#""kind":"warn","value":"mo-fr""#, #""kind":"warn","value":"often""#),
      (#""kind":"error","value":"often""#, #""kind":"error","value":"Mo-Fr""#),
      (
        #""kind":"state","value":"10:00-12:00","at":"2026-11-27T11:00","expected":"open""#,
        #""kind":"state","value":"10:00-12:00","at":"2026-11-27T12:00","expected":"open""#
      ),
      (
        #""kind":"states","value":"10:00+","at":["2026-11-27T09:00","2026-11-27T11:00"],"expected":["closed","unknown"]"#,
        #""kind":"states","value":"10:00+","at":["2026-11-27T09:00","2026-11-27T11:00"],"expected":["closed","open"]"#
      ),
      (
        #""kind":"next_change","value":"10:00-12:00","at":"2026-11-27T11:00","expected":"2026-11-27T12:00""#,
        #""kind":"next_change","value":"24/7","at":"2026-11-27T11:00","expected":"2026-11-27T12:00""#
      ),
      (
        #""kind":"open_next","value":"10:00-12:00","at":"2026-11-27T12:00","expected":"2026-11-28T10:00""#,
        #""kind":"open_next","value":"off","at":"2026-11-27T12:00","expected":"2026-11-28T10:00""#
      ),
      (
        #""kind":"open_until","value":"24/7","at":"2026-11-27T12:00","expected":null"#,
        #""kind":"open_until","value":"10:00-13:00","at":"2026-11-27T12:00","expected":null"#
      ),
      (
        #""kind":"last_open","value":"Mo 10:00-13:00","at":"2026-11-27T12:00","expected":"2026-11-23T13:00""#,
        #""kind":"last_open","value":"off","at":"2026-11-27T12:00","expected":"2026-11-23T13:00""#
      ),
      (
        #""kind":"open_interval_at_or_after","value":"24/7","at":"2026-11-27T12:00","expected":[null,null]"#,
        #""kind":"open_interval_at_or_after","value":"24/7","at":"2026-11-27T12:00","expected":null"#
      ),
      (
        #""kind":"equal","value":"mo 10-12","other":"Mo 10:00-12:00","expected":true"#,
        #""kind":"equal","value":"mo 10-12","other":"Tu 10:00-12:00","expected":true"#
      ),
      (
        #""kind":"intervals","value":"Fr","from":"2026-11-27T00:00","to":"2026-11-29T00:00","expected_open_intervals":"#
          + #"[["2026-11-27T00:00","2026-11-27T12:00","open",null],["2026-11-27T12:00","2026-11-28T00:00","open",null]]"#,
        #""kind":"intervals","value":"Fr","from":"2026-11-27T00:00","to":"2026-11-29T00:00","expected_open_intervals":[]"#
      ),
    ])
  func kinds(right: String, wrong: String) {
    let score = Self.score("{\"id\":1,\(right)}", "{\"id\":2,\(wrong)}")
    #expect(score.tally.agreed["all"] == CaseTally.Count(passed: 1, total: 2))
    #expect(score.misses.map(\.id) == ["2"])
    #expect(score.unreadable == 0)
  }

  @Test("says which misses a decision explains")
  func reasons() {
    let tail = #"{"id":"t","kind":"state","value":"Th 20:00-02:00; Fr 20:00-03:00","at":"2026-11-27T01:00","#
    let score = Self.score(
      tail + #""expected":"closed","consensus":false}"#, #"{"id":"c","kind":"error","value":"SH","consensus":true}"#,
      #"{"id":"o","kind":"error","value":"Mo"}"#)
    #expect(score.misses.map(\.reason) == [.tail, .calendar, nil])
    #expect(score.tally.disputed["kind state"] == CaseTally.Count(passed: 0, total: 1))
  }

  @Test(
    "counts lines that are no cases",
    arguments: ["", "[]", "{}", #"{"value":"Mo","kind":"when","at":"2026-11-27T01:00"}"#])
  func faults(line: String) { #expect(Self.score(line).unreadable == 1) }
}
