import Geography
import Streams

/// Finds the best completions of a text.
///
/// What begins with the text comes before what has a later word that does. Of each the greatest
/// (1 + known) / (1 + kilometers)² comes first, of several listings with a name that of the nearest one; tags are
/// everywhere, and without a position everything is.
struct CompletionSearch {
  private let index: CompletionIndex
  private let origin: DistanceOrigin?
  private let vector: SIMD3<Float>
  private let limit: Int
  private var best: [Found] = []

  /// A subject among the best.
  struct Found {
    var subject: Int
    /// Whether only a later word begins with the text.
    var isLater: Bool
    var value: Double
    /// The nearest of its points, and how far it is.
    var point: Int?
    var meters: Double?
    /// What it was found by.
    var typed: [UInt8]
    /// Whether that is a whole name of it.
    var isWhole = false
  }

  init(_ index: CompletionIndex, near coordinate: Coordinate?, limit: Int) {
    (self.index, self.limit) = (index, limit)
    origin = coordinate.map { DistanceOrigin($0, metric: .wgs84) }
    vector = coordinate.map(CompletionPoints.Point.vector) ?? SIMD3()
  }

  /// The best completions of one of some folded texts, in order.
  mutating func best(of texts: [[UInt8]]) -> [Found] {
    guard limit > 0 else { return [] }
    for text in texts where !text.isEmpty {
      for word in index.tags.words[index.tags.range(of: text)] {
        offer(Int(index.tags.subjects[Int(word.text)]), isLater: word.offset > 0, text)
      }
      if let blocks = index.blocks[text] {
        for (isLater, blocks) in zip([false, true], blocks) { search(blocks, isLater: isLater, text) }
      } else {
        for word in index.placed.words[index.placed.range(of: text)] {
          offer(Int(index.placed.subjects[Int(word.text)]), isLater: word.offset > 0, text)
        }
      }
    }
    return best
  }

  /// The names of listings and of places that a folded text is, in order.
  mutating func named(_ text: [UInt8]) -> [Found] {
    guard limit > 0, !text.isEmpty else { return [] }
    let placed = index.placed
    for word in placed.words[placed.range(of: text)] {
      // What ends with the text comes first of all that begins with it.
      guard placed.rest(word).count == text.count else { break }
      if word.offset == 0 { offer(Int(placed.subjects[Int(word.text)]), isLater: false, text) }
    }
    return best.map { found in
      var found = found
      found.isWhole = true
      return found
    }
  }

  /// The blocks that are visited first, to know early what is not among the best.
  private static let firstBlocks = 16

  private mutating func search(_ blocks: CompletionBlocks, isLater: Bool, _ text: [UInt8]) {
    guard mayEnter(.infinity, isLater: isLater) else { return }
    if origin == nil, limit <= CompletionBlocks.bestCount {
      for subject in blocks.best { offer(Int(subject), isLater: isLater, text) }
      return
    }
    let bounds = blocks.blocks.map { block in
      value(known: block.known, leastKilometers: kilometers((vector - block.center).length - block.radius))
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
      let known = self.index.subjects[Int(point.subject)].known
      let bound = value(known: known, leastKilometers: kilometers((vector - point.vector).length))
      if mayEnter(bound, isLater: isLater) { offer(Int(index), point, isLater: isLater, text) }
    }
  }

  // MARK: Values

