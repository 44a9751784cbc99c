import Foundation
import Synchronization
import Vicinity

/// Brute-force text search: folds every text into words and scores them by FTS5's formula for `bm25()`.
///
/// Source: https://www.sqlite.org/fts5.html#the_bm25_function (k1 = 1.2, b = 0.75, idf at least 1e-6).
///
/// Documents are built for the first text, and the results for the last texts are cached.
final class BruteForceText: Sendable {
  private struct Document: Sendable {
    let id: Listing.ID
    let columns: [[String]]
    var length: Double { Double(columns.reduce(0) { $0 + $1.count }) }
  }

  /// A word, or several that follow each other.
  struct Phrase: Equatable {
    var words: [String]
    var isPrefix: Bool
    var isExcluded: Bool
    /// The typing errors in what is found beside the typed word.
    var edits = 0

    /// Whether it is a single word that may be mistyped.
    var isCorrectable: Bool { words.count == 1 && isPrefix && !isExcluded }

    func count(in words: [String]) -> Int {
      var (count, start) = (0, 0)
      while start + self.words.count <= words.count {
        var index = 0
        while index < self.words.count, matches(words[start + index], at: index) { index += 1 }
        if index == self.words.count { count += 1 }
        start += 1
      }
      return count
    }

    private func matches(_ word: String, at index: Int) -> Bool {
      isPrefix && index == words.count - 1
        ? word.unicodeScalars.starts(with: words[index].unicodeScalars) : word == words[index]
    }
  }

  private let listings: [Listing]
  private let state = Mutex(State())

  private struct State {
    var documents: [Document]?
    var vocabulary: [String]?
    var latest: [Question: [Listing.ID: Double]] = [:]
  }

  private struct Question: Hashable {
    var text: String
    var typos: Int?
  }

  /// The words of all listings, in the order of their letters.
  var vocabulary: [String] {
    if let vocabulary = state.withLock({ $0.vocabulary }) { return vocabulary }
    let words = Set(documents.flatMap { $0.columns.joined() }).sorted {
      $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
    }
    state.withLock { $0.vocabulary = words }
    return words
  }

  private var documents: [Document] {
    state.withLock { state in
      if let documents = state.documents { return documents }
      let documents = listings.map(Self.document)
      state.documents = documents
      return documents
    }
  }

  /// Whether any listing has it.
  func occurs(_ phrase: Phrase) -> Bool {
    documents.contains { $0.columns.contains { phrase.count(in: $0) > 0 } }
  }

  private static let weights = [10.0, 2.0, 5.0, 1.0]

  init(_ listings: [Listing]) { self.listings = listings }

  private static func document(of listing: Listing) -> Document {
    let tags = Set(listing.tags).sorted().joined(separator: " ")
    let others = listing.names.sorted { $0.key < $1.key }.map(\.value)
    let names = [listing.name].compactMap { $0 } + others
    let texts: [String?] = [names.joined(separator: " "), listing.address, tags, listing.description]
    return Document(id: listing.id, columns: texts.map { words($0 ?? "") })
  }

  /// The scores of all listings that a text asks for; smaller is better.
  ///
  /// - Parameter typos: as in a query.
  func scores(of text: String, typos: Int?) -> [Listing.ID: Double] {
    let question = Question(text: text, typos: typos)
    if let latest = state.withLock({ $0.latest[question] }) { return latest }
    let scores = computeScores(of: question)
    state.withLock { state in
      if state.latest.count >= 20 { state.latest = [:] }
      state.latest[question] = scores
    }
    return scores
  }

