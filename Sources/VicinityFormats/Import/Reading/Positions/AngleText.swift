import Streams

/// An angle as people write it: `48.7758`, `48,7758° N`, `48° 46' 33" N`, `W 9 10.974`, `48°46.55′`.
struct AngleText: Equatable {
  /// Which of the two coordinates the letter of a hemisphere names.
  enum Axis { case latitude, longitude }

  /// Decimal degrees; south and west are negative.
  var degrees: Double
  /// Nil without a letter.
  var axis: Axis?

  /// The angle of a text; nil for other texts, and for minutes or seconds of 60 or more.
  ///
  /// Minutes and seconds need a sign (`°`, `'`, `"`, `d`, `m`, `s`) or spaces between them; a decimal comma is a point.
  init?(_ text: String) {
    var rest = Substring(text.trimmingSpaces.uppercased())
    var letter = Self.takeHemisphere(&rest, atStart: true)
    if letter == nil { letter = Self.takeHemisphere(&rest, atStart: false) }
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    guard let parts = Self.parts(rest), let whole = parts.first else { return nil }
    guard parts.dropFirst().allSatisfy({ $0 < 60 }), parts.dropLast().allSatisfy({ $0 == $0.rounded() }) else {
      return nil
    }
    guard letter == nil || !isNegative else { return nil }
    let magnitude = whole + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
    degrees = isNegative || letter == "S" || letter == "W" ? -magnitude : magnitude
    axis = letter.map { $0 == "N" || $0 == "S" ? .latitude : .longitude }
  }

  /// Removes the letter or the word of a hemisphere at one end of the text.
  ///
  /// `O` is east in German (`Ost`) and west in French, Italian and Spanish (`Ouest`, `Ovest`, `Oeste`), also beside `N`
  /// and `S`, so it is none; the words themselves and the letters `Ö` and `Ø` are certain.
  private static func takeHemisphere(_ rest: inout Substring, atStart: Bool) -> Character? {
    let end = rest.lastIndex { !$0.isLetter }.map { rest.index(after: $0) } ?? rest.startIndex
    let word = atStart ? rest.prefix { $0.isLetter } : rest[end...]
    if word.count > 1 || word == "Ö" || word == "Ø", let letter = words[FoldedName.fold(String(word))] {
      rest = atStart ? rest.dropFirst(word.count) : rest.dropLast(word.count)
      rest = Substring(String(rest).trimmingSpaces)
      return letter
    }
    guard let letter = atStart ? rest.first : rest.last, "NSEW".contains(letter) else { return nil }
    // In `48d46m33s` it stands for seconds.
    if !atStart, letter == "S", rest.contains("M") { return nil }
    rest = atStart ? rest.dropFirst() : rest.dropLast()
    rest = Substring(String(rest).trimmingSpaces)
    return letter
  }

  /// In English, German, French, Spanish, Italian, Portuguese and Swedish, without diacritics.
  private static let words: [String: Character] = [
    "north": "N", "nord": "N", "norte": "N", "norr": "N", "south": "S", "sud": "S", "sur": "S", "sul": "S",
    "soder": "S", "syd": "S", "east": "E", "ost": "E", "est": "E", "este": "E", "leste": "E", "oster": "E", "o": "E",
    "ø": "E", "west": "W", "ouest": "W", "oeste": "W", "ovest": "W", "vast": "W", "vest": "W",
  ]

  /// Degrees, and minutes and seconds if there are any.
  private static func parts(_ text: Substring) -> [Double]? {
    var parts: [Double] = []
    var number = ""
    var gap = ""
    func close() -> Bool {
      guard !number.isEmpty else { return true }
      guard let value = Double(number.replacing(",", with: ".")), parts.count < 3 else { return false }
      parts.append(value)
      number = ""
      return true
    }
    for character in text {
      if character.isASCII, character.isNumber || ((character == "." || character == ",") && !number.isEmpty) {
        if number.isEmpty, !parts.isEmpty, gap.isEmpty { return nil }
        if !gap.isEmpty, !isSeparator(gap, after: parts.count) { return nil }
        gap = ""
        number.append(character)
      } else {
        guard !(parts.isEmpty && number.isEmpty), close() else { return nil }
        gap.append(character)
      }
    }
    guard close(), gap.isEmpty || isSeparator(gap, after: parts.count) else { return nil }
    return parts.isEmpty ? nil : parts
  }

  /// Whether a text may follow the degrees, the minutes or the seconds.
  private static func isSeparator(_ text: String, after count: Int) -> Bool {
    let sign = text.filter { $0 != " " && $0 != "\u{A0}" && $0 != "\u{202F}" }
    if sign.isEmpty { return true }
    return signs[count - 1].contains(sign)
  }

  private static let signs: [Set<String>] = [
    ["°", "º", "˚", "D", "DEG", "*", ":"],
    ["'", "′", "’", "´", "`", "M", "MIN", ":"],
    ["\"", "″", "”", "''", "′′", "’’", "´´", "S", "SEC"],
  ]
}
