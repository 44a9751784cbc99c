import Geography
import Streams

/// Finds the best completions of a text among those of one index.
///
/// Texts that begin with the input come before texts with a later word that does. Within each group, the greatest (1 +
/// known) × weight / (1 + kilometers)² comes first; for several listings with one name, the nearest is used. The weight
/// is that of the matching name; see `CompletionWords.Standing`. Tags have distance zero, and so has everything when no
/// position is known.
struct CompletionSearch {
  private let index: CompletionIndex
  private let origin: DistanceOrigin?
  private let vector: SIMD3<Float>
  private let limit: Int
  private var best: [Found] = []

  /// A folded text that was typed, or meant.
  struct Typed: Hashable {
    var bytes: [UInt8]
    /// Whether `ae`, `oe` or `ue` is written in it for an `ä`, `ö` or `ü`.
    var isTranscribed = false
  }

  /// How a subject was found.
  private struct Match {
    /// Whether only a later word begins with the text.
    var isLater: Bool
    var weight: Double
    var typed: [UInt8]

    /// Whether it is the better one for the same subject.
    func surpasses(_ found: Found) -> Bool {
      isLater == found.isLater ? weight > found.weight : found.isLater
    }
  }

  /// A subject among the best.
  struct Found {
    let index: CompletionIndex
    var subject: Int
    /// Whether only a later word begins with the text.
    var isLater: Bool
    /// The weight of the name that matched.
    var weight: Double
    var value: Double
    /// The nearest of its points, and how far it is.
    var point: Int?
    var meters: Double?
    /// The input that matched.
    var typed: [UInt8]
    /// Whether that is a whole name of it.
    var isWhole = false

    /// Identifies it among the same completions.
    struct ID: Hashable {
      var index: ObjectIdentifier
      var subject: Int
    }

    var id: ID { ID(index: ObjectIdentifier(index), subject: subject) }

    /// Whether it comes before another one, of this or another index.
    func precedes(_ other: Found) -> Bool {
      if isLater != other.isLater { return other.isLater }
      if value != other.value { return value > other.value }
      let (own, others) = (index.subjects[subject], other.index.subjects[other.subject])
      return own.precedes(others) { $0.kind == own.kind ? index.text(of: $0) : other.index.text(of: $0) }
    }
  }

  init(_ index: CompletionIndex, near coordinate: Coordinate?, limit: Int) {
    (self.index, self.limit) = (index, limit)
    origin = coordinate.map { DistanceOrigin($0, metric: .wgs84) }
    vector = coordinate.map(CompletionPoints.Point.vector) ?? SIMD3()
  }

  /// The best completions of one of some texts, in order.
  mutating func best(of texts: [Typed]) -> [Found] {
    guard limit > 0 else { return [] }
    for typed in texts where !typed.bytes.isEmpty {
      let text = typed.bytes
      for word in index.tags.words[index.tags.range(of: text)] {
        offer(Int(index.tags.subjects[Int(word.text)]), Match(isLater: word.offset > 0, weight: 1, typed: text))
      }
      // Blocks have the weights of the texts as typed.
      if !typed.isTranscribed, let blocks = index.blocks[text] {
        for (isLater, blocks) in zip([false, true], blocks) { search(blocks, isLater: isLater, text) }
      } else {
        for word in index.placed.words[index.placed.range(of: text)] { offer(word, typed) }
      }
    }
    return best
  }

  /// The names and tags that equal one of some texts, in order.
  mutating func named(_ texts: [Typed]) -> [Found] {
    guard limit > 0 else { return [] }
    for typed in texts where !typed.bytes.isEmpty {
      let text = typed.bytes
      for table in [index.tags, index.placed] {
        for word in table.words[table.range(of: text)] {
          // Texts that end with the input come first among those that begin with it.
          guard table.rest(word).count == text.count else { break }
          guard word.offset == 0, table.standings[Int(word.text)] != .code else { continue }
          offer(Int(table.subjects[Int(word.text)]), match(word, in: table, typed))
        }
      }
    }
    return best.map { found in
      var found = found
      found.isWhole = index.subjects[found.subject].kind != .tag
      return found
    }
  }

