import Streams
import Vicinity

/// Lines of JSON, one for each line of a batch: answers, or errors in their place.
///
///     {"id":"q1","total":12,"results":[{"id":"bar-1","distance":84.213}],"next":"…"}
///     {"id":"q2","error":{"code":"unknown-key","message":"unknown key limt; did you mean limit?","line":2}}
///
/// `id` is present if the query has one, `total` and `facets` if requested, `understood` if times depend on `now`,
/// `corrected` if words of the text were, `next` if there are more, and `clusters` replaces `results`.
package struct AnswerLines: AnswerSink {
  package internal(set) var json: JSONWriter
  /// The cursor after the results of the last line; nil when there are no more.
  package private(set) var next: String?
  private var start: JSONWriter.Mark
  /// The form of the lines, if each is a match instead of an answer.
  private let rows: MatchRows?

  package init(reservingCapacity capacity: Int = 0, as rows: MatchRows? = nil) {
    self.rows = rows
    json = JSONWriter(reservingCapacity: capacity)
    start = json.mark
  }

  /// One answer.
  package init(of answer: Answer) {
    self.init()
    begin(answer)
    for match in answer.matches where answer.clusters == nil { add(match, to: answer) }
    end(answer, relaxations: answer.relaxations)
  }

  /// Marks the start of the current line.
  /// - Parameter number: stands before the line, with a tab.
  mutating func beginLine(numbered number: Int? = nil) {
    if let number { json.append(line: Array("\(number)\t".utf8)) }
    start = json.mark
  }

  package var byteCount: Int { json.count - start.count }

  package mutating func restart() { json.rewind(to: start) }

  package mutating func begin(_ answer: Answer) {
    guard rows == nil else { return }
    json.beginObject()
    json.member("id", answer.id)
    json.member("total", answer.total)
    if let understood = answer.understood {
      json.key("understood")
      json.value(understood.json)
    }
    json.corrected(answer.corrected)
    if let facets = answer.facets { json.facets(facets) }
    if let clusters = answer.clusters {
      json.clusters(clusters)
    } else {
      json.key("results")
      json.beginArray()
    }
  }

  package mutating func add(_ match: Match, to answer: Answer) {
    if let rows { return rows.write(match, of: answer, to: &json) }
    json.beginObject()
    json.members(of: match, in: answer)
    json.endObject()
  }

  package mutating func end(_ answer: Answer, relaxations: [Relaxation]?) {
    guard rows == nil else { return }
    if answer.clusters == nil { json.endArray() }
    finish(answer, relaxations)
  }

  /// Writes the line for one that has failed.
  /// - Parameter shard: the part of the catalog that may answer it.
  mutating func fail(code: String, message: String, line: Int, id: String? = nil, shard: Int? = nil) {
    if let rows { return rows.writeError(code: code, message: message, line: line, id: id, to: &json) }
    json.object { json in
      json.member("id", id)
      json.error(code: code, message: message, line: line, shard: shard)
    }
    json.newline()
  }

  /// Writes the contents of a map on one line: an answer with its `now`, and with `clusters` in addition to its results
  /// if there are more.
  /// - Throws: `TooExpensive` beyond the limit of bytes.
  package mutating func write(_ map: MapAnswer, atMost limit: Int) throws {
    begin(map.answer)
    for match in map.answer.matches {
      add(match, to: map.answer)
      if byteCount > limit { throw TooExpensive(part: .bytes, limit: limit) }
    }
    json.endArray()
    if let clusters = map.clusters { json.clusters(clusters) }
    if map.isPartial {
      json.key("partial")
      json.value(.bool(true))
    }
    if !map.omittedFacets.isEmpty {
      json.key("facetsOmitted")
      json.value(.array(map.omittedFacets.map { .string($0.rawValue) }))
    }
    json.member("now", "\(map.answer.now)")
    finish(map.answer, map.answer.relaxations)
    if byteCount > limit { throw TooExpensive(part: .bytes, limit: limit) }
  }

  private mutating func finish(_ answer: Answer, _ relaxations: [Relaxation]?) {
    if let relaxations {
      json.key("relaxations")
      json.value(.array(relaxations.map(\.json)))
    }
    next = answer.next
    json.member("next", next)
    json.endObject()
    json.newline()
  }
}

extension JSONWriter {
  /// The member `error` of a line that has failed.
  mutating func error(code: String, message: String, line: Int, shard: Int? = nil) {
    key("error")
    object { json in
      json.member("code", code)
      json.member("message", message)
      json.member("line", line)
      json.member("shard", shard)
    }
  }
}
