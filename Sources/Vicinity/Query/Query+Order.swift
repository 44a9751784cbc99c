import CodedErrors
import Geography
import Streams

extension Query {
  mutating func readOrder(_ members: QueryMembers) throws(QueryError) {
    if let value = members["sort"] { sort = try value.queryWords(of: SortKey.self, at: "sort") }
    if let count = try members.integer("limit", in: 0...Int.max, allowed: "a whole number from 0 up", example: "20") {
      limit = count
    }
    after = try members.string("after", expected: "the \"next\" of an earlier answer", example: "null")
    metric = try members.word("metric", of: Metric.self) ?? .wgs84
    total = try members.bool("total") ?? false
    if let value = members["fields"] {
      fields = try value.queryWords(of: Field.self, at: "fields", among: Field.ofAnswer, also: Field.byName)
    }
  }

  func writeOrder(into object: inout JSONObject) {
    if !sort.isEmpty { object["sort"] = .array(sort.map { .string($0.rawValue) }) }
    if limit != Query().limit { object["limit"] = .int(Int64(limit)) }
    object["after"] = after.map { .string($0) }
    if metric != .wgs84 { object["metric"] = .string(metric.rawValue) }
    if total { object["total"] = .bool(true) }
    object["fields"] = fields.map { fields in .array(fields.map { .string($0.rawValue) }) }
  }
}

extension Field {
  /// What an answer can say, by its name. The sort key `start` is called so, and iCalendar says it too.
  fileprivate static let byName: [String: Self] = {
    let names = Dictionary(uniqueKeysWithValues: ofAnswer.map { ($0.rawValue, $0) })
    return names.merging(["start": .starts, "end": .ends]) { name, _ in name }
  }()
}

/// A closed set of words.
typealias QueryWord = CaseIterable & Equatable & RawRepresentable<String>

extension JSONValue {
  /// The word, or the words of an array.
  ///
  /// - Parameters:
  ///   - all: the words that have a place here.
  ///   - also: other spellings that are understood; where there are many words, they too may be here, to be found
  ///     sooner.
  func queryWords<Word: QueryWord>(
    of type: Word.Type, at path: String, among all: [Word]? = nil, also: [String: Word] = [:]
  ) throws(QueryError) -> [Word] {
    try queryElements(at: path) { (value, place) throws(QueryError) in
      if let string = value.string, let word = also[string] { return word }
      return try value.queryWord(of: type, at: place(), among: all)
    }
  }

  func queryWord<Word: QueryWord>(
    of type: Word.Type, at path: @autoclosure () -> String, among all: [Word]? = nil
  ) throws(QueryError) -> Word {
    if let word = string.flatMap(type.init), all?.contains(word) ?? true { return word }
    throw queryWordError(at: path(), known: (all ?? Array(type.allCases)).map(\.rawValue))
  }

  /// The error for a value that is none of the known words.
  func queryWordError(at path: String, known: [String]) -> QueryError {
    guard let string else {
      return .wrongType(
        path: path, found: typeName, expected: "a word", example: known.first.map { "\"\($0)\"" } ?? "")
    }
    return .unknownWord(string, path: path, suggestion: Suggestion.nearest(to: string, among: known), known: known)
  }
}

extension QueryMembers {
  func word<Word: QueryWord>(_ key: String, of type: Word.Type) throws(QueryError) -> Word? {
    guard let value = self[key] else { return nil }
    return try value.queryWord(of: type, at: path(of: key))
  }
}
