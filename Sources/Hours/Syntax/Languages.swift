/// The languages whose words for days and states are accepted.
struct Languages: OptionSet {
  let rawValue: UInt32

  static let german = Languages(rawValue: 1)
  static let french = Languages(rawValue: 2)
  static let spanish = Languages(rawValue: 4)
  static let portuguese = Languages(rawValue: 8)
  static let italian = Languages(rawValue: 16)
  static let russian = Languages(rawValue: 32)
  static let japanese = Languages(rawValue: 64)
  static let dutch = Languages(rawValue: 128)
  static let english = Languages(rawValue: 256)
  static let polish = Languages(rawValue: 512)
  static let czech = Languages(rawValue: 1024)
  static let danish = Languages(rawValue: 1 << 11)
  static let norwegian = Languages(rawValue: 1 << 12)
  static let swedish = Languages(rawValue: 1 << 13)
  static let finnish = Languages(rawValue: 1 << 14)
  static let hungarian = Languages(rawValue: 1 << 15)
  static let romanian = Languages(rawValue: 1 << 16)
  static let turkish = Languages(rawValue: 1 << 17)
  static let greek = Languages(rawValue: 1 << 18)
  static let slovak = Languages(rawValue: 1 << 19)
  static let southSlavic = Languages(rawValue: 1 << 20)
  static let indonesian = Languages(rawValue: 1 << 21)
  static let nordic: Languages = [.danish, .norwegian, .swedish]
  static let all = Languages(rawValue: .max)
}

extension Languages {
  /// The languages in common use in a country, by ISO 3166-1 code; English is always included, and is the only one for
  /// an unknown country.
  init(spokenIn country: String) {
    self = Languages.byCountry[country.lowercased().prefix(2).description]?.union(.english) ?? .english
  }

  private static let byCountry: [String: Languages] = {
    let speakers: [(Languages, String)] = [
      (.german, "de at ch li lu be it"),
      (.french, "fr be ch lu ca mc sn ci cm mg ma tn dz ht"),
      (.spanish, "es mx ar co cl pe ve ec gt cu bo do hn py sv ni cr pa uy gq"),
      (.portuguese, "pt br ao mz cv"),
      (.italian, "it ch sm va"),
      (.russian, "ru by ua kz kg md"),
      (.japanese, "jp"),
      (.dutch, "nl be sr"),
      (.polish, "pl"), (.czech, "cz"), (.slovak, "sk"), (.danish, "dk gl fo"), (.norwegian, "no"),
      (.swedish, "se fi ax"),
      (.finnish, "fi"), (.hungarian, "hu"), (.romanian, "ro md"), (.turkish, "tr cy"), (.greek, "gr cy"),
      (.southSlavic, "hr rs ba si me"), (.indonesian, "id"),
    ]
    var table: [String: Languages] = [:]
    for (language, countries) in speakers {
      for country in countries.split(separator: " ") {
        table[String(country), default: []].formUnion(language)
      }
    }
    return table
  }()
}
