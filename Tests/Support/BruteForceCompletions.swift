import Foundation
import Geography
import Vicinity

/// Completes texts by looking at every listing, tag and place.
package struct BruteForceCompletions {
  private struct Subject {
    var kind: Completion.Kind
    var number: Int
    var texts: [String]
    var known: Double
    var count: Int
    var coordinates: [Coordinate]
  }

  private var subjects: [Subject] = []
  private var words: Set<String> = []

  /// - Parameter places: with all their names, the own one first.
  package init(_ listings: [Listing], places: [(place: Place, names: [String])]) {
    var (names, tags): ([String: Subject], [String: Subject]) = ([:], [:])
    for listing in listings {
      if let name = listing.name.map(Self.folded), !name.isEmpty {
        let new = Subject(kind: .name, number: 0, texts: [name], known: 0, count: 0, coordinates: [])
        names[name, default: new].known += 1 + Double(listing.ratingCount ?? 0)
        names[name, default: new].count += 1
        names[name, default: new].coordinates.append(listing.coordinate)
      }
      for tag in Set(listing.tags) {
        let new = Subject(kind: .tag, number: 0, texts: [Self.folded(tag)], known: 0, count: 0, coordinates: [])
        tags[tag, default: new].known += 1
        tags[tag, default: new].count += 1
      }
    }
    subjects = Array(names.values) + Array(tags.values)
    subjects += places.map { place, names in
      Subject(
        kind: .place, number: place.id, texts: names.map(Self.folded), known: Double(place.population) / 1000, count: 0,
        coordinates: [place.coordinate])
    }
    words = Set(subjects.flatMap(\.texts).flatMap { $0.split(separator: " ").map(String.init) })
  }

  /// Kind, folded text, matched words, count and distance of the best completions.
  package func best(_ text: String, near: Coordinate?, limit: Int) -> [String] {
    let typed = Self.folded(text)
    guard !typed.isEmpty else { return [] }
    let found = ranked([typed], near)
    let all = found.isEmpty ? ranked(corrections(of: typed), near) : found
    return Array(all.prefix(limit))
  }

  /// The same of the names of listings and places that the text is as a whole.
  package func named(_ text: String, near: Coordinate?, limit: Int) -> [String] {
    let typed = Self.folded(text)
    var whole = self
    whole.subjects = subjects.filter { $0.kind != .tag && $0.texts.contains(typed) }.map { subject in
      var subject = subject
      subject.texts = [subject.texts[0]] + subject.texts.filter { $0 == typed }
      return subject
    }
    return Array(whole.ranked([typed], near).prefix(limit)).map { line in
      line.replacing(/\[.*\]/, with: "[\(typed)]")
    }
  }

  private func ranked(_ typed: [String], _ near: Coordinate?) -> [String] {
    var found: [(isLater: Bool, value: Double, kind: Int, text: String, number: Int, line: String)] = []
    for subject in subjects {
      var best: (isLater: Bool, matched: String)?
      for typed in typed {
        for text in subject.texts {
          for (isLater, matched) in Self.matches(text, typed) where best == nil || best?.isLater == true && !isLater {
            best = (isLater, matched)
          }
        }
      }
      guard let best else { continue }
      let meters = near.flatMap { near in
        subject.coordinates.map { Metric.wgs84.meters(from: near, to: $0) }.min()
      }
      let value = (1 + subject.known) / pow(1 + (meters ?? 0) / 1000, 2)
      let distance = meters.map { String(Int(($0 * 1000).rounded())) } ?? ""
      found.append(
        (
          best.isLater, value, Completion.Kind.allCases.firstIndex(of: subject.kind) ?? 0, subject.texts[0],
          subject.number, "\(subject.kind) \(subject.texts[0]) [\(best.matched)] \(subject.count) \(distance)"
        ))
    }
    return found.sorted { a, b in
      if a.isLater != b.isLater { return b.isLater }
      if abs(a.value - b.value) > 1e-9 * a.value { return a.value > b.value }
      if a.kind != b.kind { return a.kind < b.kind }
      return a.text == b.text ? a.number < b.number : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    }.map(\.line)
  }

  private static func matches(_ text: String, _ typed: String) -> [(isLater: Bool, matched: String)] {
    let words = text.split(separator: " ").map(String.init)
    return words.indices.compactMap { start in
      let rest = words[start...].joined(separator: " ")
      guard rest.utf8.starts(with: typed.utf8) else { return nil }
      let end = rest.utf8.dropFirst(typed.utf8.count).prefix { $0 != 0x20 }
      return (start > 0, typed + String(decoding: end, as: UTF8.self))
    }
  }

  private func corrections(of typed: String) -> [String] {
    let parts = typed.split(separator: " ").map(String.init)
    var texts = [[String]()]
    for (index, part) in parts.enumerated() {
      let others = meant(by: part, isLast: index == parts.count - 1)
      texts = Array(texts.flatMap { text in others.map { text + [$0] } }.prefix(64))
    }
    return texts.map { $0.joined(separator: " ") }.filter { $0 != typed }
  }

  private func meant(by word: String, isLast: Bool) -> [String] {
    if words.contains(where: { isLast ? $0.utf8.starts(with: word.utf8) : $0 == word }) { return [word] }
    return BruteForceText.nearest(to: word, among: words, orBeginnings: isLast) ?? [word]
  }

  /// Small ASCII letters and digits only: the texts of its tests have no others.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
