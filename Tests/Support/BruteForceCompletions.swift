import Foundation
import Geography
import Vicinity

/// Completes texts by looking at every listing, tag and place.
package struct BruteForceCompletions {
  private struct Name {
    var text: String
    /// How much it counts where it begins with what was typed, and where it is that.
    var begun = 1.0
    var whole = 1.0
    var isCode = false
    var isOwn = true
    /// Whether it is another name with `ue` for its `ü`.
    var isTranscription = false
    /// How many of its words begin completions.
    var words = Int.max

    /// Its weight for input in full letters.
    func weight(of typed: String) -> Double {
      if isTranscription { return typed.utf8.count >= 3 ? 1 : 1.0 / 30 }
      return text == typed ? whole : begun
    }

    /// Its weight for input with an `ü`.
    func transcribedWeight(of typed: String) -> Double {
      isCode || !isOwn && typed.utf8.count < 3 ? weight(of: typed) : weight(of: typed) * 30
    }
  }

  private struct Subject {
    var kind: Completion.Kind
    var number: Int
    var names: [Name]
    var known: Double
    var count: Int
    var coordinates: [Coordinate]
  }

  private struct Form {
    var text: String
    var isTranscribed: Bool
    /// The order of those which begin so: 2 and 3 for the first ones.
    var rank: Int
  }

  private struct Hit {
    /// 0 as a whole, then as a beginning or a later word of each form.
    var rank: Int
    var weight: Double
    var form: String
  }

  private var subjects: [Subject] = []
  private var words: Set<String> = []

  /// - Parameter places: with all their names, their own one first.
  package init(_ listings: [Listing], places: [(place: Place, names: [String])]) {
    var (names, tags, addresses): ([String: Subject], [String: Subject], [String: Subject]) = ([:], [:], [:])
    for listing in listings {
      if let name = listing.name.map(Self.folded), !name.isEmpty {
        let new = Subject(kind: .name, number: 0, names: [Name(text: name)], known: 0, count: 0, coordinates: [])
        names[name, default: new].known += 1 + Double(listing.ratingCount ?? 0)
        names[name, default: new].count += 1
        names[name, default: new].coordinates.append(listing.coordinate)
      }
      if let address = listing.address.map(Self.folded), address.contains(" ") {
        let name = Name(text: address, begun: 0.25, whole: 0.25, words: Self.streetWords(listing.address ?? ""))
        let new = Subject(kind: .address, number: 0, names: [name], known: 0, count: 0, coordinates: [])
        addresses[address, default: new].known += 1
        addresses[address, default: new].count += 1
        addresses[address, default: new].coordinates.append(listing.coordinate)
      }
      for tag in Set(listing.tags) {
        let new = Subject(
          kind: .tag, number: 0, names: [Name(text: Self.folded(tag))], known: 0, count: 0, coordinates: [])
        tags[tag, default: new].known += 1
        tags[tag, default: new].count += 1
      }
    }
    subjects = Array(names.values) + Array(tags.values) + Array(addresses.values)
    subjects += places.map { place, names in
      Subject(
        kind: .place, number: place.id, names: Self.names(names.map(Self.folded)),
        known: Double(place.population) / 1000, count: 0, coordinates: [place.coordinate])
    }
    words = Set(
      subjects.flatMap(\.names).flatMap { name in
        name.text.split(separator: " ").prefix(name.words).map(String.init)
      })
  }

  /// The words up to the first comma behind three letters.
  private static func streetWords(_ address: String) -> Int {
    var part = ""
    for piece in address.split(separator: ",", omittingEmptySubsequences: false) {
      part += (part.isEmpty ? "" : ",") + piece
      if part.filter(\.isLetter).count >= 3 { break }
    }
    return folded(part).split(separator: " ").count
  }

  private static func names(_ texts: [String]) -> [Name] {
    let others = texts.dropFirst().sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return [Name(text: texts[0])]
      + others.map { text in
        let plain = text.replacing("ae", with: "a").replacing("oe", with: "o").replacing("ue", with: "u")
        let isTranscription = plain != text && texts.contains(plain)
        let isCode = text.count <= 3 && !texts[0].hasPrefix(text) && !isTranscription
        return Name(
          text: text, begun: 1.0 / 30, whole: isCode ? 1.0 / 4 : 1.0 / 30, isCode: isCode, isOwn: text == texts[0],
          isTranscription: isTranscription)
      }
  }

  /// Kind, folded text, matched words, count and distance of the best completions.
  package func best(_ text: String, near: Coordinate?, limit: Int) -> [String] {
    let (typed, transcribed) = (Self.folded(text), Self.folded(Self.transcribed(text)))
    guard !typed.isEmpty else { return [] }
    var forms = [Form(text: typed, isTranscribed: false, rank: 2)]
    if transcribed != typed { forms.append(Form(text: transcribed, isTranscribed: true, rank: 2)) }
    if text.hasSuffix(".") {
      forms =
        forms.map { Form(text: $0.text + " ", isTranscribed: $0.isTranscribed, rank: 2) }
        + forms.map { Form(text: $0.text, isTranscribed: $0.isTranscribed, rank: 4) }
    }
    let found = ranked(forms, near)
    if !found.isEmpty { return Array(found.prefix(limit)) }
    let meant = corrections(of: typed).map { Form(text: $0, isTranscribed: false, rank: 2) }
    return Array(ranked(meant, near, withWholes: false).prefix(limit))
  }

  private func ranked(_ forms: [Form], _ near: Coordinate?, withWholes: Bool = true) -> [String] {
    var found: [(rank: Int, value: Double, kind: Int, text: String, number: Int, line: String)] = []
    for subject in subjects {
      var best: Hit?
      for form in forms {
        for hit in subject.names.flatMap({ hits($0, form, of: subject.kind, withWholes) })
        where best.map({ hit.rank < $0.rank || hit.rank == $0.rank && hit.weight > $0.weight }) ?? true { best = hit }
      }
      guard let best else { continue }
      let meters = near.flatMap { near in
        subject.coordinates.map { Metric.wgs84.meters(from: near, to: $0) }.min()
      }
      let value = (1 + subject.known) * best.weight / pow(1 + (meters ?? 0) / 1000, 2)
      let distance = meters.map { String(Int(($0 * 1000).rounded())) } ?? ""
      found.append(
        (
          best.rank, value, Completion.Kind.allCases.firstIndex(of: subject.kind) ?? 0, subject.names[0].text,
          subject.number,
          "\(subject.kind) \(subject.names[0].text) [\(Self.matched(subject, best))] \(subject.count) \(distance)"
        ))
    }
    return found.sorted { a, b in
      if a.rank != b.rank { return a.rank < b.rank }
      if abs(a.value - b.value) > 1e-9 * a.value { return a.value > b.value }
      if a.kind != b.kind { return a.kind < b.kind }
      return a.text == b.text ? a.number < b.number : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    }.map(\.line)
  }

  private func hits(_ name: Name, _ form: Form, of kind: Completion.Kind, _ withWholes: Bool) -> [Hit] {
    let weight =
      form.isTranscribed && kind == .place ? name.transcribedWeight(of: form.text) : name.weight(of: form.text)
    var hits = Self.matches(name, form.text).map { isLater, _ in
      Hit(rank: form.rank + (isLater ? 1 : 0), weight: weight, form: form.text)
    }
    // A form that ends a word is no whole name.
    if withWholes, name.text == form.text, !name.isCode {
      hits.append(Hit(rank: 0, weight: weight, form: form.text))
    }
    return hits
  }

  /// The words that begin with what was typed: of the name that counts most.
  private static func matched(_ subject: Subject, _ hit: Hit) -> String {
    if hit.rank == 0 { return hit.form }
    var best: (weight: Double, words: String)?
    for name in subject.names {
      for (isLater, words) in matches(name, hit.form) where isLater == (hit.rank % 2 == 1) {
        let weight = name.weight(of: hit.form)
        if weight > best?.weight ?? 0 { best = (weight, words) }
      }
    }
    return best?.words ?? ""
  }

  private static func matches(_ name: Name, _ typed: String) -> [(isLater: Bool, matched: String)] {
    let words = name.text.split(separator: " ").map(String.init)
    return words.indices.prefix(name.words).compactMap { start in
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

  /// Small ASCII letters, those with two dots and digits only: the texts of its tests have no others.
  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { ["ä": "a", "ö": "o", "ü": "u"][$0] ?? $0 }).split { !$0.isLetter && !$0.isNumber }
      .joined(separator: " ")
  }

  private static func transcribed(_ text: String) -> String {
    text.lowercased().map { ["ä": "ae", "ö": "oe", "ü": "ue"][$0] ?? String($0) }.joined()
  }
}
