/// The sums and times of the events below each child of one inner node that are not over, and when they are right.
final class ComingSums: Sendable {
  private let sums: [CellSum]
  /// By child.
  let times: [Times]
  /// The times, in Unix seconds, at which the same events and occurrences are not over.
  let valid: Range<Int64>

  /// The least and greatest starts and ends of events, in Unix seconds, at the next occurrences.
  struct Times {
    private var (leastStart, greatestStart) = (Int64.max, Int64.min)
    private var (leastEnd, greatestEnd) = (Int64.max, Int64.min)

    mutating func add(_ times: OccurrenceTimes) {
      if let start = times.start?.secondsSince1970 {
        (leastStart, greatestStart) = (min(leastStart, start), max(greatestStart, start))
      }
      if let end = times.end?.secondsSince1970 {
        (leastEnd, greatestEnd) = (min(leastEnd, end), max(greatestEnd, end))
      }
    }

    mutating func add(_ other: Times) {
      (leastStart, leastEnd) = (min(leastStart, other.leastStart), min(leastEnd, other.leastEnd))
      (greatestStart, greatestEnd) = (max(greatestStart, other.greatestStart), max(greatestEnd, other.greatestEnd))
    }

    /// The least value of a sort key by start or end; infinity without any.
    func least(_ key: Query.SortKey) -> Double {
      let (least, greatest) = key.property == .start ? (leastStart, greatestStart) : (leastEnd, greatestEnd)
      return least > greatest ? .infinity : key.isDescending ? -Double(greatest) : Double(least)
    }
  }

  /// - Parameters:
  ///   - sums: one for each child.
  ///   - times: likewise.
  init(_ sums: [CellSum], _ times: [Times], valid: Range<Int64>) {
    (self.sums, self.times, self.valid) = (sums, times, valid)
  }

  /// The sum below a child.
  func sum(below child: Int) -> CellSum { sums[child] }

  /// The sum below all children.
  var total: CellSum { sums.reduce(into: CellSum()) { $0 += $1 } }
}
