import Streams
import Vicinity

extension Batch {
  /// The answers to some lines of a block.
  package struct Piece: Sendable {
    /// The answer lines.
    package var bytes: [UInt8]
    /// The number of the line to go on with; nil when all are answered.
    package var next: Int?
  }

  /// Answers lines of a block until it has taken a while or written a mebibyte: for callers that serve others in
  /// between.
  ///
  /// - Parameters:
  ///   - block: whole lines.
  ///   - line: the number of the first line to answer.
  ///   - time: after which no other line is begun.
  ///   - deadline: the most time of one line.
  package func piece(of block: LineBlock, from line: Int, for time: Duration, deadline: Duration) -> Piece {
    let (now, started) = (clock(), ContinuousClock.now)
    var lines = AnswerLines(reservingCapacity: 4 * block.bytes.count)
    var series = catalog.answerSeries(within: budget)
    var next: Int?
    block.forEachLine { text, number in
      guard number >= line, block.isOverlong || !LineBlock.isBlank(text) else { return true }
      let moment = ContinuousClock.now
      guard lines.json.count < Self.mostOfPiece, moment - started < time else {
        next = number
        return false
      }
      series.budget.deadline = moment + deadline
      lines.beginLine()
      _ =
        block.isOverlong
        ? refuse(number, &lines) : answer(text, number: number, now: now, from: &series, to: &lines)
      return true
    }
    return Piece(bytes: lines.json.take(), next: next)
  }

  private static let mostOfPiece = 1 << 20
}
