import Streams

/// The words of the text index in the order of their bytes, each once.
final class WordList: Sized {
  private let bytes: [UInt8]
  /// Where each word begins, and the end of the last one.
  private let starts: [UInt32]

  var count: Int { starts.count - 1 }
  /// The size in bytes.
  var byteCount: Int { bytes.count + 4 * starts.count }

  /// - Parameter read: passes on the words.
  /// - Throws: `CatalogError.damaged` for more than 4 GB of words.
  init(_ read: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    var (bytes, starts, isSorted) = ([UInt8](), [UInt32(0)], true)
    try read { word in
      if isSorted, starts.count > 1 {
        let last = bytes[Int(starts[starts.count - 2])...]
        isSorted = last.lexicographicallyPrecedes(word)
      }
      bytes += word
      guard let end = UInt32(exactly: bytes.count) else {
        throw CatalogError.damaged(place: "listing_text", problem: "its words are longer than 4 GB")
      }
      starts.append(end)
    }
    if !isSorted { (bytes, starts) = Self.sorted(bytes, starts) }
    (self.bytes, self.starts) = (bytes, starts)
  }

  private static func sorted(_ bytes: [UInt8], _ starts: [UInt32]) -> ([UInt8], [UInt32]) {
    func word(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(starts[index])..<Int(starts[index + 1])] }
    let order = (0..<(starts.count - 1)).sorted { word($0).lexicographicallyPrecedes(word($1)) }
    var (sorted, ends) = ([UInt8](), [UInt32(0)])
    sorted.reserveCapacity(bytes.count)
    for (place, index) in order.enumerated() where place == 0 || word(index) != word(order[place - 1]) {
      sorted += word(index)
      ends.append(UInt32(sorted.count))
    }
    return (sorted, ends)
  }

  /// The words and beginnings of words within some edits of a word, by their distance from it.
  struct Near {
    /// Whole words, in their order.
    fileprivate(set) var words: [[String]]
    /// Beginnings, in their order.
    fileprivate(set) var beginnings: [[String]]

    fileprivate init(limit: Int) {
      words = Array(repeating: [], count: limit + 1)
      beginnings = words
    }

    /// The nearest words of several lists.
    init(merging lists: [Near]) {
      func merged(_ part: (Near) -> [[String]]) -> [[String]] {
        (0..<(lists.map { part($0).count }.max() ?? 0)).map { distance in
          let found = Set(lists.flatMap { part($0)[distance] }.map { Array($0.utf8) })
          return found.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        }
      }
      (words, beginnings) = (merged(\.words), merged(\.beginnings))
    }

    /// The whole words at the least distance at which there are words or beginnings, else the beginnings; nil without
    /// any.
    ///
    /// - Parameters:
    ///   - orBeginnings: whether beginnings count.
    ///   - isUsed: whether a word, or one with a beginning, is in use.
    func nearest(
      orBeginnings: Bool, where isUsed: ((text: String, isWhole: Bool)) throws -> Bool
    ) rethrows -> [String]? {
      for distance in words.indices.dropFirst() {
        var found = try words[distance].filter { try isUsed(($0, true)) }
        if found.isEmpty, orBeginnings {
          // Words with a longer prefix are found by the shorter one.
          for beginning in beginnings[distance]
          where found.last.map({ beginning.utf8.starts(with: $0.utf8) }) != true {
            if try isUsed((beginning, false)) { found.append(beginning) }
          }
        }
        if !found.isEmpty { return found }
      }
      return nil
    }
  }

  /// Finds the words near to one, without numbers.
  ///
  /// Words with a common beginning share the rows of the distance table, and a beginning from which no word is near is
  /// skipped with all that follow from it.
  ///
  /// - Parameters:
  ///   - limit: the most edits.
  ///   - work: charged one node per sixteen letters compared.
  func near(_ typed: String, limit: Int, work: WorkMeter) throws -> Near {
    var near = Near(limit: limit)
    var table = DistanceTable(Array(typed.unicodeScalars), limit: limit)
    var index = 0
    while index < count {
      let word = slice(index)
      if index > 0 { table.keep(commonPrefix(of: index, with: table.latest)) }
      table.latest = index
      var isPossible = true
      // Invalid UTF-8 is near nothing.
      while isPossible, let (scalar, size) = word.dropFirst(table.length).firstScalar {
        try work.visitNodes((table.steps & 15) == 0 ? 1 : 0)
        isPossible = table.push(scalar, size: size)
        if isPossible, let distance = table.distance {
          near.beginnings[distance].append(String(decoding: word.prefix(table.length), as: UTF8.self))
        }
      }
      guard isPossible else {
        index = firstIndex(after: word.prefix(table.length), from: index)
        continue
      }
      if table.length == word.count, let distance = table.distance {
        near.words[distance].append(String(decoding: word, as: UTF8.self))
      }
      index += 1
    }
    return near
  }

  /// Passes on the words that begin with a text until `body` returns true.
  ///
  /// - Returns: whether it did.
  func contains(beginningWith beginning: String, where body: (String) throws -> Bool) rethrows -> Bool {
    let prefix = Array(beginning.utf8)
    var index = (0..<count).partitioningIndex { !slice($0).lexicographicallyPrecedes(prefix) }
    while index < count, slice(index).starts(with: prefix) {
      if try body(String(decoding: slice(index), as: UTF8.self)) { return true }
      index += 1
    }
    return false
  }

  private func slice(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(starts[index])..<Int(starts[index + 1])] }

  private func commonPrefix(of index: Int, with other: Int) -> Int {
    let (first, second) = (Int(starts[index]), Int(starts[other]))
    let most = min(Int(starts[index + 1]) - first, Int(starts[other + 1]) - second)
    var length = 0
    while length < most, bytes[first + length] == bytes[second + length] { length += 1 }
    return length
  }

  /// The first word from an index on that does not begin with `prefix`, as the one there does.
  private func firstIndex(after prefix: ArraySlice<UInt8>, from index: Int) -> Int {
    var (step, low) = (1, index)
    while low + step < count, slice(low + step).starts(with: prefix) {
      low += step
      step *= 2
    }
    return (low..<min(low + step, count)).partitioningIndex { !slice($0).starts(with: prefix) }
  }
}

