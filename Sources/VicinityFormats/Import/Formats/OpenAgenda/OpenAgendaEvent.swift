import CivilTime
import Geography
import Recurrence
import Streams
import Vicinity

/// Makes a listing from an event of OpenAgenda.
struct OpenAgendaEvent {
  private let options: ImportOptions
  /// Values that were left out.
  private(set) var remarks: ReaderRemarks

  init(_ options: ImportOptions) {
    self.options = options
    remarks = ReaderRemarks(isStrict: options.isStrict)
  }

  // The codes of `attendanceMode` and `status`.
  private static let online = 2
  private static let postponed = 4
  private static let cancelled = 6

  mutating func row(_ node: JSONObject) throws(RowRejection) -> ImportedRow.Outcome {
    if Self.code(node["attendanceMode"] ?? node["attendancemode"]) == Self.online { return .skipped("online event") }
    guard let uid = JSONLDNode.text(node["uid"]) else { throw .missing(key: "uid", suggestion: nil) }
    let place = node["location"]?.object
    var listing = Listing(id: "openagenda/\(uid)", kind: .event, coordinate: try coordinate(node, place))
    listing.timeZone = JSONLDNode.text(place?["timezone"] ?? node["timezone"]).flatMap { Zone.named($0)?.identifier }
    try setTimes(of: node, in: &listing)
    describe(node, place, in: &listing)
    switch Self.code(node["status"]) {
    case Self.cancelled: listing.status = .cancelled
    case Self.postponed: listing.status = .postponed
    default: listing.status = remarks.statusByTitle(listing.name)
    }
    return .listing(listing)
  }

  // MARK: Values

  /// The text of `title`, `title_fr` or `{"title":{"fr":…}}`: the first of several languages.
  private static func value(_ key: String, of node: JSONObject) -> JSONValue? {
    guard let value = node[key] ?? node.members.first(where: { $0.key.hasPrefix("\(key)_") })?.value else { return nil }
    return value.object.flatMap { $0.members.first { !$0.value.isNull }?.value } ?? value
  }

  private static func text(_ key: String, of node: JSONObject) -> String? { JSONLDNode.text(value(key, of: node)) }

  /// A value that may be JSON within a text.
  private static func parsed(_ value: JSONValue?) -> JSONValue? {
    guard let text = value?.string, let first = text.first(where: { !$0.isWhitespace }), "[{".contains(first) else {
      return value
    }
    do { return try JSONParser.parse(text.utf8) } catch { return value }
  }

  /// The number of a code: itself, or the `id` of an object.
  private static func code(_ value: JSONValue?) -> Int? {
    let value = parsed(value)
    return JSONLDNode.number(value?.object?["id"] ?? value).flatMap { Int(exactly: $0) }
  }

