/// The nights on which the couches of an Inside Airbnb calendar are not available.
///
/// One row of the file is one night of one couch; rows of a couch stand together and in order, so neighbours are joined while reading.
struct AirbnbCalendar {
  private var nights: [String: [Nights]] = [:]
  private let path: String
  private var rows = 0
  private var badRows = 0
  private var firstBadLine = 0
  private var known: Set<String> = []

  /// Reads the whole calendar.
  /// - Throws: `ImportError` when the file cannot be read or lacks the columns.
  init(path: String) throws(ImportError) {
    self.path = path
    let buffer = try InputBuffer(ByteSource(path: path))
    let table = CSVReader(buffer, delimiter: CSVDelimiter.guess(buffer.bytes))
    let header = try table.next() ? table.record.map { $0.lowercased() } : []
    guard let id = header.firstIndex(of: "listing_id"), let date = header.firstIndex(of: "date"),
      let available = header.firstIndex(of: "available")
    else { throw .missingColumns(["listing_id", "date", "available"], path: path, found: header) }
    try read(table, id: id, date: date, available: available)
  }

  /// The nights of a couch, sorted and joined; afterwards it counts as seen.
  mutating func takeNights(of id: String) -> [Nights] {
    known.insert(id)
    return Nights.merged(nights[id] ?? [])
  }

  /// What there is to say when all listings have been read.
  var notes: [String] {
    let blocked = nights.filter { known.contains($0.key) }.values.reduce(0) { $0 + $1.count }
    func counted(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
    let stretches = counted(blocked, "stretch", "stretches")
    var notes = ["\(path): \(counted(rows, "night", "nights")) read, \(stretches) of blocked nights taken over."]
    let strangers = nights.keys.filter { !known.contains($0) }.count
    if strangers > 0 {
      let couches = counted(strangers, "couch of the calendar is", "couches of the calendar are")
      notes.append("\(path): \(couches) not among the listings.")
    }
    if badRows > 0 {
      notes.append("\(path): \(counted(badRows, "row", "rows")) not understood, the first in line \(firstBadLine).")
    }
    return notes
  }

  private mutating func read(_ table: CSVReader, id: Int, date: Int, available: Int) throws(ImportError) {
    var current = Stretch()
    while try table.next() {
      rows += 1
      guard let couch = table.field(id), let day = table.field(date).flatMap(LocalDate.init(parsing:)),
        let isFree = table.field(available).flatMap(Self.truth)
      else {
        if badRows == 0 { firstBadLine = table.recordLine }
        badRows += 1
        continue
      }
      if isFree {
        if nights[couch] == nil { nights[couch] = [] }
      } else if !current.extend(couch, day) {
        add(current)
        current = Stretch(couch: couch, from: day, to: day + 1)
      }
    }
    add(current)
  }

  private mutating func add(_ stretch: Stretch) {
    guard let from = stretch.from, let to = stretch.to, let range = Nights(from: from, to: to) else { return }
    nights[stretch.couch, default: []].append(range)
  }

  /// Nights in a row of one couch.
  private struct Stretch {
    var couch = ""
    var from: LocalDate?
    var to: LocalDate?

    mutating func extend(_ couch: String, _ day: LocalDate) -> Bool {
      guard couch == self.couch, day == to else { return false }
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
