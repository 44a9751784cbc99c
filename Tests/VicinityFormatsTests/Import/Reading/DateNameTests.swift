import CivilTime
import Testing

@testable import VicinityFormats

@Suite("Names of months and zones in dates") struct DateNameTests {
  /// January to December, as dates write them.
  static let months: [(language: String, names: String)] = [
    ("Turkish", "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
    ("Turkish in capitals", "OCAK ŞUBAT MART NİSAN MAYIS HAZİRAN TEMMUZ AĞUSTOS EYLÜL EKİM KASIM ARALIK"),
    ("Turkish in short", "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara"),
    (
      "Polish",
      "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada_2026_r. grudnia"
    ),
    ("Czech", "ledna února března dubna května června července srpna září října listopadu prosince"),
    (
      "Croatian",
      "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada_2026._godine studenoga prosinca"
    ),
    ("Slovak", "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra"),
    ("Ukrainian", "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"),
    ("Russian", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
    ("Russian in short", "янв фев мар апр мая июн июл авг сен окт ноя дек"),
    (
      "Finnish",
      """
      tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta \
      marraskuuta joulukuuta
      """
    ),
    ("Estonian", "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember"),
    ("Danish", "januar februar marts april maj juni juli august september oktober november december"),
    ("Norwegian in short", "jan feb mars apr mai juni juli aug sep okt nov des"),
    ("French in short", "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    ("Portuguese in short", "jan fev mar abr mai jun jul ago set out nov dez"),
    ("Spanish in short", "ene feb mar abr may jun jul ago sept oct nov dic"),
    ("Italian in short", "gen feb mar apr mag giu lug ago set ott nov dic"),
    ("German in short", "Jan. Feb. Mär. Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez."),
    ("Austrian", "Jänner Feber März April Mai Juni Juli August September Oktober November Dezember"),
    ("Hungarian", "január február március április május június július augusztus szeptember október november december"),
    ("Romanian", "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"),
    (
      "Greek",
      """
      Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου \
      Δεκεμβρίου
      """
    ),
  ]

  @Test("are those of their language", arguments: months)
  func monthsOfLanguages(language: String, names: String) throws {
    let names = names.split(separator: " ").map { $0.replacing("_", with: " ") }
    #expect(names.count == 12)
    for (index, name) in names.enumerated() {
      let text = name.contains("2026") ? "27 \(name)" : "27 \(name) 2026"
      let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      let place = text.hasPrefix("27 листопада") ? Zone(identifier: "Europe/Kyiv") : nil
      #expect(try DateText(text)?.start(nil, in: place) == "2026-\(month)-27", "\(text)")
    }
  }

  /// A date, the zone of the place, and the day; nil where nothing tells the language.
  static let friends: [(text: String, zone: String?, day: String?)] = [
    ("27. listopada 2026", nil, nil), ("27 listopada 2026", "Europe/Warsaw", "2026-11-27"),
    ("27. listopada 2026.", "Europe/Zagreb", "2026-10-27"), ("petak, 27. listopada 2026.", nil, "2026-10-27"),
    ("piątek, 27 listopada 2026", nil, "2026-11-27"), ("27. listopadu 2026", nil, "2026-11-27"),
    ("pátek 27. listopad 2026", nil, "2026-11-27"), ("27. listopada 2026. u 20 sati", nil, "2026-10-27T20:00:00"),
    ("27 listopada 2026 godz. 20", nil, "2026-11-27T20:00:00"), ("27 lis 2026", nil, nil),
    ("27 lis 2026", "Europe/Prague", "2026-11-27"), ("27 lip 2026", nil, nil),
    ("27 lip 2026", "Europe/Warsaw", "2026-07-27"), ("27 lip 2026", "Europe/Zagreb", "2026-06-27"),
    ("27 srp 2026", "Europe/Prague", "2026-08-27"), ("27 srp 2026", "Europe/Zagreb", "2026-07-27"),
    ("27. srpna 2026", nil, "2026-08-27"), ("27. srpnja 2026.", nil, "2026-07-27"),
    ("27. červen 2026", nil, "2026-06-27"), ("27. červenec 2026", nil, "2026-07-27"), ("27. čer 2026", nil, nil),
    ("27 jui 2026", nil, nil), ("27 listopada 2026", "Europe/Berlin", nil),
  ]

  @Test("that differ between languages need another word, or the country of the place", arguments: friends)
  func falseFriends(text: String, zone: String?, day: String?) throws {
    let date = try #require(DateText(text))
    let place = zone.flatMap(Zone.init(identifier:))
    if let day {
      #expect(try date.start(nil, in: place) == day)
    } else {
      let error = #expect(throws: DateText.Failure.self) { try date.start(nil, in: place) }
      if case .monthUnclear? = error {} else { Issue.record("\(String(describing: error))") }
    }
  }

  static let weekdays = [
    "Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar", "PAZARTESİ SALI ÇARŞAMBA PERŞEMBE CUMA CUMARTESİ PAZAR",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela", "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "ponedjeljak utorak srijeda četvrtak petak subota nedjelja", "hétfő kedd szerda csütörtök péntek szombat vasárnap",
    "seg ter qua qui sex sáb dom", "понеділок вівторок середа четвер субота неділя",
  ]

  @Test("are found after days of the week", arguments: weekdays)
  func afterWeekdays(names: String) throws {
    for name in names.split(separator: " ") {
      #expect(try DateText("\(name), 27.11.2026")?.start(nil) == "2026-11-27", "\(name)")
    }
  }

  /// A time, the zone of the place, and the start; nil where the name is that of several zones.
  static let zones: [(text: String, zone: String?, start: String?)] = [
    ("27.11.2026 20:00 CET", nil, "2026-11-27T20:00:00+01:00"),
    ("27.7.2026 20:00 CEST", nil, "2026-07-27T20:00:00+02:00"),
    ("27.11.2026 20:00 PST", nil, "2026-11-27T20:00:00-08:00"),
    ("27.11.2026 8pm EST", "Europe/Berlin", "2026-11-27T20:00:00-05:00"),
    ("27.7.2026 8pm PDT", "Europe/Berlin", "2026-07-27T20:00:00-07:00"),
    ("27.7.2026 8pm EST", "America/New_York", "2026-07-27T20:00:00"),
    ("1.11.2026 1:30 EST", "America/New_York", "2026-11-01T01:30:00-05:00"),
    ("27.11.2026 8pm ET", "America/New_York", "2026-11-27T20:00:00-05:00"),
    ("27.7.2026 8pm ET", nil, "2026-07-27T20:00:00-04:00"),
    ("27.11.2026 8 pm Pacific Time", "Europe/London", "2026-11-27T20:00:00-08:00"),
    ("27.11.2026 20:00 CET", "Europe/London", "2026-11-27T20:00:00+01:00"),
    ("27.11.2026 20:00 (MEZ)", "Europe/Vienna", "2026-11-27T20:00:00+01:00"),
    ("27.11.2026 20:00 BST", nil, nil), ("27.7.2026 20:00 BST", "Europe/London", "2026-07-27T20:00:00+01:00"),
    ("27.11.2026 20:00 BST", "Asia/Dhaka", "2026-11-27T20:00:00+06:00"), ("27.11.2026 20:00 IST", nil, nil),
    ("27.11.2026 20:00 IST", "Asia/Kolkata", "2026-11-27T20:00:00+05:30"),
    ("27.11.2026 20:00 IST", "Asia/Jerusalem", "2026-11-27T20:00:00+02:00"),
    ("27.11.2026 20:00 IST", "Europe/Berlin", nil), ("27.11.2026 20:00 CST", "Europe/Berlin", nil),
    ("27.11.2026 20:00 CST", "America/Chicago", "2026-11-27T20:00:00-06:00"),
    ("27.11.2026 20:00 CST", "Asia/Shanghai", "2026-11-27T20:00:00+08:00"),
    ("27.11.2026 20:00 AST", nil, nil), ("27.11.2026 20:00 JST", nil, "2026-11-27T20:00:00+09:00"),
    ("27.11.2026 20:00 AEDT", nil, "2026-11-27T20:00:00+11:00"),
    ("27.11.2026 20:00 CET (UTC+1)", nil, "2026-11-27T20:00:00+01:00"),
    ("27.11.2026 20 Uhr ct", "Europe/Berlin", nil), ("27.11.2026 20:00 GMT", nil, "2026-11-27T20:00:00Z"),
  ]

  @Test("of zones are offsets, unless they are the time of the place", arguments: zones)
  func namesOfZones(text: String, zone: String?, start: String?) throws {
    let date = try #require(DateText(text))
    let place = zone.flatMap(Zone.init(identifier:))
    if let start {
      let found = try date.start(nil, in: place)
      let clock = place ?? .utc
      func instant(_ text: String) throws -> Instant {
        try (try? Instant(parsing: text)) ?? clock.instant(of: LocalDateTime(parsing: text))
      }
      #expect(try instant(found) == instant(start), "\(found)")
    } else {
      let error = #expect(throws: DateText.Failure.self) { try date.start(nil, in: place) }
      if case .zoneUnclear? = error {} else { Issue.record("\(String(describing: error))") }
    }
  }
}
