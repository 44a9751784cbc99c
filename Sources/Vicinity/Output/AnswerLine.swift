/// The line of JSON that stands for a whole answer in the output of a batch.
///
///     {"id":"q1","total":12,"results":[{"id":"bar-1","distance":84.213}],"next":"…"}
///     {"id":"q2","error":{"code":"unknown-key","message":"unknown key limt; did you mean limit?","line":2}}
///
/// `id` is there when the query has one, `total` and `facets` when they were asked for, `next` when there is more, and `clusters` in place of `results`.
enum AnswerLine {
  static func write(_ answer: Answer, to json: inout JSONWriter) {
    write(answer, to: &json) { json in
      // Where they lie: a match taken out of the array is a copy.
      answer.matches.withUnsafeBufferPointer { matches in
        for index in matches.indices { json.object { $0.members(of: matches[index], fields: answer.fields) } }
      }
    } relaxations: {
      answer.relaxations
    }
  }

  /// Writes an answer whose matches and relaxations come one after the other.
  ///
  /// - Parameters:
  ///   - results: writes each match as an object.
  ///   - relaxations: what would give more, asked for after the results.
  static func write(
    _ answer: Answer, to json: inout JSONWriter, results: (inout JSONWriter) throws -> Void,
    relaxations: () throws -> [Relaxation]?
  ) rethrows {
    try json.object { json in
      json.member("id", answer.id)
      json.member("total", answer.total)
      if let facets = answer.facets { json.member(facets) }
      if let clusters = answer.clusters {
        json.member(clusters)
      } else {
        json.key("results")
        try json.array(results)
      }
      if let relaxations = try relaxations() {
        json.key("relaxations")
        json.value(.array(relaxations.map(\.json)))
      }
      json.member("next", answer.next)
    }
    json.newline()
  }

  static func writeError(code: String, message: String, line: Int, id: String?, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.key("error")
      json.object { json in
        json.key("code")
        json.string(code)
        json.key("message")
        json.string(message)
        json.key("line")
        json.int(line)
      }
    }
    json.newline()
  }
}
