/// Receives an answer match by match, so that only its output has to be in memory.
package protocol AnswerSink {
  /// The bytes written for the answer so far, counted against the query's budget.
  var byteCount: Int { get }
  /// Discards the output: the catalog has changed in between, and the answer starts over.
  mutating func restart()
  /// Begins an answer.
  /// - Parameter answer: everything except the matches and the relaxations.
  mutating func begin(_ answer: Answer)
  /// Adds the next match; never called for an answer of clusters.
  mutating func add(_ match: Match, to answer: Answer)
  /// Ends the answer.
  /// - Parameter relaxations: the changes that would give more results, if the query requests them.
  mutating func end(_ answer: Answer, relaxations: [Relaxation]?)
}
