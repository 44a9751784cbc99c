/// The outer keys of the beginning of a JSON text.
struct JSONOutline {
  /// Whether the text begins with an array.
  private(set) var isArray = false
  /// Keys of the top-level object, or of the first element of the top-level array, in order.
  private(set) var keys: [String] = []
  /// The values of those keys that are strings.
  private(set) var texts: [String: String] = [:]
  /// The keys whose values are arrays of objects, with the positions of the arrays; those of an object within the
  /// top-level one as `result.records`.
  private(set) var lists: [(key: String, start: Int)] = []
  /// Whether the first value ends before the first line does.
  private(set) var isOneLine = true

  /// Scans the beginning of a JSON text; never fails, other text has few keys.
  init(_ head: UnsafeBufferPointer<UInt8>) {
    var scan = Scan(head)
    isArray = scan.peek() == UInt8(ascii: "[")
    let level = isArray ? 2 : 1
    var lastKey: String?
    // A key whose value is an object, and the last key in that object.
    var (outer, inner): (String?, String?)
    while let token = scan.next() {
      switch token {
      case .open:
        if scan.depth == level + 1 {
          if let lastKey, scan.beginsList { lists.append((lastKey, scan.position - 1)) }
          (outer, inner) = (lastKey, nil)
        } else if scan.depth == level + 2, let outer, let inner, scan.beginsList {
          lists.append(("\(outer).\(inner)", scan.position - 1))
        }
        lastKey = nil
      case .close: if scan.depth < level { return }
      case .text(let text) where scan.depth == level:
        if let key = lastKey, !scan.isKey {
          texts[key] = text
          lastKey = nil
        } else if scan.isKey {
          keys.append(text)
          lastKey = text
        }
      case .text(let text) where scan.depth == level + 1 && scan.isKey: inner = text
      case .newline: isOneLine = false
      default: if scan.depth == level { lastKey = nil }
      }
    }
  }

  func has(_ names: String...) -> Bool { names.allSatisfy(keys.contains) }

  private enum Token { case open, close, text(String), newline, other }

  /// Splits bytes into the few tokens needed here.
  private struct Scan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0
    private(set) var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func peek() -> UInt8? {
      bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0x1E }
    }

    /// Whether a colon follows.
    var isKey: Bool { bytes[position...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":") }

    /// Whether the last byte opens an array of objects.
    var beginsList: Bool {
      bytes[position - 1] == UInt8(ascii: "[") && bytes[position...].first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    mutating func next() -> Token? {
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          return .open
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          return .close
        case UInt8(ascii: "\""): return .text(string())
        case 0x0A: if depth > 0 { return .newline }
        case UInt8(ascii: ","): return .other
        default: continue
        }
      }
      return nil
    }

    private mutating func string() -> String {
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      let end = min(position, bytes.count)
      position = min(position + 1, bytes.count)
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
  }
}
