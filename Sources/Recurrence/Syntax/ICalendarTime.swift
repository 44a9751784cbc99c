import CivilTime

/// A DATE or DATE-TIME of iCalendar: a local time and its reference.
public struct ICalendarTime: Hashable, Sendable {
  /// The reference of a time.
  public enum Reference: Hashable, Sendable {
    /// An all-day value in any zone; the time of day is midnight.
    case date
    /// The same local time in every place.
    case floating
    /// Coordinated Universal Time.
    case utc
    /// The local time of a zone.
    case zone(Zone)
  }

  /// The local date and time.
  public let local: LocalDateTime
  /// The reference.
  public let reference: Reference

  /// Makes a time; a `date` drops the time of day.
  public init(_ local: LocalDateTime, _ reference: Reference) {
    self.local = reference == .date ? LocalDateTime(date: local.date, secondOfDay: 0) : local
    self.reference = reference
  }

  /// Makes an all-day value.
  public init(_ date: LocalDate) { self.init(LocalDateTime(date: date, secondOfDay: 0), .date) }
}

extension ICalendarTime {
  /// Whether it is an all-day value.
  public var isDate: Bool { reference == .date }

  /// The instant that it denotes.
  ///
  /// A time that the clocks of a zone skip takes the offset from before the gap, of a repeated time the first one
  /// counts (RFC 5545, 3.3.5).
  /// - Parameter zone: the zone for all-day and floating times.
  public func instant(floatingIn zone: Zone = .utc) -> Instant { clock(floatingIn: zone).instant(of: local) }

  /// The zone of its local time.
  func clock(floatingIn zone: Zone) -> Zone {
    switch reference {
    case .date, .floating: zone
    case .utc: .utc
    case .zone(let own): own
    }
  }
}

extension LocalDateTime {
  /// Seconds since 1970-01-01T00:00:00 in local time.
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
