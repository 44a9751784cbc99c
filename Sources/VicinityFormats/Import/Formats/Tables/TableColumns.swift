import CodedErrors
import Streams
import Vicinity

/// The columns of a table for each field.
struct TableColumns {
  private enum Source {
    case columns([Int])
    case constant(String)
  }

  private var sources: [(field: Field, source: Source)] = []
  /// The columns of the catalog's custom fields.
  private let ownSources: [String: Source]
  /// The columns that say whether a place is in business, by their names in lower case.
  private let statusColumns: [String: Int]
  /// The required number of fields per row; nil without a header.
  let width: Int?
  /// Columns of the header that are not read.
  let unused: [String]
  /// Whether no column is the name, although some are not read.
  var lacksName: Bool { !unused.isEmpty && !sources.contains { $0.field == .name } }
  /// Whether no column is the id, although some are not read.
  var lacksId: Bool { !unused.isEmpty && !sources.contains { $0.field == .id } }

  /// Values that many tables use for missing data.
  private static let nothing: Set = ["", "\\N", "NULL", "null", "N/A", "n/a", "NaN", "nan"]

  /// - Parameters:
  ///   - header: the column names, empty when the table has none.
  ///   - map: the user's column map; fields that are not mapped are guessed from the header.
  ///   - own: the names of the catalog's custom fields.
  ///   - position: the column with latitude and longitude; nil without one.
  init(
    header: [String], map: ColumnMap, own: [String] = [], position: String? = nil, path: String
  ) throws(ImportError) {
    width = header.isEmpty ? nil : header.count
    var map = map
    if let position { (map.origins[.lat], map.origins[.lon]) = (.columns([position]), .columns([position])) }
    Self.guess(header.filter { !own.contains($0) }, &map)
    let missing = [Field.lat, .lon].filter { map.origins[$0] == nil }.map(\.rawValue)
    guard missing.isEmpty else { throw ImportError.missingColumns(missing, path: path, found: header) }
    var used: Set<Int> = []
    for field in Field.ofListing {
      guard let origin = map.origins[field] else { continue }
      let source = try Self.source(origin, header, path)
      if case .columns(let indices) = source { used.formUnion(indices) }
      sources.append((field, source))
    }
    var ownSources: [String: Source] = [:]
    for name in own {
      if let origin = map.ownOrigins[name] {
        ownSources[name] = try Self.source(origin, header, path)
      } else if let index = header.firstIndex(of: name), !used.contains(index) {
        ownSources[name] = .columns([index])
      }
    }
    self.ownSources = ownSources
    for case .columns(let indices) in ownSources.values { used.formUnion(indices) }
    let status = header.indices.filter { !used.contains($0) }.map { (PlaceStatus.key(of: header[$0]), $0) }
    statusColumns = Dictionary(
      status.filter { PlaceStatus.keys.contains($0.0) }, uniquingKeysWith: { first, _ in first })
    used.formUnion(statusColumns.values)
    unused = header.indices.filter { !used.contains($0) && !header[$0].isEmpty }.map { header[$0] }
  }

  /// Each column of a header, or each mapped one, with the field that it is read as; nil for one that is not read.
  func fields(ofHeader header: [String]) -> [ImportColumn] {
    var fields: [Int: [String]] = [:]
    var constants: [ImportColumn] = []
    func add(_ name: String, _ source: Source) {
      switch source {
      case .constant(let text): constants.append(.init(name: "=\(text)", field: name))
      case .columns(let indices): for index in indices { fields[index, default: []].append(name) }
      }
    }
    for (field, source) in sources { add(field.rawValue, source) }
    for (name, source) in ownSources.sorted(by: { $0.key < $1.key }) { add(name, source) }
    for (_, index) in statusColumns { fields[index, default: []].append(Field.operatingStatus.rawValue) }
    let indices = header.isEmpty ? fields.keys.sorted() : Array(header.indices)
    return indices.map { index in
      .init(
        name: header.isEmpty ? "\(index + 1)" : header[index], field: fields[index]?.joined(separator: " and "))
    } + constants
  }

