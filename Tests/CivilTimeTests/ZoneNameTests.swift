import CivilTime
import Testing

@Suite("Names of zones in files of other programs")
struct ZoneNameTests {
  @Test(
    "mean a zone",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), ("Romance Standard Time", "Europe/Paris"),
      ("GMT Standard Time", "Europe/London"), ("Greenwich Standard Time", "Atlantic/Reykjavik"),
      ("Eastern Standard Time", "America/New_York"), ("Pacific Daylight Time", "America/Los_Angeles"),
      ("GMT Daylight Time", "Europe/London"), ("India Standard Time", "Asia/Kolkata"),
      ("Central European Standard Time", "Europe/Warsaw"), ("UTC", "UTC"), ("Tokyo Standard Time", "Asia/Tokyo"),
      ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
      ("(GMT+01:00) Brussels, Copenhagen, Madrid, Paris", "Europe/Paris"),
      ("(UTC+09:00) Osaka, Sapporo, Tokyo", "Asia/Tokyo"), ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
      ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
      ("(UTC+12:00) Auckland, Wellington", "Pacific/Auckland"),
      ("(UTC-03:00) Buenos Aires", "America/Argentina/Buenos_Aires"),
      ("tzone://Microsoft/W. Europe Standard Time", "Europe/Berlin"),
      ("Mid-Atlantic Standard Time", "Etc/GMT+2"), ("Kamchatka Standard Time", "Asia/Kamchatka"),
      ("/citadel.org/20210210_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ])
  func known(name: String, identifier: String) throws {
    #expect(Zone.named(name)?.identifier == identifier)
  }

  @Test(
    "are not guessed",
    arguments: ["tzone://Microsoft/Custom", "Customized Time Zone", "Berlin", "(UTC+01:00)", "(UTC+05:00) Berlin", ""])
  func unknown(name: String) { #expect(Zone.named(name) == nil) }

  @Test("from Exchange mean UTC in its spelling, too")
  func exchange() throws {
    let zone = try #require(Zone.named("tzone://Microsoft/Utc"))
    #expect(zone.offset(at: Instant(secondsSince1970: 1_752_537_600)) == 0)
  }
}
