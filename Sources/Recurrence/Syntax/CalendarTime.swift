import CivilTime

/// A DATE or DATE-TIME of iCalendar: what the clock shows, and whose clock it is.
public struct CalendarTime: Hashable, Sendable {
  /// Whose clock a time is of.
  public enum Reference: Hashable, Sendable {
    /// A whole day, wherever it is looked at; the time of day is midnight.
    case date
    /// The same reading of the clock in every place.
    case floating
    /// Coordinated Universal Time.
    case utc
    /// The clocks of a zone.
    case zone(Zone)
  }

  /// What calendar and clock show.
  public let local: LocalDateTime
  /// Whose clock it is.
  public let reference: Reference

  /// Makes a time; the time of day of a `date` is dropped.
  public init(_ local: LocalDateTime, _ reference: Reference) {
    self.local = reference == .date ? LocalDateTime(date: local.date, secondOfDay: 0) : local
    self.reference = reference
  }

  /// Makes an all-day value.
  public init(_ date: LocalDate) { self.init(LocalDateTime(date: date, secondOfDay: 0), .date) }
}

extension CalendarTime {
  /// Whether it is a whole day.
  public var isDate: Bool { reference == .date }

  /// The instant it means.
  ///
  /// A time that a zone's clocks skip takes the offset from before the gap, of a time shown twice it is the first (RFC 5545, 3.3.5).
  /// - Parameter zone: Where days and floating times are looked at.
  public func instant(floatingIn zone: Zone = .utc) -> Instant { clock(floatingIn: zone).instant(of: local) }

  /// The zone that reads it.
  func clock(floatingIn zone: Zone) -> Zone {
    switch reference {
    case .date, .floating: zone
    case .utc: .utc
    case .zone(let own): own
    }
  }
}

extension LocalDateTime {
  /// Seconds since 1970-01-01T00:00:00 by the clock on the wall.
  var wallSeconds: Int64 { Int64(date.dayNumber) * 86_400 + Int64(secondOfDay) }

  init(wallSeconds seconds: Int64) {
    let day = seconds.floorDivided(by: 86_400)
    self.init(date: LocalDate(dayNumber: Int(day)), secondOfDay: Int(seconds - day * 86_400))
  }
}

extension BinaryInteger {
  /// The quotient rounded down; `divisor` is positive.
  func floorDivided(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The remainder in 0..<`divisor`.
  func floorRemainder(by divisor: Self) -> Self { self - floorDivided(by: divisor) * divisor }
}
