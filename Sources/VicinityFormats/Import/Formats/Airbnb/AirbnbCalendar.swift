import CivilTime
import Streams
import Vicinity

/// The unavailable nights of the couches in an Inside Airbnb calendar, with the price and terms of each night.
///
/// Each row of the file is one night of one couch; the rows of a couch are contiguous and in order, so adjacent nights
/// are merged while reading.
struct AirbnbCalendar {
  private var nights: [String: [Nights]] = [:]
  private var terms: [String: [(nights: Nights, terms: Terms)]] = [:]
  private let path: String
  private var rows = 0
  private var badRows = 0
  private var firstBadLine = 0
  private var known: Set<String> = []
  private var rates = 0

  /// The positions of the columns; older exports lack those for the price and limits of a night.
  private struct Columns {
    let id, date, available: Int
    let price, least, most: Int?

    init?(_ header: [String]) {
      guard let id = header.firstIndex(of: "listing_id"), let date = header.firstIndex(of: "date"),
        let available = header.firstIndex(of: "available")
      else { return nil }
      (self.id, self.date, self.available) = (id, date, available)
      price = header.firstIndex(of: "price")
      least = header.firstIndex(of: "minimum_nights")
      most = header.firstIndex(of: "maximum_nights")
    }
  }

  /// The price and terms of a night, as in the file.
  private struct Terms: Equatable {
    var price: String?
    var least: String?
    var most: String?
  }

  /// Reads the whole calendar.
  /// - Throws: `ImportError` when the file cannot be read or lacks the columns.
  init(path: String) throws {
    self.path = path
    let buffer = try InputBuffer(ByteSource(path: path))
    let table = CSVReader(buffer)
    let header = try table.next() ? table.record.map { $0.lowercased() } : []
    guard let columns = Columns(header) else {
      throw ImportError.missingColumns(["listing_id", "date", "available"], path: path, found: header)
    }
    try read(table, columns)
    guard rows > badRows else {
      throw ImportError.badOption("calendar", value: path, reason: "has no nights, so every night would seem free")
    }
  }

  /// The unavailable nights of a couch, sorted and merged; marks the couch as seen.
  mutating func takeNights(of id: String) -> [Nights] {
    known.insert(id)
    return Nights.merged(nights[id] ?? [])
  }

  /// The nights of a couch whose price or terms differ from those of the couch itself.
  /// - Parameter currency: the currency of prices with a dollar sign.
  mutating func takeRates(of couch: Listing, currency: String?) -> [NightlyRate] {
    var taken: [NightlyRate] = []
    for (nights, terms) in (terms[couch.id] ?? []).sorted(by: { $0.nights < $1.nights }) {
      // The first row of a repeated night wins.
      guard taken.last.map({ $0.nights.to <= nights.from }) ?? true else { continue }
      taken.append(rate(nights, terms, of: couch, currency))
    }
    let rates = NightlyRate.normalized(taken, of: couch)
    self.rates += rates.count
    return rates
  }

  private func rate(_ nights: Nights, _ terms: Terms, of couch: Listing, _ currency: String?) -> NightlyRate {
    let price = terms.price.flatMap { text in
      PriceText.firstAmount(in: text).flatMap {
        Price(amount: $0, currency: couch.price.map(\.currency) ?? AirbnbReader.currency(of: text, currency))
      }
    }
    let most = terms.most.flatMap { Int($0) }.flatMap { $0 >= 1 ? $0 : nil }
    // As in the listing, this many nights or more mean no limit; where the couch itself has one, that must be explicit.
    let isUnlimited = most.map { $0 >= AirbnbReader.noLimit } ?? false
    return NightlyRate(
      nights: nights, price: price, minNights: terms.least.flatMap { Int($0) }.flatMap { $0 >= 1 ? $0 : nil },
      maxNights: isUnlimited ? couch.maxNights.map { _ in AirbnbReader.noLimit } : most)
  }

  /// The remarks once all listings have been read.
  var notes: [String] {
    let blocked = nights.filter { known.contains($0.key) }.values.reduce(0) { $0 + $1.count }
    let stretches = blocked.counted("stretch", "stretches")
    var notes = ["\(path): \(rows.counted("night")) read, \(stretches) of blocked nights imported."]
    if rates > 0 {
      let own = rates.counted("stretch", "stretches")
      notes.append("\(path): \(own) of nights with a price or numbers of nights of their own.")
    }
    let strangers = nights.keys.filter { !known.contains($0) }.count
    if strangers > 0 {
      let couches = strangers.counted("couch of the calendar is", "couches of the calendar are")
      notes.append("\(path): \(couches) not among the listings.")
    }
    if badRows > 0 {
      notes.append("\(path): \(badRows.counted("row")) not understood, the first in line \(firstBadLine).")
    }
    return notes
  }

  private mutating func read(_ table: CSVReader, _ columns: Columns) throws(InputError) {
    var closed = Stretch()
    var alike = Stretch()
    while try table.next() {
      rows += 1
      guard let couch = table.field(columns.id),
        let day = table.field(columns.date).flatMap({ try? LocalDate(parsing: $0) }),
        let isFree = table.field(columns.available).flatMap(Self.truth)
      else {
        if badRows == 0 { firstBadLine = table.recordLine }
        badRows += 1
        continue
      }
      let terms = Terms(
        price: columns.price.flatMap(table.field), least: columns.least.flatMap(table.field),
        most: columns.most.flatMap(table.field))
      if !alike.extend(couch, day, terms) {
        addTerms(alike)
        alike = Stretch(couch: couch, from: day, to: day + 1, terms: terms)
      }
      if isFree {
        if nights[couch] == nil { nights[couch] = [] }
      } else if !closed.extend(couch, day, Terms()) {
        add(closed)
        closed = Stretch(couch: couch, from: day, to: day + 1)
      }
    }
    add(closed)
    addTerms(alike)
  }

  private mutating func add(_ stretch: Stretch) {
    guard let range = stretch.nights else { return }
    nights[stretch.couch, default: []].append(range)
  }

  private mutating func addTerms(_ stretch: Stretch) {
    guard let range = stretch.nights, stretch.terms != Terms() else { return }
    terms[stretch.couch, default: []].append((range, stretch.terms))
  }

  /// Consecutive nights of one couch.
  private struct Stretch {
    var couch = ""
    var from: LocalDate?
    var to: LocalDate?
    var terms = Terms()

    var nights: Nights? { from.flatMap { from in to.flatMap { Nights(from: from, to: $0) } } }

    mutating func extend(_ couch: String, _ day: LocalDate, _ terms: Terms) -> Bool {
      guard day == to, couch == self.couch, terms == self.terms else { return false }
      to = day + 1
      return true
    }
  }

  private static func truth(_ text: String) -> Bool? {
    switch text {
    case "t", "true", "True", "1": true
    case "f", "false", "False", "0": false
    default: nil
    }
  }
}
