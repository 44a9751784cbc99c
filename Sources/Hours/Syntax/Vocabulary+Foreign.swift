import CivilTime

extension Vocabulary {
  /// Unambiguous names of days, months and states in other languages.
  ///
  /// "Di" and "Do" are read as German; where French or Spanish is meant, the other day names show it, and the full name
  /// is unambiguous.
  static let foreign: [(String, Entry)] =
    days(
      .german,
      [
        "montag montags", "di dienstag dienstags", "mi mittwoch", "do donnerstag", "freitag freitags",
        "samstag samstags sonnabend", "so sonntag sonntags",
      ])
    + days(.french, ["lundi", "mardi", "me mercredi", "je jeudi", "ve vendredi", "samedi", "dim dimanche"])
    + days(
      .spanish,
      [
        "lunes", "martes", "mie miércoles miercoles", "jue jueves", "vi vie viernes", "sábado sabado sábados sabados",
        "domingo domingos",
      ])
    + days(
      .italian,
      [
        "lunedì lunedi", "martedì martedi", "mercoledì mercoledi", "gio giovedì giovedi", "venerdì venerdi",
        "sabato", "domenica",
      ])
    + days(
      .portuguese,
      [
        "seg segunda segunda-feira", "ter terça terca", "qua quarta", "qui quinta", "sex sexta", "sáb",
        "",
      ])
    + days(
      .russian,
      [
        "пн пон понедельник", "вт вторник", "ср среда", "чт четверг", "пт пятница", "сб суб суббота",
        "вс воскресенье",
      ])
    + days(
      .japanese,
      [
        "月 月曜 月曜日", "火 火曜 火曜日", "水 水曜 水曜日", "木 木曜 木曜日", "金 金曜 金曜日",
        "土 土曜 土曜日", "日 日曜 日曜日",
      ])
    + days([.dutch], ["maandag", "dinsdag", "wo woensdag", "donderdag", "vr vrijdag", "za zaterdag", "zo zondag"])
    + days([.french, .spanish, .italian], ["lu lun", "", "mer", "", "ven", "sab", "dom"])
    + days(
      .polish,
      [
        "pn pon poniedziałek poniedzialek", "wt wtorek", "śr środa", "czw czwartek", "pt piątek piatek",
        "sob sobota", "nd niedz niedziela",
      ])
    + days(.czech, ["pondělí", "úterý", "středa", "čtvrtek", "pátek", "", "neděle"])
    + days(
      .nordic, ["mandag måndag", "tirsdag tisdag", "onsdag", "torsdag", "fredag", "lørdag lördag", "søndag söndag"])
    + otherMonths + states

  private static let otherMonths: [(String, Entry)] = [
    ("januar", month(1, .german)), ("janvier", month(1, .french)), ("februar", month(2, .german)),
    ("märz", month(3, .german)), ("abril", month(4, [.spanish, .portuguese])), ("mai", month(5, [.german, .french])),
    ("juni", month(6, [.german, .dutch])), ("juin", month(6, .french)), ("juli", month(7, [.german, .dutch])),
    ("août", month(8, .french)), ("agosto", month(8, [.spanish, .portuguese, .italian])),
    ("septembre", month(9, .french)), ("septiembre", month(9, .spanish)), ("okt", month(10, [.german, .dutch])),
    ("oktober", month(10, [.german, .dutch])), ("octobre", month(10, .french)), ("octubre", month(10, .spanish)),
    ("novembre", month(11, .french)), ("noviembre", month(11, .spanish)), ("dez dezember", month(12, .german)),
    ("décembre", month(12, .french)), ("diciembre", month(12, .spanish)),
  ]

