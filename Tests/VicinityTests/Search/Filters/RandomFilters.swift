import CivilTime
import Geography
import TestSupport
import VicinityLab

@testable import Vicinity

/// One of each filter, with random values.
struct RandomFilters: Sendable {
  let name: String
  let apply: @Sendable (inout Query, Coordinate, Double, inout SplitMix64) -> Void

  static let all = [
    RandomFilters(name: "none") { _, _, _, _ in },
    RandomFilters(name: "radius") { query, center, spread, random in
      query.near = query.near ?? center
      query.radiusMeters = [0, 500, 5_000, 50_000, 500_000, 5_000_000][SeededWorld.pick(6, &random)]
    },
    RandomFilters(name: "box") { query, center, spread, random in query.within = box(center, spread, &random) },
    RandomFilters(name: "kinds") { query, _, _, random in
      query.kinds = Set(Kind.allCases.filter { _ in SeededWorld.oneIn(2, &random) })
    },
    RandomFilters(name: "any tag") { query, _, _, random in query.tags.any = tags(2, &random) + ["no-such-tag"] },
    RandomFilters(name: "all tags") { query, _, _, random in query.tags.all = tags(2, &random) },
    RandomFilters(name: "unknown tag") { query, _, _, _ in query.tags.all = ["no-such-tag"] },
    RandomFilters(name: "no tag") { query, _, _, random in query.tags.none = tags(2, &random) },
    RandomFilters(name: "price") { query, _, _, random in
      query.price = .init(
        min: SeededWorld.oneIn(3, &random) ? 5 : nil, max: 10,
        currency: ["EUR", "JPY", "CHF", nil][SeededWorld.pick(4, &random)])
    },
    RandomFilters(name: "price level") { query, _, _, random in
      query.price = .init(maxLevel: 1 + SeededWorld.pick(4, &random))
    },
    RandomFilters(name: "rating") { query, _, _, random in
      query.rating = .init(min: 3.5, minCount: [nil, 1, 10][SeededWorld.pick(3, &random)])
    },
    RandomFilters(name: "text") { query, _, _, random in
      query.text = ["jaz", "CAFE", "lodz", "zum hir", "újh", "beer gar", "thai", "zzz"][SeededWorld.pick(8, &random)]
    },
    RandomFilters(name: "open") { query, _, _, random in
      query.open = .init(at: moment(&random), unknown: policy(&random))
    },
    RandomFilters(name: "open throughout") { query, _, _, random in
      query.open = .init(
        at: .weekly(.friday, minuteOfDay: 22 * 60), until: .weekly(.saturday, minuteOfDay: 60), unknown: policy(&random)
      )
    },
    RandomFilters(name: "arriving") { query, center, _, random in
      query.near = query.near ?? center
      query.open = .init(
        at: moment(&random), unknown: policy(&random),
        arriving: [.walking, .speed(metersPerSecond: 30), .speed(metersPerSecond: 0.3)][SeededWorld.pick(3, &random)],
        stayMinutes: [nil, 0, 45, 90][SeededWorld.pick(4, &random)],
        waitMinutes: [nil, 20, 60][SeededWorld.pick(3, &random)])
    },
    RandomFilters(name: "open for a while, or soon") { query, _, _, random in
      query.open = .init(
        at: moment(&random), unknown: policy(&random), stayMinutes: [nil, 1, 61][SeededWorld.pick(3, &random)],
        waitMinutes: [nil, 0, 35][SeededWorld.pick(3, &random)])
    },
    RandomFilters(name: "during") { query, _, _, random in
      let from = SeededWorld.now + Int64(3600 * SeededWorld.pick(24, &random))
      query.during = .init(from: .instant(from), to: .instant(from + Int64(3600 * (1 + SeededWorld.pick(8, &random)))))
    },
    RandomFilters(name: "during, by the clock on the wall") { query, _, _, _ in
      query.during = .init(from: .weekly(.saturday, minuteOfDay: 20 * 60), to: .weekly(.sunday, minuteOfDay: 4 * 60))
    },
    RandomFilters(name: "during a time with a name") { query, _, _, random in
      let names = Query.Window.Name.allCases
      query.during = .named(names[SeededWorld.pick(names.count, &random)])
    },
    RandomFilters(name: "during days of the week") { query, _, _, random in
      query.during = .weekdays(
        Weekday.allCases[SeededWorld.pick(7, &random)], through: Weekday.allCases[SeededWorld.pick(7, &random)])
    },
    RandomFilters(name: "from a time on") { query, _, _, random in query.during = .from(moment(&random)) },
    RandomFilters(name: "open some time") { query, _, _, random in
      let day = Weekday.allCases[SeededWorld.pick(7, &random)]
      let windows: [Query.Window] = [.named(.tonight), .named(.today), .named(.tomorrow), .weekdays(day, through: day)]
      query.open = .init(
        sometime: windows[SeededWorld.pick(4, &random)], unknown: policy(&random),
        stayMinutes: [nil, 60][SeededWorld.pick(2, &random)])
    },
    RandomFilters(name: "each occurrence") { query, _, _, random in
      if query.during?.isBounded != true { query.during = .named(.weekend) }
      query.occurrences = .all
    },
    RandomFilters(name: "stay") { query, _, _, random in
      let from = LocalDate(dayNumber: 20_780 + SeededWorld.pick(20, &random))
      guard let nights = Nights(from: from, to: from + 1 + SeededWorld.pick(6, &random)) else { return }
      query.stay = .init(nights: nights, guests: 1 + SeededWorld.pick(3, &random))
    },
    RandomFilters(name: "some nights between two dates") { query, _, _, random in
      let from = LocalDate(dayNumber: 20_780 + SeededWorld.pick(20, &random))
      let range = 1 + SeededWorld.pick(16, &random)
      guard let nights = Nights(from: from, to: from + range) else { return }
      query.stay = .init(
        nights: nights, guests: 1 + SeededWorld.pick(3, &random),
        nightCount: 1 + SeededWorld.pick(min(range, 8), &random),
        weekend: SeededWorld.oneIn(2, &random))
    },
    RandomFilters(name: "nights by a word") { query, _, _, random in
      query.stay = .init(Query.Stay.Word.allCases[SeededWorld.pick(4, &random)])
    },
    RandomFilters(name: "some of the nights") { query, _, _, random in
      let from = LocalDate(dayNumber: 20_780 + SeededWorld.pick(30, &random))
      guard let nights = Nights(from: from, to: from + 1 + SeededWorld.pick(4, &random)) else { return }
      query.stay = .init(nights: nights, partly: true)
    },
    // The last one, since it needs a stay, and one of whole nights.
    RandomFilters(name: "the price of a night") { query, _, _, random in
      if query.stay?.partly != false {
        let from = LocalDate(dayNumber: 20_780 + SeededWorld.pick(20, &random))
        guard let nights = Nights(from: from, to: from + 1 + SeededWorld.pick(7, &random)) else { return }
        query.stay = .init(nights: nights, nightCount: SeededWorld.oneIn(2, &random) ? nil : 1)
      }
      query.nightPrice = .init(
        min: SeededWorld.oneIn(3, &random) ? 2.5 : nil, max: [nil, 0, 5, 7.5, 8.33, 10][SeededWorld.pick(6, &random)],
        currency: ["EUR", "JPY", nil, nil][SeededWorld.pick(4, &random)])
    },
  ]

