import Synchronization

/// Numbers for the texts in the columns of a snapshot's leaves, so that each is evaluated once and stored once.
final class TextNumbers: Sendable {
  private struct State {
    var texts: [String] = []
    var numbers: [String: Int32] = [:]
  }

  private let state = Mutex(State())
  private let used: ByteCount

  /// The approximate memory for a text in the table and the dictionary, without its bytes.
  private static let bytesPerText = 64

  /// - Parameter whole: the memory that they are a part of.
  init(in whole: ByteCount) { used = ByteCount(of: whole) }

  /// The memory of the texts in bytes.
  var byteCount: Int { used.value }

  /// The numbers of texts, in their order; a new text gets the next number.
  func numbers(of texts: [String]) -> [Int32] {
    guard !texts.isEmpty else { return [] }
    return state.withLock { state in
      texts.map { text in
        if let number = state.numbers[text] { return number }
        let number = Int32(state.texts.count)
        state.texts.append(text)
        state.numbers[text] = number
        used.add(Self.bytesPerText + text.utf8.count)
        return number
      }
    }
  }

  /// The text of a number.
  func text(_ number: Int32) -> String { state.withLock { $0.texts[Int(number)] } }
}

/// Judges texts by their numbers, each once.
struct TextVerdicts {
  private let texts: TextNumbers
  private let holds: (String) -> Bool
  /// By number; nil if not evaluated yet.
  private var known: [Bool?] = []
  /// For higher numbers, which few leaves have.
  private var others: [Int32: Bool] = [:]
  private static let mostKnown = 1 << 14

  init(_ texts: TextNumbers, _ holds: @escaping (String) -> Bool) { (self.texts, self.holds) = (texts, holds) }

  /// Whether the text of a number passes.
  @inline(__always)
  mutating func holds(_ number: Int32) -> Bool {
    if Int(number) < known.count, let verdict = known[Int(number)] { return verdict }
    return others[number] ?? judge(number)
  }

  @inline(never)
  private mutating func judge(_ number: Int32) -> Bool {
    let verdict = holds(texts.text(number))
    guard number < Self.mostKnown else {
      others[number] = verdict
      return verdict
    }
    while known.count <= Int(number) { known.append(nil) }
    known[Int(number)] = verdict
    return verdict
  }
}
