import CivilTime
import Hours

/// A word, number or sign of opening hours as a person skims them.
struct Word {
  enum Kind { case day, closed, open, time, joint, separator, fallback, allDay, date, filler, other }

  let text: String
  let kind: Kind
  var days: Set<Weekday> = []

  /// Whether it joins the ends of a range.
  var isRange: Bool { Word.ranges.contains(text) }
  var hasMeridiem: Bool { text.contains("m") || text == "noon" || text == "midnight" }
  /// Whether it is written as HH:MM, or HH.MM.
  var isLiteral: Bool { text.utf8.count == 5 && text.dropFirst(2).first.map { ":.".contains($0) } ?? false }

  /// Whether hour and minute have two digits each.
  var isFull: Bool { isLiteral || text.utf8.count == 4 && text.utf8.allSatisfy { $0 &- 0x30 < 10 } }

  /// Whether it may mean a time of day, in minutes.
  func fits(_ minutes: Int) -> Bool {
    guard kind == .time else { return false }
    if text == "noon" { return minutes == 720 }
    if text == "midnight" { return minutes % 1440 == 0 }
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard var hour = numbers.first else { return false }
    var minute = numbers.dropFirst().first ?? 0
    if hour >= 100 { (hour, minute) = (hour / 100, hour % 100) }
    if text.contains("p"), hour < 12 { hour += 12 }
    if text.contains("a"), hour == 12 { hour = 0 }
    return (hour * 60 + minute) % 1440 == minutes % 1440
  }
}

extension Word {
  /// The words of a text without its comments in quotes.
  static func all(in text: String) -> [Word] {
    var words: [Word] = []
    let characters = Array(text.lowercased().replacing("24/7", with: "nonstop"))
    var place = 0
    while place < characters.count {
      let character = characters[place]
      var end = place + 1
      if character == "\"" || character == "“" || character == "„" {
        while end < characters.count, !"\"”“".contains(characters[end]) { end += 1 }
        words.append(Word(text: "\"", kind: .other))
        end += 1
      } else if character.isNumber {
        while end < characters.count, isTime(characters, end) { end += 1 }
        var text = String(characters[place..<end])
        (text, end) = meridiem(text, characters, end)
        words.append(time(text))
      } else if character.isLetter {
        while end < characters.count, characters[end].isLetter { end += 1 }
        words.append(word(String(characters[place..<end])))
      } else if !character.isWhitespace, let sign = sign(character) {
        words.append(sign)
      } else if character == "\n" {
        words.append(Word(text: "\n", kind: .separator))
      }
      place = end
    }
    return words.filter { $0.kind != .filler }
  }

  private static func isTime(_ characters: [Character], _ place: Int) -> Bool {
    if characters[place].isNumber { return true }
    guard ":.h".contains(characters[place]), place + 1 < characters.count else { return false }
    return characters[place + 1].isNumber
  }

  private static func meridiem(_ text: String, _ characters: [Character], _ place: Int) -> (String, Int) {
    var end = place
    while end < characters.count, characters[end].isWhitespace || characters[end] == "\u{202f}" { end += 1 }
    guard end < characters.count, "ap".contains(characters[end]) else { return (text, place) }
    let half = characters[end]
    end += 1
    while end < characters.count, characters[end] == "." || characters[end] == " " { end += 1 }
    guard end < characters.count, characters[end] == "m" else {
      // "10a-9p"
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      return characters[place] == half && !next.isLetter ? (text + "\(half)m", place + 1) : (text, place)
    }
    guard end + 1 >= characters.count || !characters[end + 1].isLetter else { return (text, place) }
    return (text + "\(half)m", end + 1)
  }

  private static func time(_ text: String) -> Word {
    // A year, a day of a date or a week.
    if text.count == 4, let year = Int(text), (2010...2029).contains(year) { return Word(text: text, kind: .date) }
    return Word(text: text, kind: .time)
  }

