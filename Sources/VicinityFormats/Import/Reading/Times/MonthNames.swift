import Streams

/// The names of months and days of the week in the languages of the product's sources.
enum MonthNames {
  /// The months that a word names, by language.
  struct Meanings: Equatable {
    let word: String
    /// By ISO 639-1 code; several where the word is the beginning of several names.
    fileprivate(set) var byLanguage: [String: Set<Int>]

    /// The month, if all languages agree.
    var month: Int? { Self.only(byLanguage.values) }

    /// The month in the languages of a country.
    func month(inCountry code: String?) -> Int? {
      let languages = code.flatMap { MonthNames.countries[$0] } ?? []
      return Self.only(byLanguage.filter { languages.contains($0.key) }.values) ?? month
    }

    /// Without the languages that other words of the date exclude.
    func among(_ languages: Set<String>) -> Meanings {
      var meanings = self
      meanings.byLanguage = byLanguage.filter { languages.contains($0.key) }
      return meanings.byLanguage.isEmpty ? self : meanings
    }

    private static func only(_ months: some Sequence<Set<Int>>) -> Int? {
      let all = months.reduce(into: Set()) { $0.formUnion($1) }
      return all.count == 1 ? all.first : nil
    }
  }

  /// The months of a name or of a part of it of at least three letters; nil for other words.
  ///
  /// A whole name is not the beginning of another: `červen` is June, and `červenec` July.
  static func meanings(_ word: String) -> Meanings? {
    let folded = fold(word)
    if let whole = whole[folded] { return Meanings(word: word, byLanguage: whole) }
    guard folded.count >= 3 else { return nil }
    var found: [String: Set<Int>] = [:]
    for (name, meanings) in whole where name.hasPrefix(folded) {
      found.merge(meanings) { $0.union($1) }
    }
    return found.isEmpty ? nil : Meanings(word: word, byLanguage: found)
  }

  /// The languages in which a word is a day of the week, or its first two letters or more.
  static func languages(ofWeekday word: String) -> Set<String> {
    let folded = fold(word)
    guard folded.count >= 2 else { return [] }
    return Set(weekdays.filter { $0.names.contains { $0.hasPrefix(folded) } }.map(\.language))
  }

  /// Without case and diacritics, also where Unicode has no base letter.
  static func fold(_ word: String) -> String {
    String(FoldedName.fold(word).map { bases[$0] ?? $0 })
  }

  private static let bases: [Character: Character] = ["ł": "l", "ø": "o", "ı": "i", "đ": "d"]

  /// The months of each whole name, by language.
  private static let whole: [String: [String: Set<Int>]] = {
    var whole: [String: [String: Set<Int>]] = [:]
    for (language, text) in table {
      for (index, names) in text.split(separator: "|").enumerated() {
        for name in names.split(separator: " ") {
          whole[fold(String(name)), default: [:]][language, default: []].insert(index + 1)
        }
      }
    }
    return whole
  }()

  private static let weekdays: [(language: String, names: [String])] = weekdayTable.map { language, text in
    (language, text.split(separator: " ").map { fold(String($0)) })
  }

  /// The languages of countries in which a name of a month differs from that of a neighbor.
  private static let countries: [String: Set<String>] = [
    "HR": ["hr"], "BA": ["hr"], "PL": ["pl"], "CZ": ["cs"], "SK": ["sk", "cs"], "SI": ["sl"], "FR": ["fr"],
    "FI": ["fi"], "EE": ["et"], "LT": ["lt"],
  ]

