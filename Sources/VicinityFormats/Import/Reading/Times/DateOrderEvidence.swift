/// What the dates of a column show about their order.
struct DateOrderEvidence {
  private var orders = Set(DateOrder.allCases)
  /// The years of dates that may begin or end with one, for both cases.
  private var (first, last) = (Span(), Span())

  /// The years that differ by less are those of one program of events.
  private static let program = 2

  private struct Span {
    var (low, high) = (Int.max, Int.min)

    mutating func add(_ year: Int) { (low, high) = (min(low, year), max(high, year)) }

    var isShort: Bool { low > high || high - low <= DateOrderEvidence.program }
  }

  mutating func add(_ date: DateText) {
    for numbers in date.numbers where !numbers.orders.isEmpty {
      orders.formIntersection(numbers.orders)
      guard numbers.orders.contains(.ymd) else { continue }
      first.add(numbers.firstYear)
      last.add(numbers.lastYear)
    }
  }

  /// The order of all dates; nil when none of them shows it, or some contradict others.
  ///
  /// In `26-11-27` and `26-12-05` the year is at the end where the years lie close together.
  var order: DateOrder? {
    var orders = orders
    if orders.contains(.ymd), first.isShort != last.isShort {
      orders = first.isShort ? [.ymd] : orders.subtracting([.ymd])
    }
    return orders.count == 1 ? orders.first : nil
  }
}