  private func value(known: Double, leastKilometers: Double) -> Double {
    guard origin != nil else { return 1 + known }
    let nearness = 1 + max(leastKilometers, 0)
    return (1 + known) / (nearness * nearness)
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
  private mutating func offer(_ number: Int, _ point: CompletionPoints.Point, isLater: Bool, _ text: [UInt8]) {
    let subject = Int(point.subject)
    guard let origin else { return offer(subject, isLater: isLater, text) }
    let place = best.firstIndex { $0.subject == subject }
    if let place, best[place].isLater == isLater {
      guard kilometers((vector - point.vector).length) * 1000 < best[place].meters ?? .infinity else { return }
    } else if place != nil, isLater {
      return
    }
    let meters = origin.meters(to: point.coordinate)
    let value = value(known: index.subjects[subject].known, leastKilometers: meters / 1000)
    if let place {
      if best[place].isLater == isLater, value <= best[place].value { return }
      best.remove(at: place)
    }
    insert(Found(subject: subject, isLater: isLater, value: value, point: number, meters: meters, typed: text))
  }

  private mutating func insert(_ found: Found) {
    guard mayEnter(found.value, isLater: found.isLater) else { return }
    best.insert(found, at: best.partitioningIndex { precedes(found, $0) })
    if best.count > limit { best.removeLast() }
  }

  /// Offers a subject with the nearest of its points.
  private mutating func offer(_ subject: Int, isLater: Bool, _ text: [UInt8]) {
    let known = index.subjects[subject].known
    var found = Found(subject: subject, isLater: isLater, value: 1 + known, typed: text)
    if let place = best.firstIndex(where: { $0.subject == subject }) {
      guard best[place].isLater, !isLater else { return }
      best.remove(at: place)
    }
    let points = index.points.indices(of: subject)
    if let origin, !points.isEmpty {
      guard let (nearest, least) = nearest(of: points, to: origin, known: known, isLater: isLater) else { return }
      (found.point, found.meters) = (nearest, least)
      found.value = value(known: known, leastKilometers: least / 1000)
    } else if points.count == 1 {
      found.point = points.first.map { Int($0) }
    }
    insert(found)
  }

  /// The nearest of some points, and how far it is; nil if the subject is not among the best.
  private func nearest(
    of points: ArraySlice<UInt32>, to origin: DistanceOrigin, known: Double, isLater: Bool
  ) -> (point: Int, meters: Double)? {
    var (first, shortest) = (0, Float.infinity)
    for number in points {
      let chord = (vector - index.points.points[Int(number)].vector).length
      if chord < shortest { (first, shortest) = (Int(number), chord) }
    }
    guard mayEnter(value(known: known, leastKilometers: kilometers(shortest)), isLater: isLater) else { return nil }
    var (nearest, least) = (first, origin.meters(to: index.points.points[first].coordinate))
    for number in points where number != first {
      let point = index.points.points[Int(number)]
      guard kilometers((vector - point.vector).length) * 1000 < least else { continue }
      let meters = origin.meters(to: point.coordinate)
      if meters < least { (nearest, least) = (Int(number), meters) }
    }
    return (nearest, least)
  }

  private func precedes(_ left: Found, _ right: Found) -> Bool {
    if left.isLater != right.isLater { return right.isLater }
    if left.value != right.value { return left.value > right.value }
    return index.subjects[left.subject].precedes(index.subjects[right.subject], text: index.text)
  }
}

extension CompletionIndex {
  /// The first folded text of a subject.
  func text(of subject: Subject) -> ArraySlice<UInt8> { (subject.kind == .tag ? tags : placed).text(Int(subject.text)) }

  /// The words of a subject that begin with a text: those of its first text with such, from there on.
  func matched(_ found: CompletionSearch.Found) -> String {
    if found.isWhole { return String(decoding: found.typed, as: UTF8.self) }
    let subject = subjects[found.subject]
    let table = subject.kind == .tag ? tags : placed
    var number = Int(subject.text)
    while number < table.subjects.count, table.subjects[number] == UInt32(found.subject) {
      let text = table.text(number)
      for start in text.indices where start == text.startIndex || text[start - 1] == UInt8(ascii: " ") {
        guard (start > text.startIndex) == found.isLater, text[start...].starts(with: found.typed) else { continue }
        let rest = text[(start + found.typed.count)...].prefix { $0 != UInt8(ascii: " ") }
        return String(decoding: found.typed + rest, as: UTF8.self)
      }
      number += 1
    }
    return ""
  }

  /// What may have been meant by a folded text that nothing begins with: its words corrected where none of the catalog
  /// is, or begins, so.
  func corrections(of text: String, work: WorkMeter) throws -> [[UInt8]] {
    let typed = text.split(separator: " ").map(String.init)
    var texts = [""]
    for (place, word) in typed.enumerated() {
      let term = SearchText.Term(words: [word], isPrefix: place == typed.count - 1)
      let others = try corrections(of: term, work: work)
      texts = texts.flatMap { text in others.map { text.isEmpty ? $0 : "\(text) \($0)" } }
      if texts.count > Self.mostCorrections { texts.removeLast(texts.count - Self.mostCorrections) }
    }
    return texts.filter { $0 != text }.map { Array($0.utf8) }
  }

  /// The most texts that are tried instead of a mistyped one.
  private static let mostCorrections = 64

  private func corrections(of term: SearchText.Term, work: WorkMeter) throws -> [String] {
    let word = term.phrase
    let letters = word.unicodeScalars
    let most = TypingErrors.usual.most(in: letters.count)
    guard most > 0, !letters.contains(where: \.isNumeral) else { return [word] }
    let isKnown = words.contains(beginningWith: word) { term.isPrefix || $0 == word }
    if isKnown { return [word] }
    let near = try words.near(word, limit: most, work: work)
    return near.nearest(orBeginnings: term.isPrefix) { _ in true } ?? [word]
  }
}