  /// Whether rows have a start or an end.
  var hasTimes: Bool { sources.contains { $0.field == .starts || $0.field == .ends } }

  /// Whether neither the map nor the names of a header give a latitude and a longitude.
  static func lacksPosition(_ header: [String], _ map: ColumnMap) -> Bool {
    var map = map
    guess(header, &map)
    return map.origins[.lat] == nil || map.origins[.lon] == nil
  }

  /// The text of every field in a row that has one.
  /// - Parameter value: the text of a column, counted from 0.
  func texts(_ value: (Int) -> String?) -> [Field: String] {
    var texts: [Field: String] = [:]
    for (field, source) in sources { texts[field] = Self.text(source, for: field, value) }
    return texts
  }

  private static func text(_ source: Source, for field: Field, _ value: (Int) -> String?) -> String? {
    switch source {
    case .constant(let text): return text
    case .columns(let indices):
      let parts = indices.map { value($0).flatMap { nothing.contains($0) ? nil : FormulaText.text(of: $0) } }
      return ColumnMap.joinedText(parts, for: field)
    }
  }

  /// The text of a custom field in a row; nil without one.
  /// - Parameter value: the text of a column, counted from 0.
  func text(ofOwn name: String, _ value: (Int) -> String?) -> String? {
    ownSources[name].flatMap { Self.text($0, for: .own, value) }
  }

  /// The text of a column that says whether a place is in business; nil without one.
  /// - Parameter value: the text of a column, counted from 0.
  func text(ofStatus key: String, _ value: (Int) -> String?) -> String? {
    statusColumns[key].flatMap(value).flatMap { Self.nothing.contains($0) ? nil : $0 }
  }

  /// The field that a column obviously holds. Of a key within an object only a position, `location.lat`, and what
  /// well-known services have there.
  private static func field(of name: String) -> Field? {
    if let field = Field.guess(name) ?? nested[name] { return field }
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1, let last = parts.last else { return nil }
    if records.contains(parts[0]) { return field(of: parts.dropFirst().joined(separator: ".")) }
    // Where to stop a car, and the corners of a map, are not the place.
    guard otherPositions.isDisjoint(with: parts) else { return nil }
    return Field.guess(last).flatMap { $0 == .lat || $0 == .lon ? $0 : nil }
  }

  /// Objects that hold all values of a row.
  private static let records: Set = ["fields", "attributes", "properties", "record"]
  private static let otherPositions: Set = [
    "drop_off", "dropoff", "front_door", "road", "roof", "viewport", "northeast", "southwest", "low", "high", "bounds",
  ]
  /// Keys of the answers of Google Places, Foursquare, Yelp and Eventbrite.
  private static let nested: [String: Field] = [
    "displayName.text": .name, "name.text": .name, "regularOpeningHours.weekdayDescriptions": .openingHours,
    "opening_hours.weekday_text": .openingHours, "hours.display": .openingHours, "editorialSummary.text": .description,
    "editorial_summary.overview": .description, "description.text": .description,
    "location.formatted_address": .address, "location.display_address": .address,
    "venue.address.localized_address_display":
      .address, "start.utc": .starts, "end.utc": .ends, "nationalPhoneNumber": .phone, "display_phone": .phone,
    "websiteUri": .url, "userRatingCount": .ratingCount, "review_count": .ratingCount, "types": .tags,
  ]

