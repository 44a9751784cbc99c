@testable import Vicinity
@testable import VicinityFormats

extension AnswerLines {
  /// Writes an answer that is complete in memory.
  package mutating func write(_ answer: Answer) {
    begin(answer)
    for match in answer.matches { add(match, to: answer) }
    end(answer, relaxations: answer.relaxations)
  }
}
