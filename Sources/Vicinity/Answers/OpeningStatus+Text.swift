import Hours
import Streams

extension OpeningStatus {
  /// The next change: `closes 02:00, in 1 h 20 min`, `opens Sa 17:00, in 3 h`; an event ends or starts. Without a next
  /// change, the state.
  package func text(kind: Kind, clock: LocalTimeText) -> String {
    let words = change(kind, clock) ?? stateText(kind)
    return comment.map { "\(words) (\($0.printable))" } ?? words
  }

  /// The same without the time until the change and without a comment: `closes 02:00`.
  package func briefText(kind: Kind, clock: LocalTimeText) -> String {
    nextChange.map { "\(verb(kind)) \(clock.short($0))" } ?? stateText(kind)
  }

  /// The same preceded by the state: `open, closes 02:00, in 1 h 20 min`.
  package func sentence(kind: Kind, clock: LocalTimeText) -> String {
    guard state != .unknown, change(kind, clock) != nil else { return text(kind: kind, clock: clock) }
    return "\(state.rawValue), \(text(kind: kind, clock: clock))"
  }

  private func change(_ kind: Kind, _ clock: LocalTimeText) -> String? {
    guard let nextChange else { return nil }
    return "\(verb(kind)) \(clock.short(nextChange))\(clock.wait(until: nextChange).map { ", \($0)" } ?? "")"
  }

  private func verb(_ kind: Kind) -> String {
    switch state {
    case .open: kind == .event ? "ends" : "closes"
    case .closed: kind == .event ? "starts" : "opens"
    case .unknown: "unknown until"
    }
  }

  private func stateText(_ kind: Kind) -> String {
    switch state {
    case .open: kind == .event ? "on" : "open"
    case .closed: kind == .event ? "over" : "closed"
    case .unknown: "unknown"
    }
  }
}
