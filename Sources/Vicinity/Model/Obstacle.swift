import CivilTime
import Streams

/// A reason why a listing is not available.
public enum Obstacle: Hashable, Sendable {
  /// These nights are taken, including some of the stay.
  case nightsTaken(Nights, by: TakenNights.Reason)
  /// More guests than the couch hosts.
  case tooManyGuests(asked: Int, hosts: Int)
  /// The arrival is before today in the couch's local time; `first` is the first possible day of arrival.
  case past(arrival: LocalDate, first: LocalDate)
  /// Fewer nights than the minimum.
  case tooFewNights(asked: Int, least: Int)
  /// More nights than the maximum.
  case tooManyNights(asked: Int, most: Int)
  /// Fewer nights than the minimum for an arrival on this day.
  case arrivalTakesMore(on: LocalDate, asked: Int, least: Int)
  /// More nights than the maximum for an arrival on this day.
  case arrivalTakesFewer(on: LocalDate, asked: Int, most: Int)
  /// The host requires this many days between booking and arrival; `bookBy` is the last possible day of booking in the
  /// couch's zone.
  case shortNotice(days: Int, bookBy: LocalDate)
  /// Closed at that time; `opensNext` is the next opening, if any.
  case closed(rule: String?, opensNext: Instant?)
  /// Not open for the whole requested time.
  case notThroughout
  /// It is unknown whether it is open; the text says why.
  case unknown(String)
  /// The event takes place at another time.
  case takesPlace(starts: Instant, ends: Instant?)
  /// The event has been cancelled or postponed.
  case isOff(EventStatus)
  /// The place is not in business.
  case notInBusiness(OperatingStatus)
}

extension Obstacle {
  /// The obstacle as text, with times in the zone.
  public func description(in zone: Zone) -> String {
    switch self {
    case .nightsTaken(let nights, let reason):
      "\(reason.words) from \(nights.from) to \(nights.to) (\(nights.count.counted("night")))"
    case .tooManyGuests(let asked, let hosts): "hosts \(hosts.counted("guest")), not \(asked)"
    case .past(let arrival, let first): "the arrival on \(arrival) is in the past (the first possible day is \(first))"
    case .tooFewNights(let asked, let least): "\(asked.counted("night")), at least \(least) required"
    case .tooManyNights(let asked, let most): "\(asked.counted("night")), at most \(most) allowed"
    case .arrivalTakesMore(let day, let asked, let least):
      "\(asked.counted("night")), at least \(least) required for a stay that arrives on \(day)"
    case .arrivalTakesFewer(let day, let asked, let most):
      "\(asked.counted("night")), at most \(most) allowed for a stay that arrives on \(day)"
    case .shortNotice(let days, let bookBy):
      "requires \(days.counted("day")) of notice: the last day to book was \(bookBy)"
    case .closed(let rule, let opensNext):
      "closed" + (rule.map { " by \"\($0)\"" } ?? "")
        + (opensNext.map { ", opens \(zone.localDateTime(at: $0))" } ?? ", and does not open again")
    case .notThroughout: "not open without a break for that long"
    case .unknown(let why): "unknown: \(why)"
    case .takesPlace(let starts, let ends):
      "takes place \(ends == nil ? "at" : "from") \(zone.localDateTime(at: starts))"
        + (ends.map { " to \(zone.localDateTime(at: $0))" } ?? "")
    case .isOff(.cancelled): "cancelled"
    case .isOff(.postponed): "postponed to a time that is not known yet"
    case .notInBusiness(.planned): "planned, and not open yet"
    case .notInBusiness(.closed): "closed for good"
    case .notInBusiness(let status): status.rawValue
    }
  }
}

extension TakenNights.Reason {
  /// The reason as text, before the nights.
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
  /// Whether an earlier booking of the same stay would have been possible.
  var isNotice: Bool { if case .shortNotice = self { true } else { false } }

  /// Whether the day of arrival is in the past.
  var isPast: Bool { if case .past = self { true } else { false } }
}
