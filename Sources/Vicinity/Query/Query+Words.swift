import Streams

/// Filters by fields of words: each such field with a code in the index has a key of the same name in the JSON form.
extension Query {
  /// The wanted categories; listings without a value do not pass. Nil means no filter.
  public var category: Set<ListingCategory>? {
    get { wanted(.category) }
    set { setWanted(newValue, .category) }
  }

  /// The wanted degrees of wheelchair access; listings without a value do not pass. Nil means no filter.
  public var accessible: Set<Accessibility>? {
    get { wanted(.accessible) }
    set { setWanted(newValue, .accessible) }
  }

  /// The fields of words that can be filtered by, in the order of the table.
  static let wordFields = Field.coded.filter { if case .word = $0.value { true } else { false } }

  /// The wanted states of business. Nil leaves out all listings that are not in business; listings without a value are
  /// ``OperatingStatus/open``.
  public var operatingStatus: Set<OperatingStatus>? {
    get { wanted(.operatingStatus) }
    set { setWanted(newValue, .operatingStatus) }
  }

  /// The wanted values of a field; nil means no filter.
  func wanted<Word: NamedWord & Hashable>(_ field: Field) -> Set<Word>? {
    words[field].map { Set($0.compactMap(Word.init(rawValue:))) }
  }

  mutating func setWanted<Word: NamedWord & Hashable>(_ words: Set<Word>?, _ field: Field) {
    self.words[field] = words.map { Set($0.map(\.rawValue)) }
  }

  /// Reads the wanted words of a field.
  mutating func readWords(of field: Field, _ value: JSONValue) throws(QueryError) {
    guard let definition = field.definition else { return }
    words[field] = try Self.words(value, of: definition, at: field.rawValue)
  }

  private static func words(
    _ value: JSONValue, of definition: FieldDefinition, at key: String
  ) throws(QueryError) -> Set<String> {
    let known = definition.codeNames
    let words = try value.queryElements(at: key) { (element, place) throws(QueryError) in
      if let word = element.string.flatMap(definition.queryWord) { return word }
      throw element.queryWordError(at: place(), known: known)
    }
    guard !words.isEmpty else {
      throw .outOfRange(
        path: key, found: "[]", allowed: "at least one of \(known.joined(separator: ", "))",
        hint: "Leave the key out for \(definition.usualWord.map { "those that are \($0)" } ?? "all").")
    }
    return Set(words)
  }
}

extension Field {
  /// Some words of the field as JSON, in its order.
  func words(_ wanted: Set<String>) -> JSONValue {
    .array((definition?.codeNames ?? []).filter(wanted.contains).map { .string($0) })
  }
}

extension FieldDefinition {
  /// The word for a query: one of the field's own words or a spelling of that, such as `temporarily-closed` or
  /// `Beer garden`.
  fileprivate func queryWord(_ text: String) -> String? {
    if codeNames.contains(text) { return text }
    guard case .word(let word) = value else { return nil }
    do throws(RowRejection) { return try word.parse(text).map { codeNames[$0] } ?? usualWord } catch { return nil }
  }

  /// The wanted words as text.
  func wantedText(_ words: Set<String>) -> String {
    "\(label) \(codeNames.filter(words.contains).joined(separator: " or "))"
  }

  /// The word of a listing as text.
  func foundText(_ listing: Listing) -> String {
    guard case .word(let word) = value, let text = word.text(of: listing) ?? usualWord else {
      return "not known whether \(label)"
    }
    return "\(label) \(text)"
  }
}
