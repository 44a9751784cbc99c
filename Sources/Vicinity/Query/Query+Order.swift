import CodedErrors
import Geography
import Streams

extension Query {
  /// Reads `fields`.
  mutating func readFields(_ value: JSONValue) throws(QueryError) {
    let names = try value.queryWords(of: AnswerFieldName.self, at: "fields")
    fields = names.compactMap(\.field)
    ownFields = names.compactMap(\.ownName)
  }
}

/// The name of a field of an answer, or of a custom field of the catalog.
private enum AnswerFieldName: RawRepresentable, CaseIterable, Equatable {
  case known(Field)
  case own(String)

  static let allCases = Field.ofAnswer.map { Self.known($0) }

  /// The fields of answers, by name. `start` is the name of the sort key, and of a property in iCalendar.
  private static let byName: [String: Field] = {
    let names = Dictionary(uniqueKeysWithValues: Field.ofAnswer.map { ($0.rawValue, $0) })
    return names.merging(["start": .starts, "end": .ends]) { name, _ in name }
  }()

  init?(rawValue: String) {
    if let field = Self.byName[rawValue] {
      self = .known(field)
    } else {
      guard OwnField.isName(rawValue) else { return nil }
      self = .own(rawValue)
    }
  }

  var rawValue: String {
    switch self {
    case .known(let field): field.rawValue
    case .own(let name): name
    }
  }

  var field: Field? { if case .known(let field) = self { field } else { nil } }
  var ownName: String? { if case .own(let name) = self { name } else { nil } }
}

/// A closed set of words.
typealias QueryWord = CaseIterable & Equatable & RawRepresentable<String>

extension JSONValue {
  /// The word, or the words of an array.
  func queryWords<Word: QueryWord>(of type: Word.Type, at path: String) throws(QueryError) -> [Word] {
    try queryElements(at: path) { (value, place) throws(QueryError) in try value.queryWord(of: type, at: place()) }
  }

  func queryWord<Word: QueryWord>(of type: Word.Type, at path: @autoclosure () -> String) throws(QueryError) -> Word {
    if let word = string.flatMap(type.init) { return word }
    throw queryWordError(at: path(), known: type.allCases.map(\.rawValue))
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