  private func coordinate(_ node: JSONObject, _ place: JSONObject?) throws(RowRejection) -> Coordinate {
    let point = node["location_coordinates"]
    let pair = point?.array ?? []
    let latitude = place?["latitude"] ?? point?.object?["lat"] ?? pair.first
    let longitude = place?["longitude"] ?? point?.object?["lon"] ?? pair.last
    guard let latitude = JSONLDNode.number(latitude), let longitude = JSONLDNode.number(longitude) else {
      guard let near = options.near else { throw .eventWithoutCoordinate(place: Self.address(node, place)) }
      return near
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    try ListingValidator.checkDegrees(coordinate)
    return coordinate
  }

  private static func address(_ node: JSONObject, _ place: JSONObject?) -> String? {
    let parts = [
      JSONLDNode.text(place?["name"] ?? node["location_name"]),
      JSONLDNode.text(place?["address"] ?? node["location_address"]),
    ]
    return parts.compactMap { $0 }.joined(separator: ", ").nonEmpty
  }

  private mutating func describe(_ node: JSONObject, _ place: JSONObject?, in listing: inout Listing) {
    listing.name = Self.text("title", of: node).flatMap(HTMLText.plain)
    listing.address = Self.address(node, place)
    let conditions = Self.text("conditions", of: node)
    listing.price = conditions.flatMap {
      PriceText.price(in: $0, defaultCurrency: options.currency, zone: listing.timeZone ?? zone(of: listing))
    }
    let texts = [Self.text("description", of: node), Self.text("longDescription", of: node), conditions]
    listing.description = texts.compactMap { $0.flatMap(HTMLText.plain) }.joined(separator: "\n").nonEmpty
    listing.url = JSONLDNode.text(node["canonicalUrl"] ?? node["canonicalurl"])
    listing.image = image(node["image"]) ?? JSONLDNode.text(node["originalimage"])
    listing.host = JSONLDNode.text(node["originAgenda"]?.object?["title"] ?? node["originagenda_title"])
    var words = TagWords()
    for word in JSONLDNode.words(Self.parsed(Self.value("keywords", of: node))) { words.add(word) }
    listing.tags = words.sorted
  }

  /// The address of `{"base":"https://…/","filename":"a.jpg"}`, or of a text.
  private func image(_ value: JSONValue?) -> String? {
    guard let object = value?.object, let name = JSONLDNode.text(object["filename"]) else {
      return JSONLDNode.text(value)
    }
    return JSONLDNode.text(object["base"]).map { $0 + name }
  }

  // MARK: Times

  private func zone(of listing: Listing) -> String? { options.zone(at: listing.coordinate) }

  private mutating func setTimes(of node: JSONObject, in listing: inout Listing) throws(RowRejection) {
    let times = EventTimes(zone: listing.timeZone ?? zone(of: listing))
    var sessions: [Range<Instant>] = []
    let timings = JSONLDNode.objects(Self.parsed(node["timings"]))
    for timing in timings.isEmpty ? [Self.firstTiming(of: node)] : timings {
      guard let begin = JSONLDNode.text(timing["begin"]) else { throw .missing(key: "timings", suggestion: nil) }
      let start = try times.start(begin)
      let end = try times.end(JSONLDNode.text(timing["end"]), afterStart: begin) ?? start
      if end < start { remarks.leaveOut("end before the start", example: start.description) }
      sessions.append(start..<max(start, end))
    }
    sessions.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    let kept = fitting(sessions)
    guard let first = kept.first else { throw .missing(key: "timings", suggestion: nil) }
    (listing.starts, listing.ends) = (first.lowerBound, first.isEmpty ? nil : first.upperBound)
    listing.recurrence = Self.recurrence(kept.dropFirst(), length: first.upperBound - first.lowerBound)
  }

  private static func firstTiming(of node: JSONObject) -> JSONObject {
    node["firstTiming"]?.object
      ?? JSONObject([("begin", node["firstdate_begin"] ?? .null), ("end", node["firstdate_end"] ?? .null)])
  }

  /// The sessions whose text is short enough for a recurrence: of a long series those that are over are left out, then
  /// the last ones.
  private mutating func fitting(_ sessions: [Range<Instant>]) -> ArraySlice<Range<Instant>> {
    guard sessions.count > Self.mostSessions else { return sessions[...] }
    let now = options.now ?? .now
    let firstAhead = sessions.firstIndex { $0.upperBound > now } ?? sessions.count
    let start = min(firstAhead, sessions.count - Self.mostSessions)
    let kept = sessions[start...].prefix(Self.mostSessions)
    remarks.leaveOut("sessions of a long series", example: "\(sessions.count - kept.count) of \(sessions.count)")
    return kept
  }

  /// Sessions of 34 bytes each, the longest form, in the 10,000 bytes of a recurrence.
  private static let mostSessions = 290

  /// The dates of sessions after the first, with their own ends where the length differs; nil without any.
  private static func recurrence(_ sessions: ArraySlice<Range<Instant>>, length: Int64) -> String? {
    func text(_ instant: Instant) -> String { "\(instant.iCalendarTime(in: nil))" }
    func isPlain(_ session: Range<Instant>) -> Bool {
      session.isEmpty || session.upperBound - session.lowerBound == length
    }
    let dates = sessions.filter(isPlain).map { text($0.lowerBound) }
    let periods = sessions.filter { !isPlain($0) }.map { "\(text($0.lowerBound))/\(text($0.upperBound))" }
    let lines = [("RDATE:", dates), ("RDATE;VALUE=PERIOD:", periods)].filter { !$0.1.isEmpty }
    return lines.map { $0 + $1.joined(separator: ",") }.joined(separator: "\n").nonEmpty
  }
}
