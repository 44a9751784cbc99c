import Streams

extension ImportReport {
  /// The report as one JSON object.
  public var json: JSONValue {
    var object = JSONObject([
      ("path", .string(path)), ("source", .string(source)), ("format", .string(format.rawValue)),
      ("rows", .int(Int64(rows))), ("added", .int(Int64(added))), ("updated", .int(Int64(updated))),
      ("unchanged", .int(Int64(unchanged))), ("removed", .int(Int64(removed))),
      ("takenOver", .int(Int64(takenOver))),
      ("rejected", Self.array(rejected)), ("skipped", Self.array(skipped)),
    ])
    if isPreview { object["preview"] = .bool(true) }
    if !columns.isEmpty {
      object["columns"] = .array(
        columns.map {
          .object(JSONObject([("column", .string($0.name)), ("field", $0.field.map { .string($0) } ?? .null)]))
        })
    }
    object["zones"] = .object(
      JSONObject([
        ("given", .int(Int64(zones.given))), ("fromDefault", .int(Int64(zones.fromDefault))),
        ("fromGazetteer", .int(Int64(zones.fromGazetteer))), ("missing", .int(Int64(zones.missing))),
      ]))
    object["schedules"] = .object(
      JSONObject([
        ("distinct", .int(Int64(schedules.distinct))), ("understood", .int(Int64(schedules.understood))),
        ("weekly", .int(Int64(schedules.weekly))), ("general", .int(Int64(schedules.general))),
        ("tolerated", .int(Int64(schedules.tolerated))), ("corrections", Self.array(schedules.corrections)),
        ("notUnderstood", Self.array(schedules.notUnderstood)),
      ]))
    object["recurrences"] = .object(
      JSONObject([
        ("distinct", .int(Int64(recurrences.distinct))), ("understood", .int(Int64(recurrences.understood))),
        ("notUnderstood", Self.array(recurrences.notUnderstood)),
      ]))
    object["ignoredKeys"] = Self.array(ignoredKeys)
    if !ownKeys.isEmpty { object["ownKeys"] = Self.array(ownKeys) }
    object["leftOut"] = Self.array(leftOut)
    object["notes"] = .array(notes.map { .string($0) })
    object["seconds"] = .double(seconds)
    return .object(object)
  }

  private static func array(_ tallies: [Tally]) -> JSONValue {
    .array(
      tallies.map { tally in
        var object = JSONObject([("code", .string(tally.code)), ("count", .int(Int64(tally.count)))])
        if let line = tally.line { object["line"] = .int(Int64(line)) }
        if let example = tally.example { object["example"] = .string(example) }
        return .object(object)
      })
  }
}
