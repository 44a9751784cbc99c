import CivilTime
import Geography

/// A number that differs between different queries, but not between the pages of one.
///
/// FNV-1a over the parts of a query, except those that may change from page to page: id, after, fields, now, limit and
/// total.
struct Fingerprint {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Fits into the integers of JSON.
  var value: Int { Int(hash >> 11) }

  init(of query: Query) {
    add(query.near?.latitude)
    add(query.near?.longitude)
    add(query.radiusMeters)
    if let group = query.group { add(group) }
    if let along = query.along { add(along) }
    for side in [query.within?.south, query.within?.west, query.within?.north, query.within?.east] { add(side) }
    for area in [query.area, query.outside] where query.area != nil || query.outside != nil { add(area) }
    add(query.kinds.map { kinds in kinds.reduce(0) { $0 | 1 << $1.ordinal } })
    add(query.open)
    add(query.during)
    add(query.occurrences.rawValue)
    if let word = query.stay?.word {
      add(word.rawValue)
    } else {
      add(query.stay?.nights.from.dayNumber)
      add(query.stay?.nights.to.dayNumber)
    }
    add(query.stay?.guests)
    if let stay = query.stay, stay.nightCount != nil || stay.partly { addFlexible(stay) }
    for tags in [query.tags.any, query.tags.all, query.tags.none] { add(tags) }
    addBounds(query.price, query.rating)
    if let price = query.nightPrice { add(price) }
    add(query.text)
    add(query.sort.map(\.rawValue))
    add(query.metric.rawValue)
    if let caller = query.caller { add(caller) }
    if let filter = query.filter { add(filter.description) }
    if query.sort.use(.recommended) { addRecommending(query) }
    if let weights = query.bestMatch {
      for part in BestMatchWeights.names + BestMatchWeights.scales { add(weights[keyPath: part.path]) }
      add(weights.decay.rawValue)
    }
    if let typos = query.typos { add(typos) }
    for (field, words) in query.words.sorted(by: { $0.key.ordinal < $1.key.ordinal }) {
      add([field.rawValue] + words.sorted())
    }
  }

  private mutating func add(_ group: Query.Group) {
    add(group.by.rawValue)
    add(group.maxMeters)
    for origin in group.origins {
      add(origin.coordinate)
      add(origin.maxMeters)
    }
  }

  private mutating func add(_ along: Query.Along) {
    add(along.widthMeters)
    along.line.forEach { add($0) }
    switch along.from {
    case nil: add(0)
    case .meters(let meters): add(meters)
    case .coordinate(let coordinate): add(coordinate)
    }
  }

  private mutating func add(_ coordinate: Coordinate) {
    add(coordinate.latitude)
    add(coordinate.longitude)
  }

  private mutating func add(_ area: Query.Area?) {
    switch area {
    case nil: add(0)
    case .box(let box): for side in [box.south, box.west, box.north, box.east] { add(side) }
    case .named(let name): add(name)
    case .shape(let shape):
      add(shape.polygons.count)
      for ring in shape.polygons.flatMap(\.rings) {
        add(ring.count)
        for vertex in ring {
          add(vertex.latitude)
          add(vertex.longitude)
        }
      }
    }
  }

  private mutating func addRecommending(_ query: Query) {
    add(query.recommendedFor)
    let wishes = query.recommending ?? Query.Recommending()
    for part in RecommendationWeights.names + RecommendationWeights.scales { add(wishes.weights[keyPath: part.path]) }
    add(wishes.diversity)
    add(wishes.novelty)
    add(wishes.seen ? 1 : 0)
  }

  private mutating func addFlexible(_ stay: Query.Stay) {
    add(stay.nightCount)
    add(stay.weekend ? 1 : 0)
    add(stay.partly ? 1 : 0)
  }

  private mutating func addBounds(_ price: Query.PriceFilter?, _ rating: Query.RatingFilter?) {
    add(price?.min)
    add(price?.max)
    add(price?.currency)
    add(price?.maxLevel)
    add(price == nil ? 0 : 1)
    add(rating?.min)
    add(rating?.minCount)
    add(rating == nil ? 0 : 1)
  }

  private mutating func add(_ price: Query.NightPriceFilter) {
    add("nightPrice")
    add(price.min)
    add(price.max)
    add(price.currency)
  }

  private mutating func add(_ opening: Query.Opening?) {
    add(opening?.at)
    add(opening?.until)
    add(opening?.unknown.rawValue)
    add(opening?.arriving?.metersPerSecond)
    add(opening?.stayMinutes)
    add(opening?.waitMinutes)
    if let window = opening?.sometime { add(window) }
  }

  private mutating func add(_ window: Query.Window?) {
    switch window {
    case nil: add(0)
    case .between(let from, let to):
      add(from)
      add(to)
    case .from(let from): add(from)
    case .weekdays(let first, let last):
      add(first.rawValue)
      add(last.rawValue)
    case .named(let name): add(name.rawValue)
    }
  }

  private mutating func add(_ moment: Query.Moment?) {
    switch moment {
    case nil: add(0)
    case .now: add(1)
    case .instant(let instant): add(Int(instant.secondsSince1970))
    case .local(let local):
      add(local.date.dayNumber)
      add(local.secondOfDay)
    case .weekly(let weekday, let minuteOfDay):
      add(-weekday.rawValue)
      add(minuteOfDay)
    case .daily(let minuteOfDay):
      add(-7)
      add(minuteOfDay)
    }
  }

  private mutating func add(_ texts: [String]) {
    add(texts.count)
    for text in texts { add(text) }
  }

  private mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    add(text.utf8.count)
  }

  private mutating func add(_ number: Double?) { mix(number?.bitPattern ?? .max) }
  private mutating func add(_ number: Int?) { mix(UInt64(bitPattern: Int64(number ?? .min))) }

  /// Mixes a whole word; the shift lets the high bits take part.
  private mutating func mix(_ word: UInt64) {
    hash = (hash ^ word) &* 0x100_0000_01b3
    hash ^= hash >> 29
  }
}
