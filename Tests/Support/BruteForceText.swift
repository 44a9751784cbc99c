import Foundation
import Vicinity

/// Brute-force text search: folds every text into words and scores them by FTS5's formula for `bm25()`.
///
/// Source: https://www.sqlite.org/fts5.html#the_bm25_function (k1 = 1.2, b = 0.75, idf at least 1e-6).
struct BruteForceText {
  private struct Document {
    let id: Listing.ID
    let columns: [[String]]
    var length: Double { Double(columns.reduce(0) { $0 + $1.count }) }
  }

  private let documents: [Document]
  private static let weights = [10.0, 2.0, 5.0, 1.0]

  init(_ listings: [Listing]) {
    documents = listings.map { listing in
      let tags = Set(listing.tags).sorted().joined(separator: " ")
      let texts = [listing.name, listing.address, tags, listing.description]
      return Document(id: listing.id, columns: texts.map { Self.words($0 ?? "") })
    }
  }

  /// The scores of all listings that contain, for each word of `text`, a word that begins with it; smaller is better.
  func scores(of text: String) -> [Listing.ID: Double] {
    let prefixes = Self.words(text)
    let hits = documents.map { document in
      prefixes.map { prefix in document.columns.map { $0.count { $0.hasPrefix(prefix) } } }
    }
    let count = Double(documents.count)
    let average = documents.reduce(0) { $0 + $1.length } / count
    let weights = prefixes.indices.map { phrase in
      let with = Double(hits.count { $0[phrase].contains { $0 > 0 } })
      return max(log((count - with + 0.5) / (with + 0.5)), 1e-6)
    }
    var scores: [Listing.ID: Double] = [:]
    for (document, hits) in zip(documents, hits) where hits.allSatisfy({ $0.contains { $0 > 0 } }) {
      scores[document.id] = prefixes.indices.reduce(0.0) { sum, phrase in
        let frequency = zip(hits[phrase], Self.weights).reduce(0.0) { $0 + Double($1.0) * $1.1 }
        let length = 1.2 * (1 - 0.75 + 0.75 * document.length / average)
        return sum - weights[phrase] * (frequency * 2.2 / (frequency + length))
      }
    }
    return scores
  }

  private static func words(_ text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
      .split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }
}
