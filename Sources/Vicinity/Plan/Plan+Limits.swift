import CivilTime
import Geography
import Streams

extension Plan {
  /// Rejects queries that exceed the limits.
  static func checkLimits(_ query: Query) throws(QueryError) {
    if let id = query.id { try check(id, "id", QueryLimits.longestId) }
    if let text = query.text { try check(text, "text", QueryLimits.longestText) }
    try check(query.sort.count, "sort", "keys", QueryLimits.mostListed)
    if let fields = query.fields { try check(fields.count, "fields", "fields", QueryLimits.mostListed) }
    if !query.tags.isEmpty { try checkTags(query.tags) }
    if query.hasRareParts { try checkRareParts(query) }
  }

  private static func checkTags(_ tags: Query.TagFilter) throws(QueryError) {
    for (key, list) in [("any", tags.any), ("all", tags.all), ("none", tags.none)] {
      try check(list.count, "tags.\(key)", "tags", QueryLimits.mostTags)
      for (index, tag) in list.enumerated() { try check(tag, "tags.\(key)[\(index)]", QueryLimits.longestTag) }
    }
  }

  private static func checkRareParts(_ query: Query) throws(QueryError) {
    try check(query.paretoFront.count, "front", "keys", QueryLimits.mostListed)
    try check(query.facets.count, "facets", "facets", QueryLimits.mostListed)
    for (index, origin) in (query.group?.origins ?? []).enumerated() {
      if let member = origin.member { try checkMember(member, at: "near[\(index)].member") }
    }
    if let line = query.along?.line {
      try check(line.count, "along.line", "positions", QueryLimits.mostPositions, hint: "Simplify the line.")
    }
    try checkArea(query.area, "within")
    try checkArea(query.outside, "outside")
  }

  private static func checkArea(_ area: Query.Area?, _ path: String) throws(QueryError) {
    switch area {
    case nil, .box: break
    case .named(let name): try check(name, "\(path).area", QueryLimits.longestName)
    case .shape(let shape):
      let limit = QueryLimits.mostVertices
      try check(shape.vertexCount, path, "vertices", limit, hint: "Simplify the polygons.")
    }
  }

  private static func check(_ text: String, _ path: String, _ limit: Int) throws(QueryError) {
    let bytes = text.utf8.count
    guard bytes > limit else { return }
    throw .outOfRange(path: path, found: "a text of \(bytes) bytes", allowed: "at most \(limit) bytes")
  }

  private static func check(
    _ count: Int, _ path: String, _ what: String, _ limit: Int, hint: String? = nil
  ) throws(QueryError) {
    guard count > limit else { return }
    throw .outOfRange(path: path, found: "a list of \(count) \(what)", allowed: "at most \(limit)", hint: hint)
  }
}

extension Query.Opening {
  /// Rejects windows without an end, longer than a year, and together with other times.
  func checkWindow(path: String, now: Instant) throws(QueryError) {
    guard let sometime else { return }
    if until != nil || arriving != nil || waitMinutes != nil {
      throw .conflict("\(path): some time in a window cannot be combined with to, arriving and waitUpTo")
    }
    guard sometime.isOfDays else { throw Query.Window.noDays("\(sometime)", path: path) }
    if case .between(let from, let to) = sometime {
      try Query.Opening(at: from, until: to).checkLength(path: path, now: now)
    }
  }

  /// Rejects a time span longer than a year, because each of its days is evaluated for each schedule.
  func checkLength(path: String, now: Instant) throws(QueryError) {
    guard let until, let start = at.instant(in: .utc, now: now), let end = until.instant(in: .utc, now: start) else {
      return
    }
    // If one of the two is in local time, it may be off by fourteen hours.
    let days = Double(end - start) / 86_400
    guard days > Double(QueryLimits.longestOpening) + (at.isLocal == until.isLocal ? 0 : 1) else { return }
    throw .outOfRange(
      path: "\(path).to", found: "\(Int(days.rounded(.up))) days after \"from\"",
      allowed: "at most \(QueryLimits.longestOpening) days after it",
      hint: "For a later time, move \"from\" as well.")
  }
}
