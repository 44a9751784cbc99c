import CivilTime

extension Vocabulary {
  /// Names of days, months and states in other languages.
  ///
  /// A word may have different meanings in several languages: "di" is Tuesday in German and Sunday in French. The other
  /// words of the text decide (`Lexer+Languages`).
  static let foreign: [(String, Entry)] =
    [
      days(
        .german,
        [
          "montag montags", "di dienstag dienstags", "mi mittwoch mittwochs", "do donnerstag donnerstags",
          "freitag freitags", "samstag samstags sonnabend", "so sonntag sonntags",
        ]),
      days(
        .french,
        [
          "lundi lundis", "mardi mardis", "me mercredi", "je jeudi jeudis", "ve vendredi", "samedi samedis",
          "dim dimanche dimanches",
        ]),
      days(
        .spanish,
        [
          "lunes", "martes", "mie miércoles miercoles", "jue jueves", "vi vie viernes", "sábado sabado sábados sabados",
          "domingo domingos",
        ]),
      days(
        .italian,
        [
          "lunedì lunedi", "martedì martedi", "mercoledì mercoledi", "gio giovedì giovedi", "venerdì venerdi",
          "sabato", "domenica",
        ]),
      days(
        .portuguese,
        [
          "seg segunda segunda-feira", "ter terça terca terça-feira terca-feira", "qua quarta quarta-feira",
          "qui quinta quinta-feira", "sex sexta sexta-feira", "sáb sábado sabado", "domingo",
        ]),
      days(
        .russian,
        [
          "пн пон понедельник", "вт вторник", "ср среда", "чт четверг", "пт пятница", "сб суб суббота",
          "вс воскресенье",
        ]),
      // Ukrainian.
      days(.russian, ["понеділок", "вівторок", "середа", "четвер", "", "субота", "нд неділя"]),
      days(.indonesian, ["senin", "selasa", "rabu", "kamis", "jumat", "sabtu", "minggu"]),
      days(
        .japanese,
        [
          "月 月曜 月曜日", "火 火曜 火曜日", "水 水曜 水曜日", "木 木曜 木曜日", "金 金曜 金曜日",
          "土 土曜 土曜日", "日 日曜 日曜日",
        ]),
      days(
        [.dutch], ["maandag", "di dinsdag", "wo woensdag", "do donderdag", "vr vrijdag", "za zaterdag", "zo zondag"]),
      days([.french, .spanish, .italian], ["lu lun", "", "mer", "", "ven", "sab", "dom"]),
      days(
        .polish,
        [
          "pn pon poniedziałek poniedzialek poniedziałku", "wt wtorek wtorku", "śr środa środy",
          "czw czwartek czwartku",
          "pt piątek piatek piątku", "sob sobota soboty", "nd niedz niedziela niedzieli",
        ]),
      days(
        .czech,
        ["pondělí pondeli", "úterý utery", "středa streda", "čtvrtek ctvrtek", "pátek patek", "sobota", "neděle"]),
      days(.slovak, ["pondelok", "utorok", "streda", "štvrtok stvrtok", "piatok piatku", "sobota soboty", "nedeľa"]),
      days(
        .nordic, ["mandag måndag", "tirsdag tisdag", "onsdag", "torsdag", "fredag", "lørdag lördag", "søndag söndag"]),
      days(
        .finnish, ["maanantai", "tiistai", "keskiviikko", "torstai", "perjantai", "lauantai", "sunnuntai"]),
      days(
        .hungarian,
        [
          "hétfő hétfőn", "kedd kedden", "szerda szerdán", "csütörtök csütörtökön", "péntek pénteken",
          "szombat szombaton",
          "vasárnap",
        ]),
      days(
        .romanian,
        [
          "luni", "marți marţi marti", "miercuri", "joi", "vineri", "sâmbătă sîmbătă sambata sâmbata",
          "duminică duminica",
        ]),
      days(
        .turkish,
        ["pazartesi", "salı sali", "çarşamba carsamba", "perşembe persembe", "cuma", "cumartesi", "pazar"]),
      days(
        .greek,
        [
          "δευτέρα δευτερα", "τρίτη τριτη", "τετάρτη τεταρτη", "πέμπτη πεμπτη", "παρασκευή παρασκευη",
          "σάββατο σαββατο",
          "κυριακή κυριακη",
        ]),
      days(
        .southSlavic,
        [
          "ponedjeljak ponedeljak ponedeljek", "utorak torek", "srijeda sreda", "četvrtak cetvrtak četrtek cetrtek",
          "petak petek", "subota sobota", "nedjelja nedelja",
        ]),
      shortDays,
      otherMonths,
      states,
    ].flatMap { $0 }

