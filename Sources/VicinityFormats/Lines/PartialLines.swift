import CivilTime
import CodedErrors
import Streams
import Vicinity

/// Lines of a batch that several shards answer together.
///
/// Each shard writes for a query what its own tiles contribute:
///
///     {"id":"q1","total":3,"limit":2,"files":16,"more":true,
///       "matches":[{"order":[…],"next":"…","json":"{\"id\":\"bar-1\"}"},…]}
///
/// `merge` makes the answer of the whole catalog of these lines.
package enum PartialLines {
  /// Writes the part of a shard in the answer to a line.
  /// - Throws: `BeyondShard` for lines whose answers cannot be merged.
  static func write(
    _ form: JSONValue, _ catalog: Catalog, at now: Instant, within budget: WorkBudget, to lines: inout AnswerLines
  ) throws {
    guard !LineKind.all.contains(where: { form.object?[$0.key] != nil }) else { throw BeyondShard() }
    let query = try Query(json: form)
    let part = try catalog.part(of: query, at: now, within: budget)
    let matches = zip(part.answer.matches, part.places).map { match, place in
      var json = JSONWriter()
      json.beginObject()
      json.members(of: match, in: part.answer)
      json.endObject()
      return (text: String(decoding: json.take(), as: UTF8.self), place: place)
    }
    lines.json.object { json in
      json.member("id", part.answer.id)
      json.member("total", part.answer.total)
      if let understood = part.answer.understood {
        json.key("understood")
        json.value(understood.json)
      }
      json.corrected(part.answer.corrected)
      json.member("limit", query.limit == .max ? nil : query.limit)
      json.member("files", part.files)
      json.key("more")
      json.bool(part.hasMore)
      json.key("matches")
      json.array { json in
        for match in matches {
          json.object { json in
            json.key("order")
            json.value(match.place.order.json)
            json.member("next", match.place.next)
            json.member("json", match.text)
          }
        }
      }
    }
    lines.json.newline()
  }

  /// The answer of the whole catalog, and its line feed, of the lines of all shards for one query.
  ///
  /// An error of one of them is the answer.
  /// - Parameter parts: the lines without their numbers.
  /// - Throws: `JSONSyntaxError`, `PartialLineError` for lines that no shard writes.
  package static func merge(_ parts: [[UInt8]], into json: inout JSONWriter) throws {
    var found: [(order: MatchOrder, next: String, text: String, part: Int)] = []
    let forms = try parts.map { try JSONParser.parse($0).object ?? JSONObject() }
    if let failed = forms.firstIndex(where: { $0["error"] != nil }) {
      json.append(line: parts[failed])
      return json.newline()
    }
    for (part, form) in forms.enumerated() {
      guard form["files"]?.integer == parts.count, let matches = form["matches"]?.array else {
        throw PartialLineError()
      }
      for match in matches {
        guard let match = match.object, let order = match["order"].flatMap(MatchOrder.init(json:)),
          let next = match["next"]?.string, let text = match["json"]?.string
        else { throw PartialLineError() }
        found.append((order, next, text, part))
      }
    }
    found.sort { $0.order < $1.order }
    let limit = forms.first?["limit"]?.integer ?? .max
    let shown = found.prefix(limit)
    let hasMore = found.count > shown.count || forms.contains { $0["more"] == .bool(true) }
    let head = forms[shown.first?.part ?? 0]
    json.object { json in
      json.member("id", head["id"]?.string)
      if head["total"] != nil { json.member("total", forms.reduce(0) { $0 + ($1["total"]?.integer ?? 0) }) }
      for key in ["understood", "corrected"] {
        guard let value = head[key] else { continue }
        json.key(key)
        json.value(value)
      }
      json.key("results")
      json.array { json in for match in shown { json.append(text: match.text) } }
      if hasMore, let last = shown.last { json.member("next", last.next) }
    }
    json.newline()
  }
}

extension PartialLines {
  /// More bytes than a part has within the usual budget of an answer.
  private static let longestPart = 1 << 28

  /// Reads numbered lines, those of one query next to each other, and writes its numbered answer for them.
  /// - Throws: `PartialLineError` with the number of the line, `InputError`, `OutputError`.
  package static func merge(reading input: Int32, writing output: FileOutput) throws {
    var reader = LineBlockReader(fileDescriptor: input, longest: Self.longestPart)
    var (parts, query, json) = ([[UInt8]](), 0, JSONWriter())
    func flush() throws {
      guard !parts.isEmpty else { return }
      json.append(line: Array("\(query)\t".utf8))
      try merge(parts, into: &json)
      parts = []
    }
    while let block = try reader.next(isStopped: { false }) {
      var failure: (any Error)?
      block.forEachLine { line, number in
        guard !LineBlock.isBlank(line) else { return true }
        do {
          guard !block.isOverlong, let numbered = NumberedLine(line) else { throw PartialLineError(line: number) }
          if numbered.number != query { try flush() }
          query = numbered.number
          parts.append(Array(numbered.text))
          return true
        } catch {
          failure = error is PartialLineError || error is JSONSyntaxError ? PartialLineError(line: number) : error
          return false
        }
      }
      if let failure { throw failure }
      try output.write(json.take())
    }
    try flush()
    try output.write(json.take())
  }
}

/// A line is none that `vicinity batch --partial` has written.
package struct PartialLineError: CodedError {
  /// The number of the line, or one of those before it.
  var line: Int?

  package var code: String { "not-partial" }

  package var description: String {
    (line.map { "near line \($0): " } ?? "")
      + "this is not a numbered part of an answer, or not all parts of it are next to each other"
  }
}

extension MatchOrder {
  fileprivate var json: JSONValue {
    let fields = fields
    let numbers = fields.numbers.reversed().drop { $0 == 0 }.reversed().map { number in
      // JSON has no infinity.
      number.isFinite ? JSONValue.double(number) : .string(number < 0 ? "-inf" : "inf")
    }
    return .array([
      .array(Array(numbers)), fields.name.map { .string($0) } ?? .null, .int(Int64(fields.namePosition)),
      .bool(fields.isDescending), .int(fields.starts), .string(fields.id),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let fields = json.array, fields.count == 6, let numbers = fields[0].array,
      let position = fields[2].integer, let starts = fields[4].integer, let id = fields[5].string
    else { return nil }
    self.init(
      numbers: numbers.map { $0.string == "inf" ? .infinity : $0.string == "-inf" ? -.infinity : $0.number ?? .nan },
      name: fields[1].string, namePosition: position, isDescending: fields[3] == .bool(true), starts: Int64(starts),
      id: id)
  }
}
