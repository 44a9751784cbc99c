import Streams

/// A number that differs between different queries, but not between the pages of one.
///
/// FNV-1a over the JSON form of the parts that determine the matches (`QueryPart.Role`).
struct Fingerprint {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Fits into the integers of JSON.
  var value: Int { Int(hash >> 11) }

  init(of query: Query) {
    for part in QueryPart.matching {
      guard let value = (part.digest ?? part.json)(query) else { continue }
      add(part.key)
      add(value)
    }
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .null: mix(0)
    case .bool(let flag): mix(flag ? 1 : 2)
    case .int(let number): mix(UInt64(bitPattern: number))
    case .double(let number): mix(number.bitPattern)
    case .string(let text): add(text)
    case .array(let elements):
      mix(UInt64(elements.count))
      for element in elements { add(element) }
    case .object(let object):
      mix(UInt64(object.members.count))
      for member in object.members {
        add(member.key)
        add(member.value)
      }
    }
  }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    mix(UInt64(text.utf8.count))
  }

  /// Mixes a whole word; the shift lets the high bits take part.
  private mutating func mix(_ word: UInt64) {
    hash = (hash ^ word) &* 0x100_0000_01b3
    hash ^= hash >> 29
  }
}
