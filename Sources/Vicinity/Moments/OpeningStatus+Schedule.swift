import CivilTime
import Hours

extension OpeningStatus {
  /// The status of a schedule at an instant; the next change is one of the state, not of a comment such as the name of
  /// a holiday.
  init(_ schedule: Schedule, at instant: Instant, withRule: Bool) {
    let moment = schedule.moment(at: instant)
    self.init(
      state: moment.state, nextChange: schedule.nextStateChange(after: instant), comment: moment.comment,
      rule: withRule ? moment.rule : nil)
  }
}
