import CivilTime
import Streams
import Vicinity

/// The nights of a couch one by one, as a calendar for booking shows them: whether a night is free and what it costs,
/// but not why or for whom it is taken.
package struct NightsReport: Sendable {
  private let calendar: AvailabilityCalendar
  private let nights: Nights
  private let now: Instant
  private let saysWhy: Bool

  /// The nights of a report that asks for no certain ones.
  package static let usualCount = 62

  /// Makes a report; nil for zero nights, and for more than `AvailabilityCalendar.longestStay`.
  ///
  /// - Parameters:
  ///   - calendar: the calendar of the couch.
  ///   - first: the first night; nil for today, as the date local to the couch.
  ///   - end: the day after the last night; nil for about two months.
  ///   - now: the time of booking.
  ///   - saysWhy: whether taken nights say why they are, as for the host.
  package init?(
    _ calendar: AvailabilityCalendar, from first: LocalDate?, to end: LocalDate?, at now: Instant, saysWhy: Bool = false
  ) {
    let first = first ?? calendar.today(at: now)
    guard let nights = Nights(from: first, to: end ?? first + Self.usualCount),
      nights.count <= AvailabilityCalendar.longestStay
    else { return nil }
    (self.calendar, self.nights, self.now, self.saysWhy) = (calendar, nights, now, saysWhy)
  }

  /// `id`, `currency`, `guests`, `firstArrival`, and `nights`: `date`, `free`, `price`, and the `minNights` and
  /// `maxNights` of a stay from that day; and `taken`, if they say why.
  package var json: JSONValue {
    let firstArrival = calendar.firstArrival(at: now)
    let free = calendar.freeNights(in: nights)
    let taken = saysWhy ? calendar.taken.filter { $0.nights.overlaps(nights) } : []
    var object = JSONObject([("id", .string(calendar.listing))])
    object["currency"] = (calendar.price ?? calendar.rates.lazy.compactMap(\.price).first)?.currency.map { .string($0) }
    object["guests"] = .int(Int64(calendar.guests))
    object["firstArrival"] = .string("\(firstArrival)")
    object["nights"] = .array(
      (0..<nights.count).map { offset in
        let date = nights.from + offset
        let isFree = date >= firstArrival && free.contains { $0.from <= date && date < $0.to }
        return night(date, isFree: isFree, taken)
      })
    return .object(object)
  }

  private func night(_ date: LocalDate, isFree: Bool, _ taken: [TakenNights]) -> JSONValue {
    let rate = calendar.rates.rate(on: date)
    var object = JSONObject([("date", .string("\(date)")), ("free", .bool(isFree))])
    object["taken"] = taken.reason(on: date).map { .string($0.rawValue) }
    object["price"] = (rate?.price ?? calendar.price).map { .double($0.amount) }
    object["minNights"] = (rate?.minNights ?? calendar.minNights).map { .int(Int64($0)) }
    object["maxNights"] = (rate?.maxNights ?? calendar.maxNights).map { .int(Int64($0)) }
    return .object(object)
  }
}

extension [TakenNights] {
  /// Why a night is taken; a stay takes precedence over blocked dates of the host or the source.
  fileprivate func reason(on date: LocalDate) -> TakenNights.Reason? {
    let reasons = filter { $0.nights.from <= date && date < $0.nights.to }.map(\.reason)
    return reasons.first(where: \.isBooking) ?? reasons.first { $0 == .blocked } ?? reasons.first
  }
}
