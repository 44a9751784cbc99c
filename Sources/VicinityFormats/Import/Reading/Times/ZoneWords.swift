import CivilTime

/// The names of time zones in dates: `CET`, `PDT`, `Eastern Time`.
enum ZoneWords {
  /// What a name says about a local time.
  enum Meaning: Equatable {
    /// The time is that of the place.
    case local
    /// Seconds east of UTC.
    case offset(Int)
    /// Several zones have the name, and that of the place is none of them.
    case unclear
  }

  /// A zone with standard time and, if it has one, summer time, in minutes east of UTC.
  private struct Clock {
    let standard: Int
    let summer: Int?
    /// Whether the name is that of summer time.
    let isSummer: Bool

    var offset: Int { isSummer ? summer ?? standard : standard }

    /// Whether the clocks of a place have such a name: they show the same times all year.
    func isThat(of offsets: Set<Int>) -> Bool { offsets == [standard, summer ?? standard] || offsets == [offset] }
  }

  static func isName(_ name: String) -> Bool { clocks[name] != nil || general[name] != nil }

  /// The meaning of a name at a local time.
  ///
  /// At a place with the clocks of the name the time is local: lists write `EST` all year.
  /// - Parameter zone: that of the place; nil when it is not known.
  static func meaning(of name: String, at local: LocalDateTime, in zone: Zone?) -> Meaning {
    let offsets = zone.map { Self.offsets(of: $0, in: local.date.year) } ?? []
    if let named = general[name].flatMap(Zone.init(identifier:)) {
      if Self.offsets(of: named, in: local.date.year) == offsets { return .local }
      // `20 Uhr ct` is the academic quarter of an hour.
      return name == "ct" && zone != nil ? .unclear : .offset(named.offset(at: named.instant(of: local)))
    }
    let clocks = clocks[name] ?? []
    if let zone, let own = clocks.first(where: { $0.isThat(of: offsets) }) {
      // One of the two hours that the clocks show twice.
      let instant = Zone(secondsEastOfUTC: own.offset * 60).instant(of: local)
      return zone.offset(at: instant) == own.offset * 60 ? .offset(own.offset * 60) : .local
    }
    return clocks.count == 1 ? .offset(clocks[0].offset * 60) : .unclear
  }

  /// The offsets in January and July in minutes.
  private static func offsets(of zone: Zone, in year: Int) -> Set<Int> {
    Set(
      [1, 7].compactMap { month in
        LocalDateTime(year: year, month: month, day: 15).map { zone.offset(at: zone.instant(of: $0)) / 60 }
      })
  }

  /// Names of standard and of summer time together.
  private static let general = [
    "et": "America/New_York", "eastern time": "America/New_York", "eastern": "America/New_York",
    "ct": "America/Chicago", "central time": "America/Chicago", "mt": "America/Denver",
    "mountain time": "America/Denver", "pt": "America/Los_Angeles", "pacific time": "America/Los_Angeles",
    "pacific": "America/Los_Angeles", "uk time": "Europe/London", "aet": "Australia/Sydney",
  ]

  private static let clocks: [String: [Clock]] = {
    var clocks: [String: [Clock]] = [:]
    for (standard, names, summer, summerNames) in table {
      for name in names { clocks[name, default: []].append(Clock(standard: standard, summer: summer, isSummer: false)) }
      for name in summerNames {
        clocks[name, default: []].append(Clock(standard: standard, summer: summer, isSummer: true))
      }
    }
    return clocks
  }()

  /// Minutes east of UTC, the names of standard time, and the same for summer time. Names of several zones: `ast`,
  /// `bst`, `cst`, `gst`, `ist`.
  private static let table: [(Int, [String], Int?, [String])] = [
    (-600, ["hst"], nil, []), (-540, ["akst"], -480, ["akdt"]),
    (-480, ["pst", "pacific standard time"], -420, ["pdt", "pacific daylight time"]),
    (-420, ["mst", "mountain standard time"], -360, ["mdt", "mountain daylight time"]),
    (-360, ["cst", "central standard time"], -300, ["cdt", "central daylight time"]),
    (-300, ["est", "eastern standard time"], -240, ["edt", "eastern daylight time"]),
    (-240, ["ast", "atlantic standard time"], -180, ["adt", "atlantic daylight time"]),
    (-210, ["nst"], -150, ["ndt"]), (-240, ["clt"], -180, ["clst"]), (-300, ["cot"], nil, []),
    (-300, ["pet"], nil, []), (-180, ["brt"], nil, []), (-180, ["art"], nil, []), (-180, ["uyt"], nil, []),
    (-120, ["gst"], nil, []), (0, ["wet"], 60, ["west"]), (0, [], 60, ["bst", "british summer time"]),
    (0, [], 60, ["ist", "irish standard time"]),
    (60, ["cet", "mez", "central european time"], 120, ["cest", "mesz", "central european summer time"]),
    (60, ["wat"], nil, []),
    (120, ["eet", "oez", "eastern european time"], 180, ["eest", "eastern european summer time"]),
    (120, ["sast"], nil, []), (120, ["cat"], nil, []), (120, ["ist", "israel standard time"], 180, ["idt"]),
    (180, ["msk"], nil, []), (180, ["trt"], nil, []), (180, ["eat"], nil, []), (180, ["ast"], nil, []),
    (210, ["irst"], nil, []), (240, ["gst"], nil, []), (300, ["pkt"], nil, []),
    (330, ["ist", "indian standard time", "india standard time"], nil, []), (345, ["npt"], nil, []),
    (360, ["bst"], nil, []), (420, ["ict"], nil, []), (420, ["wib"], nil, []), (480, ["wita"], nil, []),
    (480, ["cst", "china standard time"], nil, []), (480, ["hkt"], nil, []), (480, ["sgt"], nil, []),
    (480, ["pht"], nil, []), (480, ["myt"], nil, []), (480, ["awst"], nil, []), (540, ["jst"], nil, []),
    (540, ["kst"], nil, []), (540, ["wit"], nil, []), (570, ["acst"], 630, ["acdt"]),
    (600, ["aest"], 660, ["aedt"]), (720, ["nzst"], 780, ["nzdt"]),
  ]

  /// Words that say that a time is that of the place.
  static let local: Set = [
    "local time", "local", "ortszeit", "lokalzeit", "heure locale", "hora local", "ora locale", "lokale tijd",
    "lokal tid", "czasu lokalnego", "yerel saat", "місцевого часу", "местное время", "местного времени",
  ]
}
