import CivilTime
import Streams

/// The value of one field of a match, before it is formatted.
package enum FieldValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  /// Rounded to `places` decimals when written.
  case decimal(Double, places: Int)
  /// Each rounded to `places` decimals when written.
  case decimals([Double], places: Int)
  case list([String])
  /// Ranges of nights, each written as arrival and departure.
  case nights([Nights])
  case flag(Bool)
  /// An object or array, with its text form.
  case structure(JSONValue, text: String)
}

extension JSONWriter {
  package mutating func value(_ value: FieldValue) {
    switch value {
    case .text(let text): string(text)
    case .whole(let number): int(number)
    case .decimal(let number, let places): double(number, decimals: places)
    case .decimals(let numbers, let places): array { for number in numbers { $0.double(number, decimals: places) } }
    case .list(let words): array { for word in words { $0.string(word) } }
    case .flag(let flag): bool(flag)
    case .structure(let json, _): self.value(json)
    case .nights(let ranges): array { for nights in ranges { $0.value(nights) } }
    }
  }

  /// Arrival and departure.
  mutating func value(_ nights: Nights) {
    array { json in
      json.string(nights.from.description)
      json.string(nights.to.description)
    }
  }
}

extension FieldValue {
  /// The value as plain text; the words of a list are joined by `;`.
  package var plainText: String {
    switch self {
    case .text(let text): return text
    case .whole(let number): return String(number)
    case .decimal:
      var writer = JSONWriter()
      writer.value(self)
      return String(decoding: writer.bytes, as: UTF8.self)
    case .decimals(let numbers, let places):
      return numbers.map { FieldValue.decimal($0, places: places).plainText }.joined(separator: ";")
    case .list(let words): return words.joined(separator: ";")
    case .nights(let ranges): return ranges.map { "\($0.from)..\($0.to)" }.joined(separator: ";")
    case .flag(let flag): return String(flag)
    case .structure(_, let text): return text
    }
  }
}

extension Double {
  /// Without superfluous decimals.
  package var plainText: String { FieldValue.decimal(self, places: 2).plainText }
}
