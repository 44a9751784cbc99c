extension OpeningStatus {
  /// The state for people: `open until 02:00`, `closed, opens Fr 17:00`, `unknown`; an event is `on until 01:00` or starts.
  func text(kind: Kind, clock: LocalTimeText) -> String {
    let change = nextChange.map { clock.short($0) }
    let words = kind == .event ? eventText(change) : barText(change)
    return comment.map { "\(words) (\($0.printable))" } ?? words
  }

  private func barText(_ change: String?) -> String {
    switch state {
    case .open: change.map { "open until \($0)" } ?? "open"
    case .closed: change.map { "closed, opens \($0)" } ?? "closed"
    case .unknown: change.map { "unknown until \($0)" } ?? "unknown"
    }
  }

  private func eventText(_ change: String?) -> String {
    switch state {
    case .open: change.map { "on until \($0)" } ?? "on"
    case .closed: change.map { "starts \($0)" } ?? "over"
    case .unknown: "unknown"
    }
  }
}
