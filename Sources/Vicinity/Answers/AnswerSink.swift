/// Takes an answer match by match, so that only what is made of it has to be in memory.
package protocol AnswerSink {
  /// How many bytes were made of the answer so far, for the budget of the query.
  var byteCount: Int { get }
  /// Forgets what was made of the answer: the catalog has changed meanwhile, and the answer begins again.
  mutating func restart()
  /// Begins an answer.
  /// - Parameter answer: everything but the matches and the relaxations.
  mutating func begin(_ answer: Answer)
  /// Adds the next match; never called for an answer of clusters.
  mutating func add(_ match: Match, to answer: Answer)
  /// Ends the answer.
  /// - Parameter relaxations: what would give more, if the query asks for it.
  mutating func end(_ answer: Answer, relaxations: [Relaxation]?)
}
