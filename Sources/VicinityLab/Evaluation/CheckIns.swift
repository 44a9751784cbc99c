import Geography
import Vicinity

/// A data set of check-ins: earlier visits of members, and their next ones.
public struct CheckIns: Sendable {
  /// The names of the places, by number.
  let places: [String]
  let coordinates: [Coordinate]
  /// The names of the members, by number.
  let members: [String]
  /// Earlier visits, with their counts.
  let visits: SparseRows
  /// The friends of each member.
  let friends: SparseRows?
  /// The category numbers of each place.
  let categories: SparseRows?
  /// The places that each member visited next; empty for members outside the test set. Places without a coordinate have
  /// separate numbers.
  let next: [[Int32]]

  /// The files of a data set; `docs/recommendations.md` describes them.
  public struct Files: Sendable {
    /// Places: id, latitude, longitude.
    public var places: String
    /// Earlier visits: member, place, and an optional count.
    public var train: String
    /// Next visits, in the same form.
    public var test: String
    /// Friendships: member, member.
    public var friends: String?
    /// Categories: place, category.
    public var categories: String?

    /// Makes a set of paths.
    public init(places: String, train: String, test: String, friends: String? = nil, categories: String? = nil) {
      (self.places, self.train, self.test) = (places, train, test)
      (self.friends, self.categories) = (friends, categories)
    }
  }

  /// Reads a data set.
  ///
  /// - Throws: `ImportError` for a file that cannot be read, `EvaluationError` for an error in one.
  public init(_ files: Files) throws {
    var reader = CheckInReader(files)
    try reader.readPlaces()
    let visits = try reader.visits()
    let next = try reader.next()
    let friends = try reader.friends()
    categories = try reader.categories()
    (places, coordinates, members) = (reader.places.names, reader.coordinates, reader.members.names)
    self.visits = SparseRows(visits, rows: members.count)
    self.friends = friends.map { [count = members.count] in SparseRows($0, rows: count) }
    self.next = members.indices.map { next[Int32($0)] ?? [] }
  }
}

extension CheckIns {
  /// The places of a data set as listings: bars without a name.
  public static func listings(path: String) throws -> [Listing] {
    var reader = CheckInReader(Files(places: path, train: "", test: ""))
    try reader.readPlaces()
    return zip(reader.places.names, reader.coordinates).map { Listing(id: $0, kind: .bar, coordinate: $1) }
  }
}

/// Reads the files in turn.
private struct CheckInReader {
  let files: CheckIns.Files
  var places = NumberedNames()
  var coordinates: [Coordinate] = []
  var members = NumberedNames()

  init(_ files: CheckIns.Files) { self.files = files }

  mutating func readPlaces() throws {
    let file = CheckInFile(path: files.places)
    var (places, coordinates) = (places, coordinates)
    try file.forEachLine(fields: ["place", "latitude", "longitude"]) { fields, line in
      let (latitude, longitude) = (
        try file.number(fields[1], "latitude", line: line), try file.number(fields[2], "longitude", line: line)
      )
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid else {
        throw EvaluationError.badCoordinate(path: file.path, line: line, latitude: latitude, longitude: longitude)
      }
      guard places.number(of: fields[0]) == coordinates.count else {
        throw EvaluationError.repeatedPlace(path: file.path, line: line, id: fields[0])
      }
      coordinates.append(coordinate)
    }
    guard !coordinates.isEmpty else { throw EvaluationError.empty(path: file.path, what: "places") }
    (self.places, self.coordinates) = (places, coordinates)
  }

  mutating func visits() throws -> [SparseRows.Entry] {
    let file = CheckInFile(path: files.train)
    var (members, entries): (NumberedNames, [SparseRows.Entry]) = (members, [])
    try file.forEachLine(fields: ["member", "place"]) { fields, line in
      let place = try known(fields[1], in: file, line: line)
      let visits = fields.count > 2 ? try file.number(fields[2], "number of visits", line: line) : 1
      entries.append(.init(row: members.number(of: fields[0]), column: place, weight: Float(max(1, visits))))
    }
    self.members = members
    return entries
  }

  /// Unknown places only count by number: they cannot be recommended.
  mutating func next() throws -> [Int32: [Int32]] {
    let file = CheckInFile(path: files.test)
    var (members, places): (NumberedNames, NumberedNames) = (members, places)
    var next: [Int32: Set<Int32>] = [:]
    try file.forEachLine(fields: ["member", "place"]) { fields, _ in
      next[members.number(of: fields[0]), default: []].insert(places.number(of: fields[1]))
    }
    guard !next.isEmpty else { throw EvaluationError.empty(path: file.path, what: "members") }
    self.members = members
    return next.mapValues { $0.sorted() }
  }

  /// In both directions.
  mutating func friends() throws -> [SparseRows.Entry]? {
    guard let file = files.friends.map(CheckInFile.init) else { return nil }
    var (members, pairs): (NumberedNames, Set<SparseRows.Entry>) = (members, [])
    try file.forEachLine(fields: ["member", "member"]) { fields, _ in
      let (first, second) = (members.number(of: fields[0]), members.number(of: fields[1]))
      pairs.insert(.init(row: first, column: second, weight: 1))
      pairs.insert(.init(row: second, column: first, weight: 1))
    }
    self.members = members
    return Array(pairs.filter { $0.row != $0.column })
  }

  func categories() throws -> SparseRows? {
    guard let file = files.categories.map(CheckInFile.init) else { return nil }
    var (names, entries): (NumberedNames, Set<SparseRows.Entry>) = (NumberedNames(), [])
    try file.forEachLine(fields: ["place", "category"]) { fields, _ in
      // Categories of unknown places are ignored.
      guard let place = places[fields[0]] else { return }
      entries.insert(.init(row: place, column: names.number(of: fields[1]), weight: 1))
    }
    return SparseRows(Array(entries), rows: coordinates.count)
  }

  private func known(_ id: String, in file: CheckInFile, line: Int) throws -> Int32 {
    guard let place = places[id] else {
      throw EvaluationError.unknownPlace(path: file.path, line: line, id: id, places: files.places)
    }
    return place
  }
}
