import CivilTime
import Vicinity

/// Generates the attributes of an event.
struct EventGenerator {
  /// The reference day: events begin from two weeks before to six months after, most of them soon.
  let start: LocalDate

  func fill(_ event: inout Listing, at spot: GeneratedWorld.Spot, _ random: inout SplitMix64) {
    let theme = TagPool.of(.event).tag(&random)
    event.name = name(theme, &random)
    event.tags = Set(TagPool.of(.event).tags(random.below(4), &random) + [theme]).sorted()
    event.address = spot.address(&random)
    schedule(&event, in: spot.city.zone, &random)
    event.price = price(in: spot.city.currency, isFree: event.tags.contains("free"), &random)
    event.rate(&random)
    event.host = "member-\(1 + random.below(50_000))"
    if random.chance(percent: 60) {
      event.capacity = random.pick([12, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500, 1200])
    }
    if random.chance(percent: 30) {
      event.description = "\(random.pick(Self.promises)) for \(random.pick(Self.audiences))."
    }
  }

  private func name(_ theme: String, _ random: inout SplitMix64) -> String {
    let word = theme.split(separator: "-").joined(separator: " ")
    let capital = word.prefix(1).uppercased() + word.dropFirst()
    return "\(capital) \(random.pick(Self.forms))"
  }

  private func price(in currency: String, isFree: Bool, _ random: inout SplitMix64) -> Price? {
    if isFree || random.chance(percent: 15) { return Price(minorUnits: 0, currency: nil) }
    return random.chance(percent: 90)
      ? Price(euroCents: 300 + 50 * random.below(30) * (1 + random.below(4)), in: currency) : nil
  }

  private func schedule(_ event: inout Listing, in zone: String, _ random: inout SplitMix64) {
    guard let zone = Zone(identifier: zone) else { return }
    let begins = zone.instant(of: LocalDateTime(date: day(&random), secondOfDay: 1800 * halfHourOfDay(&random)))
    let lastsDays = random.chance(percent: 5)
    let halfHours = lastsDays ? 48 * random.within(1...9) : random.within(2...14)
    event.starts = begins
    event.ends = begins + Int64(1800 * halfHours)
    guard !lastsDays, random.chance(percent: 5) else { return }
    event.recurrence = "FREQ=WEEKLY;COUNT=\(random.within(4...20))"
  }

  /// Sooner days are more likely; every second draw is the Friday or Saturday of the week.
  private func day(_ random: inout SplitMix64) -> LocalDate {
    let soon = random.unit()
    let day = start + (Int(190 * soon * soon) - 14)
    guard random.oneIn(2) else { return day }
    let friday = Weekday.friday.rawValue - day.weekday.rawValue
    return day + (friday + random.below(2))
  }

  /// Mostly between 18:00 and 23:00, else in the daytime.
  private func halfHourOfDay(_ random: inout SplitMix64) -> Int {
    random.chance(percent: 75) ? random.within(36...46) : random.within(18...35)
  }

  private static let forms = [
    "night", "evening", "session", "social", "festival", "marathon", "afternoon", "special", "jam",
  ]
  private static let promises = [
    "An evening", "Good company", "A stage", "Long tables and loud songs", "Three rounds", "One last chance",
    "A gentle introduction", "Open doors",
  ]
  private static let audiences = [
    "beginners", "everybody who dances", "neighbours", "night owls", "families", "students", "listeners",
    "curious people", "old friends",
  ]
}