  /// From the Unicode CLDR: the names in the cases of dates, and short forms that are no beginnings of one month only.
  private static let table = [
    "en": """
    january|february|march mar|april|may|june|july|august|september sept|october|november|december
    """,
    "de": """
    januar jänner jaenner|februar feber|märz maerz mrz|april|mai|juni juno|juli julei|august|september|oktober|\
    november|dezember
    """,
    "fr": "janvier|février|mars|avril|mai|juin|juillet juil|août|septembre|octobre|novembre|décembre",
    "es": """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|diciembre
    """,
    "it": """
    gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre
    """,
    "pt": "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
    "nl": "januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december",
    "da": "januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december",
    "nb": "januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember",
    "sv": "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december",
    "is": "janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember",
    "fi": """
    tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|\
    marraskuuta|joulukuuta
    """,
    "et": "jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember",
    "lv": """
    janvāris janvārī|februāris februārī|marts martā|aprīlis aprīlī|maijs maijā|jūnijs jūnijā|jūlijs jūlijā|\
    augusts augustā|septembris septembrī|oktobris oktobrī|novembris novembrī|decembris decembrī
    """,
    "lt": """
    sausis sausio|vasaris vasario|kovas kovo|balandis balandžio|gegužė gegužės|birželis birželio|liepa liepos|\
    rugpjūtis rugpjūčio|rugsėjis rugsėjo|spalis spalio|lapkritis lapkričio|gruodis gruodžio
    """,
    "pl": """
    styczeń stycznia|luty lutego|marzec marca|kwiecień kwietnia|maj maja|czerwiec czerwca|lipiec lipca|\
    sierpień sierpnia|wrzesień września|październik października|listopad listopada|grudzień grudnia
    """,
    "cs": """
    leden ledna|únor února|březen března|duben dubna|květen května|červen června čvn|červenec července čvc|\
    srpen srpna|září|říjen října|listopad listopadu|prosinec prosince
    """,
    "sk": """
    január januára|február februára|marec marca|apríl apríla|máj mája|jún júna|júl júla|august augusta|\
    september septembra|október októbra|november novembra|december decembra
    """,
    "sl": """
    januar januarja|februar februarja|marec marca|april aprila|maj maja|junij junija|julij julija|avgust avgusta|\
    september septembra|oktober oktobra|november novembra|december decembra
    """,
    "hr": """
    siječanj siječnja|veljača veljače|ožujak ožujka|travanj travnja|svibanj svibnja|lipanj lipnja|srpanj srpnja|\
    kolovoz kolovoza|rujan rujna|listopad listopada|studeni studenoga studenog|prosinac prosinca
    """,
    "sr": """
    januar januara|februar februara|mart marta|april aprila|maj maja|jun juna|jul jula|avgust avgusta|\
    septembar septembra|oktobar oktobra|novembar novembra|decembar decembra
    """,
    "hu": """
    január|február|március|április|május|június|július|augusztus|szeptember|október|november|december
    """,
    "ro": """
    ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie
    """,
    "ca": "gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre",
    "tr": "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık",
    "id": "januari|februari|maret|april|mei|juni|juli|agustus|september|oktober|november|desember",
    "ru": """
    январь января|февраль февраля|март марта|апрель апреля|май мая|июнь июня|июль июля|август августа|\
    сентябрь сентября|октябрь октября|ноябрь ноября|декабрь декабря
    """,
    "uk": """
    січень січня|лютий лютого|березень березня|квітень квітня|травень травня|червень червня|липень липня|\
    серпень серпня|вересень вересня|жовтень жовтня|листопад листопада|грудень грудня
    """,
    "be": """
    студзень студзеня|люты лютага|сакавік сакавіка|красавік красавіка|май мая травень траўня|чэрвень чэрвеня|\
    ліпень ліпеня|жнівень жніўня|верасень верасня|кастрычнік кастрычніка|лістапад лістапада|снежань снежня
    """,
    "bg": """
    януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември
    """,
    "el": """
    ιανουάριος ιανουαρίου|φεβρουάριος φεβρουαρίου|μάρτιος μαρτίου|απρίλιος απριλίου|μάιος μαΐου|ιούνιος ιουνίου|\
    ιούλιος ιουλίου|αύγουστος αυγούστου|σεπτέμβριος σεπτεμβρίου|οκτώβριος οκτωβρίου|νοέμβριος νοεμβρίου|\
    δεκέμβριος δεκεμβρίου
    """,
  ]

  private static let weekdayTable = [
    "en": "monday tuesday wednesday thursday friday saturday sunday",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "pt": "segunda terça quarta quinta sexta sábado domingo",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "da": "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "nb": "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "sv": "måndag tisdag onsdag torsdag fredag lördag söndag",
    "is": "mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur sunnudagur",
    "fi": "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    "et": "esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev",
    "lv": "pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena",
    "lt": """
    pirmadienis antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis
    """,
    "pl": "poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę",
    "cs": "pondělí úterý středa středu čtvrtek pátek sobota sobotu neděle neděli",
    "sk": "pondelok utorok streda stredu štvrtok piatok sobota sobotu nedeľa nedeľu",
    "sl": "ponedeljek torek sreda sredo četrtek petek sobota soboto nedelja nedeljo",
    "hr": "ponedjeljak utorak srijeda srijedu četvrtak petak subota subotu nedjelja nedjelju",
    "sr": "ponedeljak utorak sreda sredu četvrtak petak subota subotu nedelja nedelju",
    "hu": "hétfő kedd szerda csütörtök péntek szombat vasárnap",
    "ro": "luni marți miercuri joi vineri sâmbătă duminică",
    "ca": "dilluns dimarts dimecres dijous divendres dissabte diumenge",
    "tr": "pazartesi salı çarşamba perşembe cuma cumartesi pazar",
    "id": "senin selasa rabu kamis jumat sabtu minggu",
    "ru": "понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье",
    "uk": "понеділок вівторок середа середу четвер пятниця субота суботу неділя неділю",
    "be": "панядзелак аўторак серада чацвер пятніца субота нядзеля",
    "bg": "понеделник вторник сряда четвъртък петък събота неделя",
    "el": "Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή",
  ]
}
