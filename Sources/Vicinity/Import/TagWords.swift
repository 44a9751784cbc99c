/// Collects tags: lower-case, without white space at the ends, each once.
struct TagWords {
  private var words: [String] = []

  /// Longer words are prose, not tags; bytes of UTF-8.
  static let longest = 100

  /// Adds a word; white space inside becomes a hyphen, unless `joiner` says otherwise.
  mutating func add(_ word: some StringProtocol, joiner: Character = "-") {
    guard word.utf8.count <= 4 * Self.longest, let text = Self.normalized(word, joiner) else { return }
    if !words.contains(text) { words.append(text) }
  }

  /// The words in order.
  var sorted: [String] { words.sorted() }

  private static func normalized(_ word: some StringProtocol, _ joiner: Character) -> String? {
    let isPlain = word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !($0 >= 0x41 && $0 <= 0x5A) }
    if isPlain { return word.isEmpty || word.utf8.count > longest ? nil : String(word) }
    let text = word.lowercased().split { $0.isWhitespace }.joined(separator: String(joiner))
    return text.isEmpty || text.utf8.count > longest ? nil : text
  }
}
