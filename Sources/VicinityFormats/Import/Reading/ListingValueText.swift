import Streams
import Vicinity

/// Values of listings as people write them in a command: `price=12`, `tags=jazz,live`.
public enum ListingValueText {
  /// The value of a key of the canonical form; `null` for empty text.
  ///
  /// Text that is not what the key takes stays text, which the listing's validation refuses.
  public static func json(of text: String, forKey key: String) -> JSONValue {
    guard !text.isEmpty else { return .null }
    guard let field = Field(rawValue: key) else { return .string(text) }
    switch field {
    case .allDay: return ["true": .bool(true), "false": .bool(false)][text] ?? .string(text)
    case .tags: return .array(TagText.tags(in: text).map { .string($0) })
    case .price, .lat, .lon, .publicRadius: return number(text)
    case .unavailable, .nightlyRates: return (try? JSONParser.parse(text.utf8)) ?? .string(text)
    default:
      switch field.definition?.value {
      case .whole, .number: return number(text)
      case .text, .word, .composite, nil: return .string(text)
      }
    }
  }

  private static func number(_ text: String) -> JSONValue {
    if let whole = Int64(text) { return .int(whole) }
    let isDecimal = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    return (isDecimal ? Double(text) : nil).map { .double($0) } ?? .string(text)
  }
}