  static func origin(near center: Coordinate, spreadDegrees: Double, _ random: inout SplitMix64) -> Coordinate {
    let shift = { (random: inout SplitMix64) in spreadDegrees * (Double(SeededWorld.pick(101, &random)) / 50 - 1) }
    let latitude = min(90, max(-90, center.latitude + shift(&random)))
    var longitude = center.longitude + shift(&random)
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func box(_ center: Coordinate, _ spread: Double, _ random: inout SplitMix64) -> BoundingBox {
    let corner = origin(near: center, spreadDegrees: spread, &random)
    let height = spread * Double(SeededWorld.pick(10, &random)) / 8
    var east = corner.longitude + spread * Double(SeededWorld.pick(10, &random)) / 8
    if east > 180 { east -= 360 }
    return BoundingBox(
      south: corner.latitude, west: corner.longitude, north: min(90, corner.latitude + height), east: east)
  }

  private static func tags(_ count: Int, _ random: inout SplitMix64) -> [String] {
    (0..<count).map { _ in SeededWorld.tags[SeededWorld.pick(SeededWorld.tags.count, &random)] }
  }

  private static func policy(_ random: inout SplitMix64) -> Query.UnknownPolicy {
    Query.UnknownPolicy.allCases[SeededWorld.pick(3, &random)]
  }

  private static func moment(_ random: inout SplitMix64) -> Query.Moment {
    let instant = SeededWorld.now + Int64(60 * SeededWorld.pick(7 * 1440, &random))
    switch SeededWorld.pick(5, &random) {
    case 0: return .now
    case 4: return .daily(minuteOfDay: SeededWorld.pick(1440, &random))
    case 1: return .instant(instant)
    case 2: return .local(Zone.utc.localDateTime(at: instant))
    default:
      return .weekly(Weekday.allCases[SeededWorld.pick(7, &random)], minuteOfDay: SeededWorld.pick(1440, &random))
    }
  }
}

enum Sorts {
  /// Every single key, and some lists of them.
  static let all: [[Query.SortKey]] =
    [[]]
    + Query.SortKey.allCases.filter { ![.route, .spread, .stayPrice, .nightPrice, .recommended].contains($0.property) }
    .map { [$0] }
    + [
      [.open, .distance], [.price, .name], [.rating.descending, .price, .distance], [.relevance, .name],
      [.start, .name, .open],
    ]
}
