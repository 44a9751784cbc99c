import CivilTime
import Foundation
import Streams

/// A custom field of a catalog: declared, so that it can be filtered, sorted and counted.
///
/// Listings store the values of all unknown keys (``Listing/own``); values of a declared field with its type are
/// indexed.
public struct OwnField: Hashable, Sendable {
  /// The key in the canonical form.
  public let name: String
  /// The type of the values that are indexed.
  public let type: ValueType

  /// The type of a custom field.
  public enum ValueType: String, Codable, CaseIterable, Hashable, Sendable {
    /// Text.
    case text
    /// A number.
    case number
    /// True or false.
    case boolean
    /// A date such as `2026-11-27`.
    case date
    /// A list of texts; a single text is a list of one.
    case list
  }

  /// Makes a field; nil for the name of a field that every catalog has, and for one of the wrong form: a letter or
  /// underscore, then letters, digits, `_`, `-`, `:` or `.`, at most 100 bytes.
  public init?(name: String, type: ValueType) {
    guard Self.isName(name), Field(rawValue: name) == nil else { return nil }
    (self.name, self.type) = (name, type)
  }

  /// Whether it has the form of a name.
  package static func isName(_ name: String) -> Bool {
    guard (1...100).contains(name.utf8.count), let first = name.first, first.isLetter || first == "_" else {
      return false
    }
    return name.allSatisfy { $0.isLetter || $0.isNumber || "_-:.".contains($0) }
  }
}

// MARK: - Values

/// The value of a custom field in the index.
enum OwnValue: Hashable, Sendable {
  /// A number; Booleans are 0 or 1, and dates the number of the day.
  case number(Double)
  /// Composed (NFC), so that equal texts have equal bytes.
  case text(String)

  init(_ text: String) { self = .text(text.precomposedStringWithCanonicalMapping) }
}

extension OwnField.ValueType {
  /// The indexed values of a listing's value: several for a list; empty if it has another type.
  func values(of value: JSONValue) -> [OwnValue] {
    switch (self, value) {
    case (.text, .string(let text)): [OwnValue(text)]
    case (.number, .int), (.number, .double): value.number.map { [.number($0)] } ?? []
    case (.boolean, .bool(let flag)): [.number(flag ? 1 : 0)]
    case (.date, .string(let text)): (try? LocalDate(parsing: text)).map { [.number(Double($0.dayNumber))] } ?? []
    case (.list, .string(let text)): [OwnValue(text)]
    case (.list, .array(let elements)):
      elements.allSatisfy { $0.string != nil } ? elements.compactMap { $0.string.map(OwnValue.init) } : []
    default: []
    }
  }

  /// Whether a value is of the type; an empty list is, although it has no values.
  package func holds(_ value: JSONValue) -> Bool {
    !values(of: value).isEmpty || (self == .list && value.array?.isEmpty == true)
  }

  /// A value as a person writes it in a table or a command; nil if the text is not a value of the type.
  package func json(of text: String) -> JSONValue? {
    switch self {
    case .text: return .string(text)
    case .number: return Int64(text).map { .int($0) } ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .boolean:
      return ["true": .bool(true), "yes": .bool(true), "false": .bool(false), "no": .bool(false)][text.lowercased()]
    case .date: return (try? LocalDate(parsing: text)).map { _ in .string(text) }
    case .list:
      return .array(TagText.tags(in: text).filter { !$0.isEmpty }.map { .string($0) })
    }
  }

  /// A value as text.
  func text(of value: OwnValue) -> String {
    switch (self, value) {
    case (_, .text(let text)): text
    case (.boolean, .number(let number)): String(number == 1)
    case (.date, .number(let number)):
      Int(exactly: number).map(LocalDate.init(dayNumber:)).flatMap {
        LocalDate.fourDigitYears.contains($0) ? $0.description : nil
      } ?? "\(number)"
    case (_, .number(let number)): Int64(exactly: number).map(String.init) ?? "\(number)"
    }
  }
}

/// The values of all unknown keys of a listing, as stored: a JSON object in the order of its keys.
enum OwnValues {
  /// The most bytes of all together.
  static let longest = 1_000_000

  static func text(of values: [String: JSONValue]) -> String? {
    values.isEmpty ? nil : JSONValue.object(JSONObject(values.byKey.map { ($0.key, $0.value) })).text
  }

  /// Reads stored values; nothing from what is no object.
  static func values(_ text: String) -> [String: JSONValue] {
    let members = (try? JSONParser.parse(text.utf8))?.object?.members ?? []
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}

extension JSONValue {
  /// The value of a custom field in an answer.
  package var fieldValue: FieldValue {
    switch self {
    case .string(let text): .text(text)
    case .bool(let flag): .flag(flag)
    case .int(let number): .whole(Int(number))
    case .array(let elements) where elements.allSatisfy({ $0.string != nil }): .list(elements.compactMap(\.string))
    case .double, .array, .object, .null: .structure(self, text: text)
    }
  }
}