/// The rows of the table of distances between a word and the beginnings of another.
private struct DistanceTable {
  private let typed: [Unicode.Scalar]
  private let limit: Int
  private let width: Int
  private var rows: [UInt8]
  /// The letters of the other word, each with the number of bytes up to its end.
  private var letters: [(scalar: Unicode.Scalar, end: Int)] = []
  /// The word that the letters are of.
  var latest = 0
  /// The letters compared so far.
  private(set) var steps = 0

  /// - Parameter typed: at most 64 characters.
  init(_ typed: [Unicode.Scalar], limit: Int) {
    (self.typed, self.limit, width) = (typed, limit, typed.count + 1)
    rows = (0...typed.count).map { UInt8($0) }
  }

  /// The number of bytes compared.
  var length: Int { letters.last?.end ?? 0 }

  /// The distance of what has been compared; nil beyond the limit.
  var distance: Int? {
    let distance = Int(rows[rows.count - 1])
    return distance <= limit ? distance : nil
  }

  /// Retains the letters within the first `bytes` bytes.
  mutating func keep(_ bytes: Int) {
    while let last = letters.last, last.end > bytes {
      letters.removeLast()
      rows.removeLast(width)
    }
  }

  /// Adds a letter.
  ///
  /// - Returns: whether a word that goes on so may be near.
  mutating func push(_ scalar: Unicode.Scalar, size: Int) -> Bool {
    steps += 1
    let before = letters.last?.scalar
    letters.append((scalar, length + size))
    let previous = rows.count - width
    // Words that may be near are hardly longer than the typed one.
    var (current, least, leastBefore) = (UInt8(clamping: letters.count), UInt8(clamping: letters.count), rows[previous])
    rows.append(current)
    for column in typed.indices {
      let substitution = rows[previous + column] + (typed[column] == scalar ? 0 : 1)
      current = min(substitution, rows[previous + column + 1] + 1, current + 1)
      if column > 0, let before, typed[column] == before, typed[column - 1] == scalar {
        current = min(current, rows[previous - width + column - 1] + 1)
      }
      rows.append(current)
      least = min(least, current)
      leastBefore = min(leastBefore, rows[previous + column + 1])
    }
    // Every later distance goes through this row or, with a swap, the one before it.
    return !scalar.isNumeral && (Int(least) <= limit || Int(leastBefore) < limit)
  }
}

extension ArraySlice<UInt8> {
  /// The first letter, with its size in bytes; nil for what is not UTF-8.
  fileprivate var firstScalar: (Unicode.Scalar, Int)? {
    guard let first else { return nil }
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    var (decoder, iterator) = (UTF8(), makeIterator())
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
  }
}
