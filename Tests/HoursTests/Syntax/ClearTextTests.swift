import CivilTime
import Testing

@testable import Hours

/// Texts that people write, clear although misspelled.
@Suite struct ClearTextTests {
  @Test(arguments: [
    // The state of days, in both orders.
    ("Mon-Sat 9am-5pm closed Sunday", "Mo-Sa 09:00-17:00; Su closed"),
    ("Mon-Sat 9am-5pm. Closed Sunday.", "Mo-Sa 09:00-17:00; Su closed"),
    ("Mon-Fri 9am-5pm, closed Sat and Sun", "Mo-Fr 09:00-17:00 open, Sa,Su closed"),
    ("Mo-Fr 09:00-17:00 geschlossen Sa, So", "Mo-Fr 09:00-17:00; Sa,Su closed"),
    ("lundi-vendredi 9h-17h fermé samedi et dimanche", "Mo-Fr 09:00-17:00; Sa,Su closed"),
    ("closed on Mondays", "Mo closed"), ("Closed Mondays and Tuesdays", "Mo,Tu closed"),
    ("Mo Ruhetag", "Mo closed"), ("geschlossen: Mo", "Mo closed"), ("Closed - Monday", "Mo closed"),
    ("Sunday - Closed", "Su closed"), ("Monday closed, Tue-Sun 10-18", "Mo closed, Tu-Su 10:00-18:00"),
    ("closed Monday, Tue-Sun 10-18", "Mo closed; Tu-Su 10:00-18:00"),
    ("10:00-18:00 Monday closed", "10:00-18:00; Mo closed"), ("Su,off", "Su off"),
    ("Mo-Sa 10-18; So, off", "Mo-Sa 10:00-18:00; Su off"),
    ("Mo-Fr 8:00-18:00 closed 12:00-13:00", "Mo-Fr 08:00-18:00; 12:00-13:00 closed"),
    ("Mo-Fr 8-18, closed 12-14", "Mo-Fr 08:00-18:00 open, 12:00-14:00 closed"),
    ("Mo-Fr 8-12, 14-18, closed 12-14", "Mo-Fr 08:00-12:00,14:00-18:00 open, 12:00-14:00 closed"),
    ("10:00-18:00; closed from 2pm to 5pm", "10:00-18:00; 14:00-17:00 closed"),
    ("Mo-Fr 8-18; closed 10:00-10:15, 15:00-15:15", "Mo-Fr 08:00-18:00; 10:00-10:15,15:00-15:15 closed"),
    ("24 hours closed Monday", "24/7; Mo closed"), ("Permanently closed", "closed"),
    ("Dec 24 closed 18:00+", "Dec 24 18:00+ closed"),
    // All day, as several sources write it.
    (
      "Monday: Closed; Tuesday: Open 24 hours; Wednesday: 9:00 AM – 5:00 PM",
      "Mo closed; Tu 00:00-24:00 open; We 09:00-17:00"
    ),
    ("Montag: 24 Stunden geöffnet; Dienstag: Geschlossen", "Mo 00:00-24:00 open; Tu closed"),
    ("lundi: Ouvert 24h/24; mardi: Fermé", "Mo 00:00-24:00 open; Tu closed"),
    ("lunes: Abierto 24 horas; martes: Cerrado", "Mo 00:00-24:00 open; Tu closed"),
    ("lunedì: Aperto 24 ore su 24; martedì: Chiuso", "Mo 00:00-24:00 open; Tu closed"),
    ("maandag: 24 uur geopend; dinsdag: Gesloten", "Mo 00:00-24:00 open; Tu closed"),
    ("poniedziałek: Czynne całą dobę; wtorek: Zamknięte", "Mo 00:00-24:00 open; Tu closed"),
    ("Mon: 24 hours, Tue 9am-5pm", "Mo 00:00-24:00 open, Tu 09:00-17:00"), ("Mo-Fr 24h", "Mo-Fr 00:00-24:00"),
    ("Open 24 hours", "24/7 open"), ("24 horas", "24/7"), ("H24", "24/7"), ("7/24", "24/7"), ("24/7/365", "24/7"),
    ("rund um die Uhr", "24/7"), ("always open", "24/7 open"),
    // Words for times.
    ("Fr noon-midnight", "Fr 12:00-24:00"), ("12 noon-10pm", "12:00-22:00"), ("10am-midnight", "10:00-24:00"),
    ("midnight-6am", "00:00-06:00"), ("10:00-midnight", "10:00-24:00"), ("Mo 12:00-Mitternacht", "Mo 12:00-24:00"),
    // Open ends.
    ("ab 18 Uhr", "18:00+"), ("täglich ab 18.00 Uhr", "Mo-Su 18:00+"),
    ("Fr,Sa ab 20:00; So Ruhetag", "Fr,Sa 20:00+; Su closed"),
    ("Tue-Sat 16:00-varies", "Tu-Sa 16:00+"), ("5pm-close", "17:00+"), ("17:00-closing", "17:00+"),
    // Words for days.
    ("weekdays 9am-5pm", "Mo-Fr 09:00-17:00"), ("Mon-Fri 9am-5pm; weekends closed", "Mo-Fr 09:00-17:00; Sa-Su closed"),
    ("7 days a week 9am-5pm", "Mo-Su 09:00-17:00"), ("every day 10:00-18:00", "Mo-Su 10:00-18:00"),
    ("M-F 8am-6pm; Sat 9am-1pm", "Mo-Fr 08:00-18:00; Sa 09:00-13:00"),
    ("Mo-Sa 09:00-18:00; Su & bank holidays 10:00-16:00", "Mo-Sa 09:00-18:00; Su,PH 10:00-16:00"),
    ("PH eve 09:00-12:30", "PH -1 day 09:00-12:30"),
    // Full stops.
    ("Mon-Thu 10am-7pm, Fri 10am-4pm, Sun closed.", "Mo-Th 10:00-19:00, Fr 10:00-16:00, Su closed"),
    ("Mo-Fr 10:00-18:00. Sa geschlossen.", "Mo-Fr 10:00-18:00; Sa closed"), ("24/7.", "24/7"),
    ("8 a 17 hrs.", "08:00-17:00"),
    // Signs between rules.
    ("Mo-Fr 09:00-17:00 / Sa 10:00-14:00", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"),
    ("Mo-Fr 09:00-17:00: Su closed", "Mo-Fr 09:00-17:00; Su closed"),
    ("Su,PH,Dec 26 off", "Su,PH off; Dec 26 off"),
    ("Sa, Dec 24,Dec 31 09:00-12:00", "Sa 09:00-12:00; Dec 24,Dec 31 09:00-12:00"),
    ("10:00-12:00 Mo, 14:00-16:00 We", "Mo 10:00-12:00; We 14:00-16:00"),
    // A clock of 24 hours shows in another time, or in a word.
    ("Mo 8-12, 14-18", "Mo 08:00-12:00,14:00-18:00"), ("Mo-Fr 8-12 Uhr", "Mo-Fr 08:00-12:00"),
    ("Mo-Th 10:00-22:00; Fr 11:00-1:00", "Mo-Th 10:00-22:00; Fr 11:00-01:00"), ("17-1", "17:00-01:00"),
    ("Mo-Su 6:00-0:00", "Mo-Su 06:00-00:00"), ("4-10 pm", "16:00-22:00"), ("9-5pm", "09:00-17:00"),
  ])
  func areReadAsMeant(text: String, expected: String) throws {
    let hours = try OpeningHours(parsing: text)
    #expect(hours.description == expected)
    #expect(try OpeningHours(parsing: expected) == hours)
    #expect(!hours.warnings.isEmpty)
  }

  @Test(arguments: [
    ("from 6pm", "18:00+"), ("Fr from 8 pm", "Fr 20:00+"), ("from 18:00 on", "18:00+"),
    ("from 18:00 onwards", "18:00+"),
    ("à partir de 18h", "18:00+"), ("dès 18h", "18:00+"), ("desde las 20h", "20:00+"), ("a partir das 18h", "18:00+"),
    ("dalle 18", "18:00+"), ("dalle ore 18", "18:00+"), ("vanaf 18:00", "18:00+"), ("från 18:00", "18:00+"),
    ("fra kl. 18:00", "18:00+"), ("od 18:00", "18:00+"), ("18:00 alkaen", "18:00+"), ("с 18:00", "18:00+"),
    ("from Monday to Friday 9am-5pm", "Mo-Fr 09:00-17:00"), ("from 9am to 5pm", "09:00-17:00"),
    ("od poniedziałku do piątku 9-17", "Mo-Fr 09:00-17:00"), ("Fr 10:00 to 18:00", "Fr 10:00-18:00"),
  ])
  func openEndsAndRangesInOtherWords(text: String, expected: String) throws {
    try areReadAsMeant(text: text, expected: expected)
  }

  /// A day closed and the others open, in each language in every order.
  @Test(arguments: [
    ("Montag", "Dienstag-Sonntag", "geschlossen"), ("Mo", "Di-So", "Ruhetag"), ("lundi", "mardi-dimanche", "fermé"),
    ("lunes", "martes-domingo", "cerrado"), ("lunedì", "martedì-domenica", "chiuso"), ("lun", "mar-dim", "fermé"),
    ("segunda-feira", "terça-feira a domingo", "fechado"), ("maandag", "dinsdag-zondag", "gesloten"),
    ("ma", "di-zo", "gesloten"), ("poniedziałek", "wtorek-niedziela", "nieczynne"), ("pn", "wt-nd", "zamknięte"),
    ("pondělí", "úterý-neděle", "zavřeno"), ("Po", "Út-Ne", "zavřeno"), ("pondelok", "utorok-nedeľa", "zatvorené"),
    ("hétfő", "kedd-vasárnap", "zárva"), ("måndag", "tisdag-söndag", "stängt"), ("mån", "tis-sön", "stängt"),
    ("mandag", "tirsdag-søndag", "lukket"), ("man", "tirs-søn", "stengt"),
    ("maanantai", "tiistai-sunnuntai", "suljettu"),
    ("ma", "ti-su", "kiinni"), ("pazartesi", "salı-pazar", "kapalı"), ("Δευτέρα", "Τρίτη-Κυριακή", "κλειστά"),
    ("luni", "marți-duminică", "închis"), ("ponedjeljak", "utorak-nedjelja", "zatvoreno"), ("пн", "вт-вс", "выходной"),
    ("понеділок", "вівторок-неділя", "зачинено"), ("senin", "selasa-minggu", "tutup"), ("Mon", "Tue-Sun", "closed"),
  ])
  func wordsForClosed(day: String, others: String, closed: String) throws {
    let zone = HoursContext(zone: .utc)
    let orders = [
      "\(day) \(closed), \(others) 10:00-18:00", "\(others) 10:00-18:00, \(day) \(closed)",
      "\(others) 10:00-18:00 \(day) \(closed.uppercased())", "\(day): \(closed); \(others): 10:00-18:00",
      "\(closed) \(day); \(others) 10:00-18:00",
    ]
    for text in orders {
      let schedule = Schedule(try OpeningHours(parsing: text), in: zone)
      // 4 January 2027 was a Monday.
      for number in 4...10 {
        let noon = try Instant(parsing: "2027-01-\(number < 10 ? "0" : "")\(number)T12:00:00Z")
        #expect(schedule.state(at: noon) == (number == 4 ? .closed : .open), "\(text), \(number) January")
      }
    }
  }

  @Test(arguments: [
    ("Lu-Ve 9:00-18:00; Di fermé", "Mo-Fr 09:00-18:00; Su closed"),
    ("Lu-Vi 08:00-17:00; Sa-Do off", "Mo-Fr 08:00-17:00; Sa-Su off"),
    ("lu-do 10:00-18:00", "Mo-Su 10:00-18:00"), ("Ma-Sa 10-18", "Tu-Sa 10:00-18:00"),
    ("ma-vr 9-17 uur", "Mo-Fr 09:00-17:00"),
    ("ma t/m vr 9.00-17.00 u", "Mo-Fr 09:00-17:00"),
    ("ma-to 16-21 pe 16-02 la 16-02", "Mo-Th 16:00-21:00; Fr 16:00-02:00; Sa 16:00-02:00"),
    ("Po-Pá 8-16; So 9-12; Ne zavřeno", "Mo-Fr 08:00-16:00; Sa 09:00-12:00; Su closed"),
    ("Mo-Fr 8-18; So 9-12 Uhr", "Mo-Fr 08:00-18:00; Su 09:00-12:00"), ("Do 18-22 Uhr", "Th 18:00-22:00"),
    ("Di-Su 10:00-18:00", "Tu-Su 10:00-18:00"), ("Mo,We,Th 10-18; So 9-12", "Mo,We,Th 10:00-18:00; Su 09:00-12:00"),
    ("H-P 8:00-16:00; szombat zárva", "Mo-Fr 08:00-16:00; Sa closed"), ("po a st 9-17", "Mo,We 09:00-17:00"),
    ("tis-tor 11-14, fre 11-15", "Tu-Th 11:00-14:00, Fr 11:00-15:00"), ("8-21 без выходных", "Mo-Su 08:00-21:00"),
  ])
  func abbreviationsAreDecidedByTheirCompany(text: String, expected: String) throws {
    try areReadAsMeant(text: text, expected: expected)
  }

  @Test(arguments: [("de", "Tu"), ("nl", "Tu"), ("fr", "Su")])
  func theCountryDecidesToo(country: String, day: String) throws {
    #expect(try OpeningHours(parsing: "di 10:00-18:00", country: country).description == "\(day) 10:00-18:00")
  }
}
