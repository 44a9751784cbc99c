import CivilTime

/// A row of the table of fields: how a value of a listing is named, validated, stored, read and written.
package final class FieldDefinition: Sendable {
  package let field: Field
  /// The type of the value; each format reads and writes every type.
  package let value: FieldValueType
  /// How the file stores it; nil for a field with tables of its own, and for one that is not stored.
  let stored: StoredField?
  /// Names in other sources; lower-case letters and digits only.
  let synonyms: [String]
  /// The label next to its value.
  package let label: String
  /// How the index stores it; nil if an answer has to read the row of the listing.
  let index: IndexForm?
  /// Whether an answer can contain it.
  let isInAnswers: Bool
  /// Whether the listing would say something else, or promise more than its owner does, without the value: a row with a
  /// wrong one is rejected. A wrong value of another field only costs that value.
  let isBinding: Bool
  /// The names of the codes 1, 2, 3, …; empty for a field that the index does not store as a code.
  let codeNames: [String]

  /// The word that is assumed for listings without a value; nil if it is unknown.
  var usualWord: String? { field == .operatingStatus ? OperatingStatus.open.rawValue : nil }

  init(
    _ field: Field, _ value: FieldValueType, _ column: FieldColumn? = nil, stored: StoredField? = nil,
    synonyms: [String], label: String? = nil, index: IndexForm? = nil, isInAnswers: Bool = true,
    isBinding: Bool = false
  ) {
    self.field = field
    self.value = value
    self.stored = stored ?? column.flatMap { StoredField(field, value, in: $0) }
    self.synonyms = synonyms
    self.label = label ?? field.rawValue
    self.index = index
    self.isInAnswers = isInAnswers
    self.isBinding = isBinding
    codeNames = index == .code ? value.codeNames : []
  }
}

/// How the leaves of the index store a field.
enum IndexForm: Sendable {
  /// In a column of its own kind.
  case column
  /// As a byte of `Leaf.codes`: 0 without a value, else a whole number itself, or the number of a word from 1. A field
  /// of words with a code can be filtered by (`Query.words`) and counted.
  case code
}

/// The type of a field's value, with its property of a listing.
package enum FieldValueType: Sendable {
  /// Text of at most `limit` bytes of UTF-8.
  case text(FieldAccess<String?>, limit: Int)
  /// A whole number; `allowed` is the range in words.
  case whole(FieldAccess<Int?>, ClosedRange<Int>, allowed: String)
  /// A number, with `places` decimals in an answer.
  case number(FieldAccess<Double?>, ClosedRange<Double>, allowed: String, places: Int)
  /// One of a fixed set of words.
  case word(FieldWord)
  /// Made of several values, or dependent on others: each format has its own code for it.
  case composite
}

extension FieldValueType {
  /// The names of the codes that the values have in the index.
  fileprivate var codeNames: [String] {
    switch self {
    case .word(let word): word.words
    case .whole(_, let range, _): (1...max(1, range.upperBound)).map(String.init)
    case .text, .number, .composite: []
    }
  }

  static func text(
    _ get: @escaping FieldAccess<String?>.Get, _ set: @escaping FieldAccess<String?>.Set, limit: Int
  ) -> Self { .text(FieldAccess(get: get, set: set), limit: limit) }

  static func whole(
    _ get: @escaping FieldAccess<Int?>.Get, _ set: @escaping FieldAccess<Int?>.Set, _ range: ClosedRange<Int>,
    allowed: String
  ) -> Self { .whole(FieldAccess(get: get, set: set), range, allowed: allowed) }

  static func number(
    _ get: @escaping FieldAccess<Double?>.Get, _ set: @escaping FieldAccess<Double?>.Set,
    _ range: ClosedRange<Double>, allowed: String, places: Int
  ) -> Self { .number(FieldAccess(get: get, set: set), range, allowed: allowed, places: places) }
}

/// Access to a property of a listing. Functions rather than a key path, which copies the whole listing at each access.
package struct FieldAccess<Value>: Sendable {
  package typealias Get = @Sendable (Listing) -> Value
  package typealias Set = @Sendable (inout Listing, Value) -> Void

  package let get: Get
  package let set: Set
}

/// Access to a value that is one of a fixed set of words.
package struct FieldWord: Sendable {
  /// The words; the number of a value is its index.
  package let words: [String]
  package let get: @Sendable (Listing) -> Int?
  package let set: @Sendable (inout Listing, Int?) -> Void
  /// Parses a word of a source; nil when it means that there is no value.
  package let parse: @Sendable (String) throws(RowRejection) -> Int?

  init<Word: NamedWord>(
    _ word: @escaping @Sendable (Listing) -> Word?, _ setWord: @escaping @Sendable (inout Listing, Word?) -> Void
  ) {
    let all = Array(Word.allCases)
    words = all.map(\.rawValue)
    get = { listing in word(listing).flatMap(all.firstIndex(of:)) }
    set = { listing, number in setWord(&listing, number.map { all[$0] }) }
    parse = { text throws(RowRejection) in try Word.named(text).flatMap(all.firstIndex(of:)) }
  }

  /// The word of a listing; nil when it has none.
  package func text(of listing: Listing) -> String? { get(listing).map { words[$0] } }
}