  /// Abbreviations that are words of other languages too, or hardly known as days.
  private static let shortDays: [(String, Entry)] =
    [
      days(.french, ["", "ma mar", "", "jeu", "", "sam", "di"], needCompany: true),
      days(.spanish, ["", "ma mar", "mi", "ju", "", "sá", "do"], needCompany: true),
      days(.italian, ["", "ma mar", "me", "gi", "ve", "", "do"], needCompany: true),
      days(.portuguese, ["", "", "", "", "", "sab", "dom"], needCompany: true),
      days(.dutch, ["ma"], needCompany: true),
      days(.polish, ["", "", "sr", "cz czw", "", "so sb", "ndz"], needCompany: true),
      days(.czech, ["po", "út ut", "st", "čt ct", "pá pa", "so", "ne"], needCompany: true),
      days(.slovak, ["po", "ut", "st", "št", "pi", "so", "ne"], needCompany: true),
      days(
        [.danish, .norwegian], ["ma man", "ti tir tirs", "on ons", "to tor tors", "fre", "lø lør", "sø søn"],
        needCompany: true),
      days(.swedish, ["må mån", "ti tis", "on ons", "to tor tors", "fre", "lö lör", "sö sön"], needCompany: true),
      days(.finnish, ["ma", "ti", "ke", "to", "pe", "la", ""], needCompany: true),
      days(.hungarian, ["hé", "ke", "sze", "cs csüt", "pé pén", "szo", "va vas"], needCompany: true),
      days(.romanian, ["lu lun", "ma mar", "mi mie", "jo", "vi vin", "sâ sâm", "du dum"], needCompany: true),
      days(.turkish, ["pzt pt", "sal sa", "çar", "per", "cum cu", "cmt", "paz"], needCompany: true),
      days(.greek, ["δευ δε", "τρι τρ", "τετ τε", "πέμ πεμ πε", "παρ πα", "σάβ σαβ σα", "κυρ κυ"], needCompany: true),
      days(.southSlavic, ["pon", "uto", "sri sre", "čet", "pet", "sub", "ned"], needCompany: true),
    ].flatMap { $0 }

