import CivilTime
import VicinityLab

@testable import Hours

/// Generates random values from the grammar of the specification.
struct RandomHours {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func value() -> String {
    var text = rule()
    for _ in 0..<number(0...3) {
      text += pick(["; ", "; ", "; ", " || "]) + rule()
    }
    return text
  }

  private mutating func rule() -> String {
    var parts: [String] = []
    if chance(5) { parts.append(pick(dates())) }
    if chance(8) { parts.append("week " + pick(["01-53/2", "12-14", "43", "01-10,50-53"])) }
    if chance(1, of: 2) { parts.append(pick(days())) }
    if chance(4, of: 5) { parts.append(times()) }
    if chance(4) || parts.isEmpty {
      parts.append(pick(["off", "open", "unknown", "closed \"x\"", "open \"y\"", "\"z\""]))
    }
    return parts.joined(separator: " ")
  }

  private mutating func dates() -> [String] {
    [
      "Jan", "Mar-Oct", "Nov-Feb", "Dec 24-26", "Dec 20-Jan 06", "2026 Oct 24", "easter -2 days-easter +1 day",
      "2026-2027", "2026 Mar 28-Apr 05", "Mar Su[-1]-Oct Su[-1]", "Dec 01-31/3", "2027+",
    ]
  }

  private mutating func days() -> [String] {
    let day = pick(Weekday.allCases).abbreviation
    let other = pick(Weekday.allCases).abbreviation
    return [
      day, "\(day)-\(other)", "\(day),\(other)", "\(day)[1,-1]", "PH", "SH", "\(day),PH", "PH \(day)", "PH -1 day",
    ]
  }

  private mutating func times() -> String {
    (0..<number(1...3)).map { _ in span() }.joined(separator: ",")
  }

  private mutating func span() -> String {
    let start = number(0...1439)
    switch number(0...9) {
    case 0: return Printer.time(start) + "+"
    case 1: return Printer.time(start) + "-" + Printer.time(start + number(1...1440)) + "+"
    case 2: return pick(["sunrise-sunset", "dusk-02:00", "(sunset-01:00)-23:00", "dawn-(sunrise+00:30)"])
    case 3: return Printer.time(start) + "-" + Printer.time(number(0...1439))
    default: return Printer.time(start / 30 * 30) + "-" + Printer.time(start / 30 * 30 + number(1...20) * 30)
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ share: Int) -> Bool { number(1...share) == 1 }

  private mutating func chance(_ count: Int, of total: Int) -> Bool { number(1...total) <= count }

  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(0...choices.count - 1)] }
}
