/// Periods shorter than a day: period *n* begins *n* intervals after that of the start.
extension RulePlan {
  private var unit: Int64 { rule.frequency.seconds ?? 1 }
  private var origin: Int64 { start.floorDivided(by: unit) * unit }
  private var stride: Int64 { unit * Int64(rule.interval) }

  /// The beginning of a period; nil on overflow.
  func step(_ period: Int) -> Int64? {
    let (distance, overflow) = Int64(period).multipliedReportingOverflow(by: stride)
    guard !overflow else { return nil }
    let (step, beyond) = origin.addingReportingOverflow(distance)
    return beyond ? nil : step
  }

  func period(atOrAfter wall: Int64) -> Int {
    wall <= origin ? 0 : Int((wall - origin + stride - 1) / stride)
  }

  /// The first moment at or after a step that the filters of days and times do not exclude outright.
  func nextAllowed(from step: Int64) -> Int64 {
    let day = step.floorDivided(by: 86_400)
    guard days.matches(Int(day)) else { return Int64(nextMonth(after: Int(day)) ?? Int(day) + 1) * 86_400 }
    let second = Int(step - day * 86_400)
    guard let hour = TimeFilter.next(times.hours, from: second / 3600, below: 24) else { return (day + 1) * 86_400 }
    if hour > second / 3600 { return day * 86_400 + Int64(hour) * 3600 }
    guard unit <= 60 else { return step }
    let hourStart = day * 86_400 + Int64(hour) * 3600
    guard let minute = TimeFilter.next(times.minutes, from: second / 60 % 60, below: 60) else {
      return hourStart + 3600
    }
    if minute > second / 60 % 60 { return hourStart + Int64(minute) * 60 }
    guard unit == 1 else { return step }
    let minuteStart = hourStart + Int64(minute) * 60
    return TimeFilter.next(times.seconds, from: second % 60, below: 60).map { minuteStart + Int64($0) } ?? minuteStart
      + 60
  }

  /// Appends the moments of a selected step.
  func append(step: Int64, to buffer: inout [Int64]) {
    let moments = offsets.map { step + Int64($0) }
    buffer.append(contentsOf: positioned(moments))
  }
}