/// A fixed set of words.
protocol NamedWord: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
  /// Parses the words of all sources; nil for a word that means that there is no value.
  static func named(_ text: String) throws(RowRejection) -> Self?
}

extension Field {
  /// The words of a field that has one of a fixed set; nil for any other field.
  var fixedWords: [String]? {
    if self == .kind { return Kind.allCases.map(\.rawValue) }
    if case .word(let word) = definition?.value { return word.words }
    return nil
  }
}

// MARK: - In the file

/// A column of `listing` or `listing_detail`.
struct FieldColumn: Sendable {
  enum Table: String, Sendable { case listing, detail = "listing_detail" }

  /// A table of distinct values; the column holds the number of one.
  enum Dictionary: Sendable { case zone, currency, schedule }

  let table: Table
  let name: String
  let dictionary: Dictionary?

  static func listing(_ name: String, in dictionary: Dictionary? = nil) -> FieldColumn {
    FieldColumn(table: .listing, name: name, dictionary: dictionary)
  }

  static func detail(_ name: String) -> FieldColumn { FieldColumn(table: .detail, name: name, dictionary: nil) }
}

/// How the file stores a field: as a number of 64 bits or as text, in one column.
final class StoredField: Sendable {
  enum Form: Sendable {
    /// As 64 bits: a double by its bit pattern, a word by its number.
    case number(NumberForm, get: @Sendable (Listing) -> Int64?, set: @Sendable (inout Listing, Int64) -> Void)
    /// Text with a length in this range of bytes; nil for any length.
    case text(ClosedRange<Int>?, get: @Sendable (Listing) -> String?, set: @Sendable (inout Listing, String) -> Void)
  }

  enum NumberForm: Sendable {
    case integer(ClosedRange<Int>)
    case real(ClosedRange<Double>)
    case word([String])
    /// 0 or 1; 0 where there is no value.
    case flag
  }

  let field: Field
  let column: FieldColumn
  let form: Form

  init(_ field: Field, _ column: FieldColumn, _ form: Form) {
    (self.field, self.column, self.form) = (field, column, form)
  }

  /// The usual form of a value; nil for a composite one.
  convenience init?(_ field: Field, _ value: FieldValueType, in column: FieldColumn) {
    switch value {
    case .text(let access, _): self.init(field, column, .text(access.get, access.set))
    case .whole(let access, let range, _): self.init(field, column, .integer(access.get, access.set, range))
    case .number(let access, let range, _, _):
      let form = Form.number(
        .real(range), get: { access.get($0).map { Int64(bitPattern: $0.bitPattern) } },
        set: { access.set(&$0, Double(bitPattern: UInt64(bitPattern: $1))) })
      self.init(field, column, form)
    case .word(let word):
      let form = Form.number(
        .word(word.words), get: { word.get($0).map(Int64.init) }, set: { word.set(&$0, Int($1)) })
      self.init(field, column, form)
    case .composite: return nil
    }
  }

  /// Whether it is stored as text.
  var isText: Bool { if case .text = form { true } else { false } }
}

extension StoredField.Form {
  static func text(
    _ get: @escaping FieldAccess<String?>.Get, _ set: @escaping FieldAccess<String?>.Set,
    bytes: ClosedRange<Int>? = nil
  ) -> Self { .text(bytes, get: get, set: { set(&$0, $1) }) }

  static func integer(
    _ get: @escaping FieldAccess<Int?>.Get, _ set: @escaping FieldAccess<Int?>.Set, _ range: ClosedRange<Int>
  ) -> Self { .number(.integer(range), get: { get($0).map(Int64.init) }, set: { set(&$0, Int($1)) }) }

  /// Unix seconds.
  static func time(
    _ get: @escaping FieldAccess<Instant?>.Get, _ set: @escaping FieldAccess<Instant?>.Set
  ) -> Self {
    .number(
      .integer(FieldRange.time), get: { get($0)?.secondsSince1970 },
      set: { set(&$0, Instant(secondsSince1970: $1)) })
  }
}

/// The ranges of numbers in the file; readers reject values outside, so that later calculations cannot overflow.
enum FieldRange {
  /// In minor units: the amount 10¹² in a currency with a thousand of them.
  static let price = 0...1_000_000_000_000_000
  static let priceLevel = 1...4
  static let rating = 0.0...5.0
  /// Votes of the source and of members.
  static let votes = 0...Int(Int32.max)
  static let guests = 1...1_000_000
  static let minNights = 1...1_000_000
  static let maxNights = 1...1_000_000_000
  /// Days.
  static let notice = 0...366
  static let capacity = 0...1_000_000_000
  /// Bytes of ids, and of opening hours and recurrences.
  static let id = 1...255
  static let rule = 0...10_000
  /// Unix seconds: the years 0 to 9999 without one day at either end, so that a time can be written in every zone.
  static let time: ClosedRange<Int> = {
    let days = LocalDate.fourDigitYears
    return (days.lowerBound.dayNumber + 1) * 86_400...days.upperBound.dayNumber * 86_400
  }()
}