  private static func sign(_ character: Character) -> Word? {
    switch character {
    case ";", "\n", "•", "·": Word(text: ";", kind: .separator)
    case "|": Word(text: "|", kind: .fallback)
    case "-", "–", "—", "~", "−", "～", "〜", "‐", "‑", "‒", "―": Word(text: "-", kind: .joint)
    case ",", "&", "+", "、", "，", "､": Word(text: ",", kind: .joint)
    case "/": Word(text: "/", kind: .joint)
    case ":", ".", "\t": nil
    case "(", ")", "[", "]", "'", "’": Word(text: String(character), kind: .other)
    default: nil
    }
  }

  private static func word(_ text: String) -> Word {
    if let days = dayNames[text] { return Word(text: text, kind: .day, days: days) }
    if let kind = kinds[text] { return Word(text: text, kind: kind) }
    return Word(text: text, kind: .other)
  }

  private static let ranges: Set<String> = ["-", "to", "bis", "a", "al", "à", "au", "thru", "through", "till", "until"]

  private static let kinds: [String: Kind] = {
    var table: [String: Kind] = [:]
    func add(_ kind: Kind, _ words: String) { for word in words.split(separator: " ") { table[String(word)] = kind } }
    add(
      .closed,
      """
      closed off close geschlossen ruhetag fermé ferme fermée cerrado cerrada chiuso chiusa fechado fechada encerrado \
      закрыто выходной gesloten zamknięte zamkniete nieczynne zavřeno stängt lukket stengt tancat 定休日 定休 休業 \
      suljettu kiinni zárva închis inchis kapalı kapali κλειστά κλειστα zatvoreno zaprto zatvorené зачинено вихідний dicht \
      tutup shut
      """)
    add(.open, "open geöffnet abierto aperto aberto открыто ouvert geopend otwarte czynne")
    add(.joint, "and und et y e u to bis a al à au thru through till until til als às as")
    add(.time, "noon midday midnight late varies sunrise sunset dawn dusk")
    add(.allDay, "h24 nonstop stop clock rund dobę dygnet døgnet always hours stunden horas heures ore hrs std hr")
    add(.filler, "uhr h hs on every each from von de das dalle с mo'")
    add(
      .date,
      """
      jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october \
      november december ph sh week easter day days holiday holidays feiertag feiertage januar februar märz mai juni juli
      """)
    return table
  }()

  private static let dayNames: [String: Set<Weekday>] = {
    var table: [String: Set<Weekday>] = [:]
    let names = [
      "mo mon monday mondays montag lundi lunes lunedì lunedi segunda пн понедельник maandag poniedziałek maanantai hétfő luni pazartesi δευτέρα måndag mandag pondělí ponedjeljak понеділок",
      "tu tue tues tuesday tuesdays dienstag mardi martes martedì martedi terça вт вторник dinsdag wtorek tiistai kedd marți marti salı τρίτη tisdag tirsdag úterý utorak вівторок",
      "we wed weds wednesday wednesdays mittwoch mercredi miércoles miercoles mercoledì quarta ср среда woensdag środa keskiviikko szerda miercuri çarşamba τετάρτη onsdag středa srijeda середа",
      "th thu thur thurs thursday thursdays donnerstag jeudi jueves giovedì quinta чт четверг donderdag czwartek torstai csütörtök joi perşembe πέμπτη torsdag čtvrtek četvrtak четвер",
      "fr fri friday fridays freitag vendredi viernes venerdì sexta пт пятница vrijdag piątek perjantai péntek vineri cuma παρασκευή fredag pátek petak",
      "sa sat saturday saturdays samstag samedi sábado sabado sabato сб суббота zaterdag sobota lauantai szombat sâmbătă sambata cumartesi σάββατο lördag lørdag sobota subota субота",
      "su sun sunday sundays sonntag dimanche domingo domenica вс воскресенье zondag niedziela sunnuntai vasárnap duminică duminica pazar κυριακή söndag søndag neděle nedjelja неділя",
    ]
    for (day, names) in zip(Weekday.allCases, names) {
      for name in names.split(separator: " ") { table[String(name)] = [day] }
    }
    for name in ["daily", "everyday", "täglich"] { table[name] = Set(Weekday.allCases) }
    for name in ["weekend", "weekends"] { table[name] = [.saturday, .sunday] }
    for name in ["weekday", "weekdays"] { table[name] = [.monday, .tuesday, .wednesday, .thursday, .friday] }
    return table
  }()
}