  private static let states: [(String, Entry)] =
    closedWords.map { ($0, state(.closed, $1)) } + openWords.map { ($0, state(.open, $1)) } + joints
    + [
      ("неизвестно", state(.unknown, .russian)),
      ("feiertag feiertage feiertags", holiday(.german)), ("festivo festivos", holiday(.spanish)),
      (
        "ежедневно", Entry(meaning: .days(.monday, .sunday), correction: "Mo-Su", languages: .russian, isUncommon: true)
      ),
      ("festivi", holiday(.italian)), ("feriado feriados", holiday([.portuguese, .spanish])),
      ("mitternacht", Entry(meaning: .hour(1440), correction: "24:00", languages: .german, isUncommon: true)),
      ("minuit", Entry(meaning: .hour(1440), correction: "24:00", languages: .french, isUncommon: true)),
      ("medianoche", Entry(meaning: .hour(1440), correction: "24:00", languages: .spanish, isUncommon: true)),
      ("mezzanotte", Entry(meaning: .hour(1440), correction: "24:00", languages: .italian, isUncommon: true)),
      ("mediodía mediodia", Entry(meaning: .hour(720), correction: "12:00", languages: .spanish, isUncommon: true)),
      ("mezzogiorno", Entry(meaning: .hour(720), correction: "12:00", languages: .italian, isUncommon: true)),
      ("рассвет", sun(0)), ("восход восхода", sun(1)), ("закат", sun(2)), ("сумерки", sun(3)),
    ]

  private static let closedWords: [(String, Languages)] = [
    ("geschlossen ruhetag", .german), ("fermé ferme fermée fermés", .french), ("cerrado cerrada", .spanish),
    ("chiuso chiusa", .italian), ("fechado fechada encerrado encerrada", .portuguese),
    ("закрыто выходной", .russian), ("gesloten", .dutch),
    ("zamknięte zamkniete nieczynne", .polish), ("zavřeno zavreno zatvorené", .czech),
    ("stängt lukket stengt", .nordic), ("tancat", .spanish), ("定休日 定休 休業", .japanese),
  ]

  private static let openWords: [(String, Languages)] = [
    ("abierto abierta obert", .spanish), ("aperto aperta", .italian), ("aberto aberta", .portuguese),
    ("открыто", .russian), ("ouvert ouverte", .french), ("geopend", .dutch), ("otwarte czynne", .polish),
    ("otevřeno otevreno otvorené", .czech), ("öppet åbent åpent", .nordic), ("営業", .japanese),
  ]

  private static let joints: [(String, Entry)] = [
    ("bis", joint(.hyphen, "-", .german)), ("und u", joint(.comma, ",", .german)),
    ("von", Entry(meaning: .filler(isClock: false), correction: "", languages: .german)),
    ("ab", Entry(meaning: .token(.since, 0), correction: "", languages: .german, isUncommon: true)),
    ("e", Entry(meaning: .token(.comma, 0), correction: ",", languages: [.portuguese, .italian], isUncommon: true)),
    ("à", joint(.hyphen, "-", .french)), ("et", joint(.comma, ",", .french)),
    ("au", Entry(meaning: .token(.hyphen, 0), correction: "-", languages: .french, isUncommon: true)),
    ("a al", joint(.hyphen, "-", .all)), ("y", joint(.comma, ",", .spanish)),
    ("às as", joint(.hyphen, "-", .portuguese)), ("до", joint(.hyphen, "-", .russian)),
    ("até", Entry(meaning: .token(.hyphen, 0), correction: "-", languages: .portuguese, isUncommon: true)),
    ("alle", Entry(meaning: .token(.hyphen, 0), correction: "-", languages: .italian, isUncommon: true)),
    ("hasta", Entry(meaning: .token(.hyphen, 0), correction: "-", languages: .spanish, isUncommon: true)),
    ("с", Entry(meaning: .filler(isClock: false), correction: "", languages: .russian)),
    (
      "de das dalle",
      Entry(
        meaning: .filler(isClock: false), correction: "", languages: [.spanish, .portuguese, .italian, .french],
        isUncommon: true)
    ),
  ]

  private static func holiday(_ languages: Languages) -> Entry {
    Entry(meaning: .token(.holiday, 0), correction: "PH", languages: languages)
  }

  private static func days(_ languages: Languages, _ names: [String]) -> [(String, Entry)] {
    zip(Weekday.allCases, names).map { day, names in (names, weekday(day, languages)) }
  }

  private static func state(_ modifier: Rule.Modifier, _ languages: Languages) -> Entry {
    let index = modifiers.firstIndex(of: modifier) ?? 0
    return Entry(meaning: .token(.modifier, Int32(index)), correction: modifier.rawValue, languages: languages)
  }

  private static func joint(_ kind: Token.Kind, _ text: String, _ languages: Languages) -> Entry {
    Entry(meaning: .token(kind, 0), correction: text, languages: languages)
  }

  private static func sun(_ event: Int) -> Entry {
    Entry(meaning: .token(.event, Int32(event)), correction: events[event].rawValue, languages: .russian)
  }
}
