import Streams

/// The form of a value that a front end accepts, as JSON Schema describes it, and as a parameter of a URL is checked
/// before its route sees it.
package indirect enum InputSchema: Sendable {
  /// Text; one of the words if there are any.
  case text(words: [String] = [], format: String? = nil)
  case integer(ClosedRange<Int>, usual: Int? = nil)
  case number(ClosedRange<Double>? = nil)
  case flag
  /// Values separated by commas.
  case list(InputSchema, count: ClosedRange<Int>? = nil)

  /// The schema object.
  package var json: JSONValue {
    var object = JSONObject()
    switch self {
    case .text(let words, let format):
      object["type"] = .string("string")
      object["enum"] = words.isEmpty ? nil : .array(words.map { .string($0) })
      object["format"] = format.map { .string($0) }
    case .integer(let range, let usual):
      object["type"] = .string("integer")
      object["minimum"] = .int(Int64(range.lowerBound))
      if range.upperBound < .max { object["maximum"] = .int(Int64(range.upperBound)) }
      object["default"] = usual.map { .int(Int64($0)) }
    case .number(let range):
      object["type"] = .string("number")
      object["minimum"] = range.map { .double($0.lowerBound) }
      object["maximum"] = range.flatMap { $0.upperBound.isFinite ? .double($0.upperBound) : nil }
    case .flag: object["type"] = .string("boolean")
    case .list(let element, let count):
      object["type"] = .string("array")
      object["minItems"] = count.map { .int(Int64($0.lowerBound)) }
      object["maxItems"] = count.map { .int(Int64($0.upperBound)) }
      object["items"] = element.json
    }
    return .object(object)
  }

  /// Whether a value is one of some words.
  package var hasWords: Bool {
    if case .text(let words, _) = self { !words.isEmpty } else { false }
  }

  /// The error in a value; nil when it has this form.
  package func complaint(about value: String) -> String? {
    switch self {
    case .text(let words, _):
      if words.isEmpty || words.contains(value) { return nil }
      return "unknown word \"\(value.shortened)\"; possible are \(words.joined(separator: ", "))"
    case .integer(let range, _):
      guard let number = Int(value) else { return "\"\(value.shortened)\" is not a whole number" }
      if range.contains(number) { return nil }
      return range.upperBound == .max
        ? "\(number) is not allowed, must be at least \(range.lowerBound)"
        : "\(number) is not allowed, must be from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      guard let number = value.typedNumber else { return "\"\(value.shortened)\" is not a number" }
      guard let range, !range.contains(number) else { return nil }
      return "\(value.shortened) is not allowed, must be from \(range.lowerBound) to \(range.upperBound)"
    case .flag: return value == "true" || value == "false" || value.isEmpty ? nil : "write true or false"
    case .list(let element, let count):
      let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      if let count, !count.contains(parts.count) {
        return count.lowerBound == count.upperBound
          ? "\"\(value.shortened)\" are not \(count.lowerBound) values separated by commas"
          : "\"\(value.shortened)\" are not \(count.lowerBound) to \(count.upperBound) values separated by commas"
      }
      return parts.lazy.compactMap(element.complaint).first
    }
  }
}

extension TextForm {
  /// The form of a value, for front ends that describe it.
  package var schema: InputSchema {
    switch self {
    case .word(let words): .text(words: words)
    case .number(let range): .number(range)
    case .integer(let range, let usual): .integer(range, usual: usual)
    case .words(let words): .list(.text(words: words))
    case .names, .texts: .list(.text())
    case .flag: .flag
    case .box: .list(.number(), count: 4...4)
    case .text, .searchText, .moment, .span, .speed, .distance, .place, .area, .dates, .filter, .weights: .text()
    }
  }
}