  private func computeScores(of question: Question) -> [Listing.ID: Double] {
    let (groups, documents) = (corrected(Self.groups(question.text), question.typos), documents)
    let phrases = groups.flatMap { $0 }
    let hits = documents.map { document in
      phrases.map { phrase in document.columns.map { phrase.count(in: $0) } }
    }
    let count = Double(documents.count)
    let average = documents.reduce(0) { $0 + $1.length } / count
    let weights = phrases.indices.map { phrase in
      let with = Double(hits.count { $0[phrase].contains { $0 > 0 } })
      return max(log((count - with + 0.5) / (with + 0.5)), 1e-6)
    }
    var scores: [Listing.ID: Double] = [:]
    for (document, hits) in zip(documents, hits) {
      let occurs = hits.map { $0.contains { $0 > 0 } }
      var first = 0
      let isWanted = groups.allSatisfy { group in
        defer { first += group.count }
        let any = (first..<(first + group.count)).contains { occurs[$0] }
        return group.first?.isExcluded == true ? !any : any
      }
      guard isWanted else { continue }
      scores[document.id] = phrases.indices.reduce(0.0) { sum, phrase in
        let frequency = zip(hits[phrase], Self.weights).reduce(0.0) { $0 + Double($1.0) * $1.1 }
        let length = 1.2 * (1 - 0.75 + 0.75 * document.length / average)
        return sum - weights[phrase] * (frequency * 2.2 / (frequency + length))
      }
    }
    return scores
  }

  /// How well all listings have the words, from 0 to 1: of each group of alternatives the best hit, and their mean.
  func qualities(of text: String, typos: Int?) -> [Listing.ID: Double] {
    let groups = corrected(Self.groups(text), typos).filter { $0.first?.isExcluded == false }
    let pairs = documents.map { document in
      let worths = groups.map { group in
        group.reduce(0.0) { best, phrase in
          let whole = Phrase(words: phrase.words, isPrefix: false, isExcluded: false)
          return max(
            best, pow(0.4, Double(phrase.edits)) * Self.worth(of: whole, in: document),
            phrase.isPrefix ? 0.5 * Self.worth(of: phrase, in: document) : 0)
        }
      }
      return (document.id, worths.reduce(0, +) / Double(max(groups.count, 1)))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The worth of the best column in which a phrase occurs.
  private static func worth(of phrase: Phrase, in document: Document) -> Double {
    let (name, address, tags, description) = (0, 1, 2, 3)
    if phrase.count(in: document.columns[name]) > 0 {
      let share = min(1, Double(phrase.words.count) / Double(document.columns[name].count))
      return 0.8 + 0.2 * share
    }
    if phrase.count(in: document.columns[tags]) > 0 { return 0.7 }
    if phrase.count(in: document.columns[description]) > 0 { return 0.3 }
    return phrase.count(in: document.columns[address]) > 0 ? 0.1 : 0
  }

  /// The phrases of a text; one of each group must occur, or none if they are excluded.
  static func groups(_ text: String) -> [[Phrase]] {
    var groups: [[Phrase]] = []
    var isAlternative = false
    for match in text.matches(of: /([-–−]?)(?:"([^"]*)"|(\S+))/) {
      if match.output.3 == "OR" {
        isAlternative = true
        continue
      }
      let words = words(String(match.output.2 ?? match.output.3 ?? ""))
      guard let last = words.last else { continue }
      let phrase = Phrase(
        words: words, isPrefix: match.output.2 == nil && !isUnspaced(last.unicodeScalars.first),
        isExcluded: !match.output.1.isEmpty)
      let follows = isAlternative && groups.last?[0].isExcluded == false && !phrase.isExcluded
      if follows { groups[groups.count - 1].append(phrase) } else { groups.append([phrase]) }
      isAlternative = false
    }
    return groups
  }

  private static let written = [
    ("ß", "ss"), ("ł", "l"), ("đ", "d"), ("ø", "o"), ("æ", "ae"), ("œ", "oe"), ("ı", "i"), ("þ", "th"), ("ς", "σ"),
  ]

  private static func words(_ text: String) -> [String] {
    var plain = text.decomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCompatibilityMapping
    for (letter, letters) in written { plain = plain.replacingOccurrences(of: letter, with: letters) }
    var words = [""]
    for scalar in plain.unicodeScalars where !(0x300...0x36F ~= scalar.value) {
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      if isUnspaced(scalar), !isMark {
        words.append(String(scalar))
      } else if isMark || scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if !isMark, isUnspaced(words[words.count - 1].unicodeScalars.first) { words.append("") }
        words[words.count - 1].unicodeScalars.append(scalar)
      } else {
        words.append("")
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Chinese, Japanese and Thai.
  private static func isUnspaced(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return [0xE00...0xE7F, 0x3005...0x3007, 0x3040...0x30FF, 0x4E00...0x9FFF].contains { $0 ~= scalar.value }
  }
}