  /// The languages that spell a word of OpenStreetMap or English in the same way, and with the same meaning.
  static let alsoSpoken: [String: Languages] = [
    "mo": [.english, .german], "fr": [.english, .german, .danish, .norwegian, .swedish],
    "sa": [.english, .german, .french, .spanish, .italian, .turkish], "su": [.english, .finnish],
    "uhr": .german, "täglich": .german, "geöffnet": .german, "diario": .spanish,
  ]

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
    ("geschlossen ruhetag ruhetage geschl", .german), ("fermé ferme fermée fermés fermées", .french),
    ("cerrado cerrada cerrados", .spanish), ("chiuso chiusa chiusi", .italian),
    ("fechado fechada fechados encerrado encerrada encerrados", .portuguese), ("закрыто выходной", .russian),
    ("зачинено вихідний затворено", .russian), ("gesloten dicht", .dutch),
    ("zamknięte zamkniete nieczynne", .polish), ("zavřeno zavreno", .czech), ("zatvorené zatvorene", .slovak),
    ("stängt stangt", .swedish), ("lukket", [.danish, .norwegian]), ("stengt", .norwegian),
    ("suljettu kiinni", .finnish), ("zárva zarva", .hungarian), ("închis inchis închisă", .romanian),
    ("kapalı kapali", .turkish), ("κλειστά κλειστα κλειστό κλειστο", .greek), ("zatvoreno zaprto", .southSlavic),
    ("tancat", .spanish), ("tutup", .indonesian), ("定休日 定休 休業", .japanese),
  ]

  private static let openWords: [(String, Languages)] = [
    ("abierto abierta obert", .spanish), ("aperto aperta", .italian), ("aberto aberta", .portuguese),
    ("открыто", .russian), ("ouvert ouverte", .french), ("geopend", .dutch), ("otwarte czynne", .polish),
    ("otevřeno otevreno", .czech), ("otvorené otvorene", .slovak), ("öppet", .swedish), ("åbent", .danish),
    ("åpent", .norwegian), ("avoinna auki", .finnish), ("nyitva", .hungarian), ("deschis", .romanian),
    ("açık acik", .turkish), ("ανοιχτά ανοιχτα ανοιχτό", .greek), ("otvoreno odprto", .southSlavic), ("営業", .japanese),
  ]

  private static let joints: [(String, Entry)] =
    [
      ("bis", joint(.hyphen, "-", .german)), ("und u", joint(.comma, ",", .german)),
      ("von", Entry(meaning: .filler(isClock: false), correction: "", languages: .german)),
      ("e", joint(.comma, ",", [.portuguese, .italian], isUncommon: true)),
      ("à", joint(.hyphen, "-", .french)), ("et", joint(.comma, ",", .french)),
      ("au", joint(.hyphen, "-", .french, isUncommon: true)),
      ("a al", joint(.hyphen, "-", .all)), ("y", joint(.comma, ",", .spanish)),
      ("às as", joint(.hyphen, "-", .portuguese)),
      ("ás á", joint(.hyphen, "-", .portuguese, isUncommon: true)), ("до", joint(.hyphen, "-", .russian)),
      ("até", joint(.hyphen, "-", .portuguese, isUncommon: true)),
      ("alle", joint(.hyphen, "-", .italian, isUncommon: true)),
      ("hasta", joint(.hyphen, "-", .spanish, isUncommon: true)),
      ("tot", joint(.hyphen, "-", .dutch, isUncommon: true)),
      ("do", joint(.hyphen, "-", slavic, isUncommon: true, needsCompany: true)),
      ("en", joint(.comma, ",", .dutch, isUncommon: true, needsCompany: true)),
      ("a", joint(.comma, ",", [.czech, .slovak], isUncommon: true, needsCompany: true)),
      ("och", joint(.comma, ",", .swedish, isUncommon: true, needsCompany: true)),
      ("ja", joint(.comma, ",", .finnish, isUncommon: true, needsCompany: true)),
      ("og", joint(.comma, ",", [.danish, .norwegian], isUncommon: true, needsCompany: true)),
      ("i", joint(.comma, ",", [.polish, .southSlavic], isUncommon: true, needsCompany: true)),
      ("și şi", joint(.comma, ",", .romanian, isUncommon: true)),
      ("és", joint(.comma, ",", .hungarian, isUncommon: true)),
      ("ve", joint(.comma, ",", .turkish, isUncommon: true, needsCompany: true)),
      ("και", joint(.comma, ",", .greek, isUncommon: true)),
      ("и", joint(.comma, ",", .russian, isUncommon: true)),
      ("с", Entry(meaning: .token(.since, plainSince), correction: "", languages: .russian)),
      (
        "de das",
        Entry(
          meaning: .filler(isClock: false), correction: "", languages: [.spanish, .portuguese, .italian, .french],
          isUncommon: true)
      ),
      ("dalle", since([.italian], plainSince)), ("ab", since(.german)), ("dès", since(.french)),
      ("vanaf", since(.dutch)),
      ("desde", since([.spanish, .portuguese], plainSince)), ("från", since(.swedish, plainSince)),
      ("fra", since([.danish, .norwegian], plainSince)), ("od", since(slavic, plainSince)),
      ("από", since(.greek, plainSince)),
      ("alkaen", Entry(meaning: .token(.plus, 0), correction: "+", languages: .finnish, isUncommon: true)),
    ]
    + clockWords.map {
      ($0, Entry(meaning: .filler(isClock: true), correction: "", languages: $1, isUncommon: true))
    }
    + articles.map {
      (
        $0,
        Entry(meaning: .filler(isClock: false), correction: "", languages: $1, isUncommon: true, needsCompany: true)
      )
    }

  /// Words for hours of a clock that counts them to 24.
  private static let clockWords: [(String, Languages)] = [
    ("uur u", .dutch), ("kl", .nordic), ("klo", .finnish), ("heures", .french), ("horas", [.spanish, .portuguese]),
    ("ore", [.italian, .romanian]), ("godz", .polish), ("wib", .indonesian), ("hod", [.czech, .slovak]),
    ("óra", .hungarian),
  ]

  private static let articles: [(String, Languages)] = [
    ("le", .french), ("il da", .italian), ("feira", .portuguese), ("los las el", .spanish), ("op", .dutch),
  ]

  private static let slavic: Languages = [.polish, .czech, .slovak, .southSlavic]

  /// The value of a word that starts an open end and may also precede the start of a range, as "from".
  static let plainSince: Int32 = 1

  static func since(_ languages: Languages, _ value: Int32 = 0) -> Entry {
    Entry(meaning: .token(.since, value), correction: "", languages: languages, isUncommon: true)
  }

  /// Whether a comment says that a place is closed, altogether or on some days: "closed for renovation", "temporarily
  /// closed", "Sundays closed"; but not "kitchen closed at 22:00".
  static func closes(_ comment: String) -> Bool {
    let words = comment.lowercased().split { !$0.isLetter }.map(String.init)
    if let first = words.first(where: { !durations.contains($0) }), isClosed(first) { return true }
    guard let last = words.last, isClosed(last) else { return false }
    return words.dropLast().allSatisfy { isDay($0) || durations.contains($0) }
  }

  /// Whether a word is a day or a holiday, or may appear between them.
  private static func isDay(_ word: String) -> Bool {
    entries[word]?.contains {
      guard case .token(let kind, _) = $0.meaning else { return false }
      return [.weekday, .holiday, .comma, .plus].contains(kind)
    } ?? false
  }

  private static func isClosed(_ word: String) -> Bool {
    entries[word]?.contains { $0.meaning == state(.closed, .all).meaning || $0.meaning == state(.off, .all).meaning }
      ?? false
  }

  private static let durations: Set<String> = [
    "permanently", "temporarily", "currently", "now", "permanent", "temporary", "dauerhaft", "vorübergehend",
    "momentan",
    "definitivement", "définitivement", "temporairement", "provisoirement", "permanentemente", "temporalmente",
    "definitivamente", "temporariamente", "temporaneamente", "tijdelijk", "tillfälligt",
  ]

  private static func holiday(_ languages: Languages) -> Entry {
    Entry(meaning: .token(.holiday, 0), correction: "PH", languages: languages)
  }

  private static func days(
    _ languages: Languages, _ names: [String], needCompany: Bool = false
  ) -> [(String, Entry)] {
    zip(Weekday.allCases, names).map { day, names in
      var entry = weekday(day, languages, isUncommon: needCompany)
      entry.needsCompany = needCompany
      return (names, entry)
    }
  }

  private static func state(_ modifier: Rule.Modifier, _ languages: Languages) -> Entry {
    let index = modifiers.firstIndex(of: modifier) ?? 0
    return Entry(meaning: .token(.modifier, Int32(index)), correction: modifier.rawValue, languages: languages)
  }

  private static func joint(
    _ kind: Token.Kind, _ text: String, _ languages: Languages, isUncommon: Bool = false, needsCompany: Bool = false
  ) -> Entry {
    Entry(
      meaning: .token(kind, 0), correction: text, languages: languages, isUncommon: isUncommon,
      needsCompany: needsCompany)
  }

  private static func sun(_ event: Int) -> Entry {
    Entry(meaning: .token(.event, Int32(event)), correction: events[event].rawValue, languages: .russian)
  }
}
