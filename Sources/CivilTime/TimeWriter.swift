/// Writes ISO 8601 fields as bytes.
struct TimeWriter {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(26) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func put(_ character: Unicode.Scalar) { bytes.append(UInt8(truncatingIfNeeded: character.value)) }

  mutating func twoDigits(_ value: Int) {
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10))
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
  }

  mutating func date(_ date: LocalDate) {
    let (year, month, day) = date.parts
    if (0...9999).contains(year) {
      twoDigits(year / 100)
      twoDigits(year % 100)
    } else {
      // ISO 8601 requires a sign on expanded years.
      bytes.append(contentsOf: "\(year < 0 ? "" : "+")\(year)".utf8)
    }
    put("-")
    twoDigits(month)
    put("-")
    twoDigits(day)
  }

  mutating func time(_ secondOfDay: Int) {
    twoDigits(secondOfDay / 3600)
    put(":")
    twoDigits(secondOfDay / 60 % 60)
    put(":")
    twoDigits(secondOfDay % 60)
  }

  mutating func dateTime(_ time: LocalDateTime) {
    date(time.date)
    put("T")
    self.time(time.secondOfDay)
  }

  mutating func offset(_ seconds: Int) {
    put(seconds < 0 ? "-" : "+")
    twoDigits(abs(seconds) / 3600)
    put(":")
    twoDigits(abs(seconds) / 60 % 60)
  }
}