  private func match(_ word: CompletionWords.Word, in table: CompletionWords, _ typed: Typed) -> Match {
    Match(
      isLater: word.offset > 0, weight: index.weight(of: word, in: table, typed), typed: typed.bytes)
  }

  private mutating func offer(_ word: CompletionWords.Word, _ typed: Typed) {
    offer(Int(index.placed.subjects[Int(word.text)]), match(word, in: index.placed, typed))
  }

  /// The blocks that are visited first, to know early what is not among the best.
  private static let firstBlocks = 16

  private mutating func search(_ blocks: CompletionBlocks, isLater: Bool, _ text: [UInt8]) {
    guard mayEnter(.infinity, isLater: isLater) else { return }
    if origin == nil, limit <= CompletionBlocks.bestCount {
      for subject in blocks.best {
        offer(Int(subject), Match(isLater: isLater, weight: blocks.weight(of: subject), typed: text))
      }
      return
    }
    let bounds = blocks.blocks.map { block in
      value(strength: block.strength, leastKilometers: kilometers((vector - block.center).length - block.radius))
    }
    var first: [Int] = []
    for (block, bound) in bounds.enumerated() where first.count < Self.firstBlocks || bound > bounds[first[0]] {
      if first.count == Self.firstBlocks { first.removeFirst() }
      first.insert(block, at: first.partitioningIndex { bounds[$0] >= bound })
    }
    for block in first.reversed() { visit(block, of: blocks, isLater: isLater, text) }
    for (block, bound) in bounds.enumerated() where mayEnter(bound, isLater: isLater) && !first.contains(block) {
      visit(block, of: blocks, isLater: isLater, text)
    }
  }

  private mutating func visit(_ block: Int, of blocks: CompletionBlocks, isLater: Bool, _ text: [UInt8]) {
    let start = block * CompletionBlocks.size
    for index in blocks.indices[start..<min(start + CompletionBlocks.size, blocks.indices.count)] {
      let point = self.index.points.points[Int(index)]
      let match = Match(isLater: isLater, weight: blocks.weight(of: point.subject), typed: text)
      let bound = value(
        strength: strength(of: Int(point.subject), match), leastKilometers: kilometers((vector - point.vector).length))
      if mayEnter(bound, isLater: isLater) { offer(Int(index), point, match) }
    }
  }

  // MARK: Values

  private func strength(of subject: Int, _ match: Match) -> Double {
    CompletionIndex.strength(of: index.subjects[subject], weight: match.weight)
  }

  private func value(strength: Double, leastKilometers: Double) -> Double {
    guard origin != nil else { return strength }
    let nearness = 1 + max(leastKilometers, 0)
    return strength / (nearness * nearness)
  }

  /// A lower bound of the distance for a straight line between unit vectors: no meridian or parallel of WGS 84 is
  /// curved more than with a radius of 6335.4 km, and rounding takes a few meters.
  private func kilometers(_ chord: Float) -> Double { Double(chord) * 6335.4 - 0.02 }

  /// Whether something of at most this value may be among the best.
  private func mayEnter(_ value: Double, isLater: Bool) -> Bool {
    guard best.count >= limit, let last = best.last else { return true }
    return last.isLater == isLater ? value >= last.value : last.isLater
  }

  /// Offers a subject with one of its points. The nearest one is offered too if the subject is among the best, since
  /// no other has a greater value.
  private mutating func offer(_ number: Int, _ point: CompletionPoints.Point, _ match: Match) {
    let subject = Int(point.subject)
    guard let origin else { return offer(subject, match) }
    let place = best.firstIndex { $0.subject == subject }
    if let place, !match.surpasses(best[place]) {
      guard best[place].isLater == match.isLater, best[place].weight == match.weight,
        kilometers((vector - point.vector).length) * 1000 < best[place].meters ?? .infinity
      else { return }
    }
    let meters = origin.meters(to: point.coordinate)
    let value = value(strength: strength(of: subject, match), leastKilometers: meters / 1000)
    if let place {
      if !match.surpasses(best[place]), value <= best[place].value { return }
      best.remove(at: place)
    }
    insert(found(subject, match, value: value, point: number, meters: meters))
  }