  /// Maps columns with known names, where the map has no entry.
  private static func guess(_ header: [String], _ map: inout ColumnMap) {
    var guessed: [Field: [String]] = [:]
    let taken = map.columns
    for name in header where !taken.contains(name) {
      guard let field = field(of: name), map.origins[field] == nil else { continue }
      guessed[field, default: []].append(name)
    }
    // Both are of the same object.
    if let lats = guessed[.lat], let lons = guessed[.lon],
      let lat = lats.first(where: { lat in lons.contains { parent(of: $0) == parent(of: lat) } })
    {
      (guessed[.lat], guessed[.lon]) = ([lat], lons.filter { parent(of: $0) == parent(of: lat) })
    }
    // Foursquare: 1 to 4.
    if header.contains(where: { ["fsq_id", "fsq_place_id"].contains($0) }),
      let price = guessed.removeValue(forKey: .price)
    {
      guessed[.priceLevel] = guessed[.priceLevel] ?? price
    }
    for (field, names) in guessed {
      map.origins[field] = .columns(field == .address ? addressColumns(names, header) : [names[0]])
    }
    if map.origins[.name] == nil, let name = header.first(where: { !taken.contains($0) && isName($0) }) {
      map.origins[.name] = .columns([name])
    }
    for (field, times) in [(Field.starts, timeColumns), (.ends, endTimeColumns)] where guessed[field] != nil {
      guard let names = guessed[field], let time = header.first(where: { times.contains(Field.simplified($0)) }),
        time != names[0]
      else { continue }
      map.origins[field] = .columns([names[0], time])
    }
  }

  /// Whether a column is some kind of name, such as `Lokalname`, and not that of a person or of a part of an address.
  private static func isName(_ column: String) -> Bool {
    let simple = Field.simplified(column)
    return simple.hasSuffix("name") && Field.guess(column) == nil && !otherNames.contains(where: simple.contains)
  }

  private static let otherNames = [
    "user", "host", "file", "street", "city", "town", "country", "state", "region", "district", "source", "last",
    "first", "sur", "vor", "organi", "category", "type", "venue", "contact", "owner", "layer", "area", "domain",
    "brand", "operator",
  ]

  private static func parent(of name: String) -> Substring { name[..<(name.lastIndex(of: ".") ?? name.startIndex)] }

  /// The columns of an address whose first one is a street: with those of the postcode and the town.
  private static func addressColumns(_ names: [String], _ header: [String]) -> [String] {
    let (first, rest) = (names[0], header.filter { !names.contains($0) })
    guard streetColumns.contains(Field.simplified(first)) else { return [first] }
    let others = [postcodeColumns, townColumns].compactMap { known in
      rest.first { known.contains(Field.simplified($0)) }
    }
    return [first] + others
  }

  private static let streetColumns: Set = ["streetaddress", "street", "address1", "addressline1", "strasse"]
  private static let postcodeColumns: Set = ["postcode", "postalcode", "zip", "zipcode", "plz"]
  private static let townColumns: Set = ["city", "town", "locality", "ort", "stadt", "ville", "ciudad"]
  private static let timeColumns: Set = ["starttime", "time", "hora", "uhrzeit"]
  private static let endTimeColumns: Set = ["endtime"]

  private static func source(_ origin: ColumnMap.Origin, _ header: [String], _ path: String) throws(ImportError)
    -> Source
  {
    guard case .columns(let names) = origin else {
      if case .constant(let text) = origin { return .constant(text) }
      return .columns([])
    }
    var indices: [Int] = []
    for name in names { indices.append(try index(of: name, header, path)) }
    return .columns(indices)
  }

  /// The index of a column by its name or its number from 1.
  static func index(of name: String, _ header: [String], _ path: String) throws(ImportError) -> Int {
    if let index = header.firstIndex(of: name) { return index }
    let simple = Field.simplified(name)
    if let index = header.firstIndex(where: { !simple.isEmpty && Field.simplified($0) == simple }) {
      return index
    }
    if let number = Int(name), number >= 1, header.isEmpty || number <= header.count { return number - 1 }
    throw ImportError.noSuchColumn(
      name, path: path, found: header, suggestion: Suggestion.nearest(to: name, among: header))
  }
}
