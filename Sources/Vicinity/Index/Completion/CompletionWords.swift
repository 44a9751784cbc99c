import Streams

/// The words of many short texts, in the order of what follows from them to the end of their text.
struct CompletionWords: Sendable {
  /// A word: its text, and where in that it begins.
  struct Word: Sendable {
    let text: UInt32
    let offset: UInt32
  }

  /// The role of a text for its subject.
  enum Standing: UInt8, Sendable {
    /// A name of its own.
    case own
    /// A name in another language or of another time.
    case other
    /// Another name with `ue` for the `ü` of a name, such as *Muenchen* for *München*: anyone who types it means that
    /// name.
    case transcription
    /// A code or an abbreviation.
    case code
    /// An address: names that begin so come first.
    case address
  }

  private let bytes: [UInt8]
  private let starts: [UInt32]
  /// For each text.
  let standings: [Standing]
  /// The subject of each text.
  let subjects: [UInt32]
  let words: [Word]

  /// The size in bytes.
  var byteCount: Int { bytes.count + 4 * starts.count + 5 * subjects.count + 8 * words.count }

  /// Folded texts, each with its subject.
  struct Draft {
    fileprivate var bytes: [UInt8] = []
    fileprivate var starts: [UInt32] = [0]
    fileprivate var subjects: [UInt32] = []
    fileprivate var standings: [Standing] = []
    /// By text, the offset from which on words do not begin completions.
    fileprivate var limits: [UInt32] = []

    /// - Parameters:
    ///   - text: folded, with single spaces between words, and not empty.
    ///   - limit: the offset from which on its words do not begin completions.
    mutating func add(
      _ text: some Sequence<UInt8>, of subject: Int, as standing: Standing = .own, wordsBefore limit: Int = .max
    ) {
      bytes += text
      standings.append(standing)
      limits.append(UInt32(clamping: limit))
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
      subjects.append(UInt32(truncatingIfNeeded: subject))
    }
  }

  /// - Complexity: O(n log n) in the words.
  init(_ draft: Draft) {
    (bytes, starts, subjects, standings) = (draft.bytes, draft.starts, draft.subjects, draft.standings)
    words = Self.sorted(draft)
  }

  private struct Key {
    /// The first eight bytes.
    var start: UInt64
    var text: UInt32
    var offset: UInt32
  }

  private static func sorted(_ draft: Draft) -> [Word] {
    draft.bytes.withUnsafeBufferPointer { bytes in
      var keys: [Key] = []
      for text in draft.subjects.indices {
        let (start, end) = (Int(draft.starts[text]), Int(draft.starts[text + 1]))
        let limit = min(end, start + Int(draft.limits[text]))
        for place in start..<limit where place == start || bytes[place - 1] == UInt8(ascii: " ") {
          var first: UInt64 = 0
          for byte in 0..<8 { first = first << 8 | (place + byte < end ? UInt64(bytes[place + byte]) : 0) }
          keys.append(Key(start: first, text: UInt32(text), offset: UInt32(place - start)))
        }
      }
      func rest(_ key: Key) -> Slice<UnsafeBufferPointer<UInt8>> {
        let (start, end) = (Int(draft.starts[Int(key.text)]), Int(draft.starts[Int(key.text) + 1]))
        return bytes[min(start + Int(key.offset) + 8, end)..<end]
      }
      keys.sort { left, right in
        if left.start != right.start { return left.start < right.start }
        let (a, b) = (rest(left), rest(right))
        if a.elementsEqual(b) { return (left.text, left.offset) < (right.text, right.offset) }
        return a.lexicographicallyPrecedes(b)
      }
      return keys.map { Word(text: $0.text, offset: $0.offset) }
    }
  }

  /// The folded text with a number.
  func text(_ number: Int) -> ArraySlice<UInt8> { bytes[Int(starts[number])..<Int(starts[number + 1])] }

  /// A text from a word on.
  func rest(_ word: Word) -> ArraySlice<UInt8> { text(Int(word.text)).dropFirst(Int(word.offset)) }

  /// How much a text counts that begins with what was typed, from a word on.
  ///
  /// - Parameter length: the bytes typed.
  func weight(of word: Word, typed length: Int) -> Double {
    switch standings[Int(word.text)] {
    case .own: 1
    case .other: 1 / PlaceAnswer.ownNameFactor
    case .transcription: length >= Self.shortestTranscription ? 1 : 1 / PlaceAnswer.ownNameFactor
    case .code: rest(word).count == length ? Self.codeWeight : 1 / PlaceAnswer.ownNameFactor
    case .address: Self.addressWeight
    }
  }

  /// The weight of a text that has `ue` for a typed `ü`: for a place, greater than with `u`.
  ///
  /// Parameters are as for `weight`.
  func transcribedWeight(of word: Word, typed length: Int) -> Double {
    let weight = weight(of: word, typed: length)
    let isMeant = length >= Self.shortestTranscription || standings[Int(word.text)] == .own
    return standings[Int(word.text)] != .code && isMeant ? weight * PlaceAnswer.ownNameFactor : weight
  }

  /// In shorter texts nearly every letter could be a transcribed one.
  private static let shortestTranscription = 3

  /// How much a code counts that was typed in full.
  private static let codeWeight = 0.25
  /// How much an address counts.
  private static let addressWeight = 0.25

  /// The words from which on the text begins with a prefix.
  ///
  /// - Complexity: O(log n).
  func range(of prefix: [UInt8]) -> Range<Int> {
    let first = words.indices.partitioningIndex { !rest(words[$0]).lexicographicallyPrecedes(prefix) }
    let end = (first..<words.count).partitioningIndex { !rest(words[$0]).starts(with: prefix) }
    return first..<end
  }

  /// Passes on the distinct single words, in their order.
  func forEachDistinctWord(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    var latest: ArraySlice<UInt8> = []
    for word in words {
      let letters = rest(word).prefix { $0 != UInt8(ascii: " ") }
      guard letters != latest else { continue }
      latest = letters
      try letters.withUnsafeBytes(body)
    }
  }
}
