import Testing

@testable import VicinityAccounts
@testable import VicinityCluster

@Suite("What a node knows") struct NodeStateTests {
  private static func status(head: Int64) -> LogStatus {
    LogStatus(
      epoch: 1, leader: nil, url: nil, leftMilliseconds: 0, head: head, at: 0, positions: [], isSnapshotWanted: false,
      schema: "", sqlite: "")
  }

  /// A reader that comes between question and answer must not take the answer for newer than its own change.
  @Test("it has heard of the log as it was when it was asked, not when the answer was there")
  func heard() {
    let state = NodeState()
    let start = ContinuousClock.now
    state.note(Self.status(head: 5), asked: start + .seconds(1))
    #expect(state.state(of: "a").heard == start + .seconds(1) && state.state(of: "a").head == 5)
    // An earlier question that is answered later.
    state.note(Self.status(head: 5), asked: start)
    #expect(state.state(of: "a").heard == start + .seconds(1))
  }
}
