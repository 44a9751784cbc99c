import CivilTime
import Streams

/// One thing that stands in the way.
public enum Obstacle: Hashable, Sendable {
  /// These nights are taken, some of the stay among them.
  case nightsTaken(Nights, by: TakenNights.Reason)
  /// More guests than the couch hosts.
  case tooManyGuests(asked: Int, hosts: Int)
  /// The arrival is before today on the couch's clock; the first day on which a guest who books now may arrive.
  case past(arrival: LocalDate, first: LocalDate)
  /// Fewer nights than the host wants.
  case tooFewNights(asked: Int, least: Int)
  /// More nights than the host allows.
  case tooManyNights(asked: Int, most: Int)
  /// Fewer nights than the host wants of a stay that arrives on this day.
  case arrivalTakesMore(on: LocalDate, asked: Int, least: Int)
  /// More nights than the host allows a stay that arrives on this day.
  case arrivalTakesFewer(on: LocalDate, asked: Int, most: Int)
  /// The host wants so many days between booking and arrival; the last day, in the couch's zone, on which the stay could be booked.
  case shortNotice(days: Int, bookBy: LocalDate)
  /// Closed then; opens next at this instant, if ever.
  case closed(rule: String?, opensNext: Instant?)
  /// Not open without a break for as long as asked.
  case notThroughout
  /// Nobody knows whether it is open; the text says why.
  case unknown(String)
  /// The event takes place at another time.
  case takesPlace(starts: Instant, ends: Instant?)
}

extension Obstacle {
  /// What is in the way, in words, with times on the clock of `zone`.
  public func description(in zone: Zone) -> String {
    switch self {
    case .nightsTaken(let nights, let reason):
      "\(reason.words) from \(nights.from) to \(nights.to) (\(nights.count.counted("night")))"
    case .tooManyGuests(let asked, let hosts): "hosts \(hosts), not \(asked) guests"
    case .past(let arrival, let first): "the arrival on \(arrival) is in the past (the first possible day is \(first))"
    case .tooFewNights(let asked, let least): "\(asked) of at least \(least) nights"
    case .tooManyNights(let asked, let most): "\(asked) of at most \(most) nights"
    case .arrivalTakesMore(let day, let asked, let least):
      "\(asked) of at least \(least) nights for a stay that arrives on \(day)"
    case .arrivalTakesFewer(let day, let asked, let most):
      "\(asked) of at most \(most) nights for a stay that arrives on \(day)"
    case .shortNotice(let days, let bookBy):
      "wants \(days.counted("day")) of notice: the last day to book it was \(bookBy)"
    case .closed(let rule, let opensNext):
      "closed" + (rule.map { " by \"\($0)\"" } ?? "")
        + (opensNext.map { ", opens \(zone.localDateTime(at: $0))" } ?? ", and does not open again")
    case .notThroughout: "not open without a break for that long"
    case .unknown(let why): "nobody knows: \(why)"
    case .takesPlace(let starts, let ends):
      "takes place \(ends == nil ? "at" : "from") \(zone.localDateTime(at: starts))"
        + (ends.map { " to \(zone.localDateTime(at: $0))" } ?? "")
    }
  }
}

extension TakenNights.Reason {
  /// The reason in words, before the nights.
  fileprivate var words: String {
    switch self {
    case .requested: "requested by a guest"
    case .confirmed: "booked"
    case .blocked: "blocked by the host"
    case .unavailable: "taken"
    }
  }
}

extension Obstacle {
  /// Whether an earlier booking of the same stay could have been had.
  var isNotice: Bool { if case .shortNotice = self { true } else { false } }

  /// Whether the day of arrival is over.
  var isPast: Bool { if case .past = self { true } else { false } }
}