  private func found(
    _ subject: Int, _ match: Match, value: Double, point: Int? = nil, meters: Double? = nil
  ) -> Found {
    Found(
      index: index, subject: subject, isLater: match.isLater, weight: match.weight, value: value, point: point,
      meters: meters, typed: match.typed)
  }

  private mutating func insert(_ found: Found) {
    guard mayEnter(found.value, isLater: found.isLater) else { return }
    best.insert(found, at: best.partitioningIndex { found.precedes($0) })
    if best.count > limit { best.removeLast() }
  }

  /// Offers a subject with the nearest of its points.
  private mutating func offer(_ subject: Int, _ match: Match) {
    let strength = strength(of: subject, match)
    var found = found(subject, match, value: strength)
    if let place = best.firstIndex(where: { $0.subject == subject }) {
      guard match.surpasses(best[place]) else { return }
      best.remove(at: place)
    }
    let points = index.points.indices(of: subject)
    if let origin, !points.isEmpty {
      guard let (nearest, least) = nearest(of: points, to: origin, strength: strength, isLater: match.isLater) else {
        return
      }
      (found.point, found.meters) = (nearest, least)
      found.value = value(strength: strength, leastKilometers: least / 1000)
    } else if points.count == 1 {
      found.point = points.first.map { Int($0) }
    }
    insert(found)
  }

  /// The nearest of some points, and how far it is; nil if the subject is not among the best.
  private func nearest(
    of points: ArraySlice<UInt32>, to origin: DistanceOrigin, strength: Double, isLater: Bool
  ) -> (point: Int, meters: Double)? {
    var (first, shortest) = (0, Float.infinity)
    for number in points {
      let chord = (vector - index.points.points[Int(number)].vector).length
      if chord < shortest { (first, shortest) = (Int(number), chord) }
    }
    guard mayEnter(value(strength: strength, leastKilometers: kilometers(shortest)), isLater: isLater) else {
      return nil
    }
    var (nearest, least) = (first, origin.meters(to: index.points.points[first].coordinate))
    for number in points where number != first {
      let point = index.points.points[Int(number)]
      guard kilometers((vector - point.vector).length) * 1000 < least else { continue }
      let meters = origin.meters(to: point.coordinate)
      if meters < least { (nearest, least) = (Int(number), meters) }
    }
    return (nearest, least)
  }
}

extension CompletionIndex {
  /// The first folded text of a subject.
  func text(of subject: Subject) -> ArraySlice<UInt8> { table(of: subject).text(Int(subject.text)) }

  private func table(of subject: Subject) -> CompletionWords { subject.kind == .tag ? tags : placed }

  /// How much a text counts that begins with what was typed, from a word on.
  func weight(of word: CompletionWords.Word, in table: CompletionWords, _ typed: CompletionSearch.Typed) -> Double {
    isOfPlaces && typed.isTranscribed
      ? table.transcribedWeight(of: word, typed: typed.bytes.count) : table.weight(of: word, typed: typed.bytes.count)
  }

  /// The words of a subject from the one that begins with the input, in its text with the greatest weight.
  func matched(_ found: CompletionSearch.Found) -> String {
    if found.isWhole { return String(decoding: found.typed, as: UTF8.self) }
    let subject = subjects[found.subject]
    let table = table(of: subject)
    var best: (weight: Double, words: ArraySlice<UInt8>)?
    var number = Int(subject.text)
    while number < table.subjects.count, table.subjects[number] == UInt32(found.subject) {
      let text = table.text(number)
      for start in text.indices where start == text.startIndex || text[start - 1] == UInt8(ascii: " ") {
        guard (start > text.startIndex) == found.isLater, text[start...].starts(with: found.typed) else { continue }
        let word = CompletionWords.Word(
          text: UInt32(truncatingIfNeeded: number), offset: UInt32(truncatingIfNeeded: start - text.startIndex))
        let weight = table.weight(of: word, typed: found.typed.count)
        guard weight > best?.weight ?? 0 else { continue }
        let rest = text[(start + found.typed.count)...].prefix { $0 != UInt8(ascii: " ") }
        best = (weight, text[start..<rest.endIndex])
      }
      number += 1
    }
    return best.map { String(decoding: $0.words, as: UTF8.self) } ?? ""
  }
}
