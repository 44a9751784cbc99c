import Geography
import Streams

/// The names and addresses of listings and the tags, the places with their regions and countries, or the streets of a
/// base map, for completion while typing.
///
/// The completions of a text are a range of words in sorted order. Short ranges are searched completely; for prefixes
/// with too many completions for that, the points are also stored in blocks.
final class CompletionIndex: Sendable {
  /// A distinct folded name, address or street, a tag or a place.
  struct Subject: Sendable {
    let kind: Completion.Kind
    /// The number of a tag or place; for a region or country, `firstDivision` plus its index in `divisions`.
    let number: Int
    /// How well known it is: the listings with a name and their votes, the listings with a tag or at an address, the
    /// thousands of inhabitants of a place; 0 for a street.
    var known: Double
    /// The number of listings.
    var count: Int
    /// Its first text.
    let text: UInt32

    /// Whether it comes before another one that is as good: by kind, then by its folded text.
    func precedes(_ other: Subject, text: (Subject) -> ArraySlice<UInt8>) -> Bool {
      if kind != other.kind { return kind.ordinal < other.kind.ordinal }
      let (first, second) = (text(self), text(other))
      return first.elementsEqual(second) ? number < other.number : first.lexicographicallyPrecedes(second)
    }
  }

  let subjects: [Subject]
  let points: CompletionPoints
  /// Whether these are places, where a name with `ue` for a typed `ü` has a greater weight.
  let isOfPlaces: Bool
  /// The words of names or places.
  let placed: CompletionWords
  let tags: CompletionWords
  /// By prefix, the points whose text begins with it, then those where a later word does.
  let blocks: [[UInt8]: [CompletionBlocks]]
  /// By subject, names as written in the first row that has them; empty for others.
  private let names: (bytes: [UInt8], ends: [UInt32])
  private let divisions: [PlaceDivision]
  /// All words, for the correction of mistyped ones.
  let words: WordList
  /// The size in bytes.
  let byteCount: Int

  /// Beginnings of more points than this have blocks.
  static let longestList = 4096
  /// The maximum length of prefixes with blocks; longer ones rarely have many completions, except for the names of
  /// large chains.
  private static let mostLetters = 6

  /// Reads the names, addresses and tags of all listings.
  ///
  /// - Parameter longest: the most points of a beginning without blocks.
  /// - Complexity: O(n log n) in the words of all names.
  convenience init(
    listingsIn source: some StatementSource, work: WorkMeter, longest: Int = CompletionIndex.longestList
  ) throws {
    var draft = Draft()
    try draft.readNames(source, work)
    try draft.readAddresses(source, work)
    try draft.readTags(source, work)
    try self.init(draft, isOfPlaces: false, longest: longest)
  }

  /// Reads the places, regions and countries of the gazetteer.
  ///
  /// Parameter and complexity are as for listings.
  convenience init(
    placesIn source: some StatementSource, work: WorkMeter, longest: Int = CompletionIndex.longestList
  ) throws {
    var draft = Draft()
    try draft.readPlaces(source, work)
    try draft.readDivisions(source, work)
    try self.init(draft, isOfPlaces: true, longest: longest)
  }

  /// The names of streets; the row of a point is the index of its street.
  convenience init(streets: [NamedStreet], longest: Int = CompletionIndex.longestList) throws {
    var draft = Draft()
    draft.add(streets)
    try self.init(draft, isOfPlaces: false, longest: longest)
  }

  private init(_ draft: Draft, isOfPlaces: Bool, longest: Int) throws {
    let (subjects, points) = (draft.subjects, CompletionPoints(draft.points, subjects: draft.subjects.count))
    let (placed, tags) = (CompletionWords(draft.placed), CompletionWords(draft.tags))
    let blocks = Self.blocks(placed, points, subjects, longest: longest)
    words = try WordList { add in
      try placed.forEachDistinctWord(add)
      try tags.forEachDistinctWord(add)
    }
    names = (draft.names, draft.nameEnds)
    divisions = draft.divisions
    self.isOfPlaces = isOfPlaces
    (self.subjects, self.points, self.placed, self.tags, self.blocks) = (subjects, points, placed, tags, blocks)
    byteCount =
      subjects.count * MemoryLayout<Subject>.stride + points.byteCount + placed.byteCount + tags.byteCount
      + words.byteCount + names.bytes.count + 4 * names.ends.count
      + blocks.values.joined().reduce(0) { $0 + $1.byteCount }
  }

  /// How well known a subject is, by how much the text counts that it was found by.
  static func strength(of subject: Subject, weight: Double) -> Double { (1 + subject.known) * weight }

  /// A name, address or street as written; empty for tags and places.
  func name(of subject: Int) -> String {
    guard subject < names.ends.count else { return "" }
    let start = subject == 0 ? 0 : Int(names.ends[subject - 1])
    return String(decoding: names.bytes[start..<Int(names.ends[subject])], as: UTF8.self)
  }

  /// The numbers of places are less than this.
  private static let firstDivision = 1 << 40

  /// The region or country that a subject is; nil for others.
  func division(of subject: Subject) -> PlaceDivision? {
    guard subject.kind == .place, subject.number >= Self.firstDivision else { return nil }
    return divisions[subject.number - Self.firstDivision]
  }

  /// By subject, its rank among all names and places in the order of kinds and texts.
  private static func order(of subjects: [Subject], _ placed: CompletionWords) -> [UInt32] {
    var places = [UInt32](repeating: .max, count: subjects.count)
    let order = subjects.indices.filter { subjects[$0].kind != .tag }.sorted { one, other in
      subjects[one].precedes(subjects[other]) { placed.text(Int($0.text)) }
    }
    for (place, subject) in order.enumerated() { places[subject] = UInt32(truncatingIfNeeded: place) }
    return places
  }

  private static func blocks(
    _ placed: CompletionWords, _ points: CompletionPoints, _ subjects: [Subject], longest: Int
  ) -> [[UInt8]: [CompletionBlocks]] {
    var blocks: [[UInt8]: [CompletionBlocks]] = [:]
    lazy var order = order(of: subjects, placed)
    for letters in 1...mostLetters {
      var start = 0
      while start < placed.words.count {
        guard let prefix = placed.rest(placed.words[start]).beginning(of: letters) else {
          start += 1
          continue
        }
        let end = (start..<placed.words.count).partitioningIndex {
          !placed.rest(placed.words[$0]).starts(with: prefix)
        }
        let range = placed.words[start..<end]
        let count = range.reduce(0) { $0 + points.indices(of: Int(placed.subjects[Int($1.text)])).count }
        if count > longest {
          blocks[Array(prefix)] = [true, false].map { isFirst in
            var matches: [UInt32: CompletionBlocks.Match] = [:]
            for word in range where (word.offset == 0) == isFirst {
              let subject = placed.subjects[Int(word.text)]
              let weight = placed.weight(of: word, typed: prefix.count)
              guard weight > matches[subject]?.weight ?? 0 else { continue }
              matches[subject] = CompletionBlocks.Match(
                strength: strength(of: subjects[Int(subject)], weight: weight), weight: weight,
                place: order[Int(subject)])
            }
            let indices = matches.keys.flatMap { points.indices(of: Int($0)) }.sorted()
            return CompletionBlocks(indices, of: points.points, matches: matches)
          }
        }
        start = end
      }
    }
    return blocks
  }

  private struct Draft {
    var subjects: [Subject] = []
    var points: [CompletionPoints.Point] = []
    var placed = CompletionWords.Draft()
    var tags = CompletionWords.Draft()
    var names: [UInt8] = []
    var nameEnds: [UInt32] = []
    var divisions: [PlaceDivision] = []
    private var placedTexts = 0

    mutating func readNames(_ source: some StatementSource, _ work: WorkMeter) throws {
      var known: [[UInt8]: Int] = [:]
      let names = try source.statement(
        """
        SELECT fid, geom, rating_count, name FROM listing WHERE name IS NOT NULL AND operating_status IS NULL
        ORDER BY fid
        """)
      defer { names.reset() }
      while try names.step() {
        try work.visitNodes()
        let row = StoredRow(names, of: "listing", names.int(0))
        let folded = FoldedWords.folded(names.bytes(3), for: .search)
        guard !folded.isEmpty else { continue }
        let subject = subject(.name, folded, names.bytes(3), &known)
        subjects[subject].count += 1
        subjects[subject].known += 1 + Double(max(names.int(2), 0))
        points.append(.init(try row.coordinate(1), subject: subject, row: row.number))
      }
    }

    /// The subject with a folded text, made if it is new.
    ///
    /// - Parameters:
    ///   - written: the text as written.
    ///   - known: the subjects of the kind by folded text.
    private mutating func subject(
      _ kind: Completion.Kind, _ folded: [UInt8], _ written: some Sequence<UInt8>, _ known: inout [[UInt8]: Int],
      as standing: CompletionWords.Standing = .own, wordsBefore limit: Int = .max
    ) -> Int {
      if let subject = known[folded] { return subject }
      known[folded] = subjects.count
      names += written
      nameEnds.append(UInt32(truncatingIfNeeded: names.count))
      let subject = Subject(kind: kind, number: 0, known: 0, count: 0, text: UInt32(placedTexts))
      add(subject, folded, as: standing, wordsBefore: limit)
      return subjects.count - 1
    }

    /// The addresses of private places are not in this column.
    mutating func readAddresses(_ source: some StatementSource, _ work: WorkMeter) throws {
      var known: [[UInt8]: Int] = [:]
      let addresses = try source.statement(
        """
        SELECT l.fid, l.geom, d.address FROM listing_detail d JOIN listing l ON l.fid = d.fid
        WHERE d.address IS NOT NULL AND l.operating_status IS NULL ORDER BY d.fid
        """)
      defer { addresses.reset() }
      while try addresses.step() {
        try work.visitNodes()
        let row = StoredRow(addresses, of: "listing", addresses.int(0))
        let folded = FoldedWords.folded(addresses.bytes(2), for: .search)
        // A single word is rather the name of a town, which the gazetteer has.
        guard folded.contains(UInt8(ascii: " ")) else { continue }
        let subject = subject(
          .address, folded, addresses.bytes(2), &known, as: .address,
          wordsBefore: StreetPart.count(in: addresses.string(2) ?? "", folded: folded))
        subjects[subject].count += 1
        subjects[subject].known += 1
        points.append(.init(try row.coordinate(1), subject: subject, row: row.number))
      }
    }

    mutating func add(_ streets: [NamedStreet]) {
      var known: [[UInt8]: Int] = [:]
      for (index, street) in streets.enumerated() {
        let folded = Array(FoldedWords.text(of: street.name, for: .search).utf8)
        guard !folded.isEmpty else { continue }
        let subject = subject(.street, folded, street.name.utf8, &known)
        points.append(.init(street.coordinate, subject: subject, row: index))
      }
    }

    mutating func readPlaces(_ source: some StatementSource, _ work: WorkMeter) throws {
      let places = try source.statement(
        """
        SELECT p.place_id, p.latitude, p.longitude, p.population, p.name, n.key, n.is_own
        FROM place p LEFT JOIN place_name n ON n.place_id = p.place_id ORDER BY p.place_id, n.key
        """)
      defer { places.reset() }
      var names = PlaceNames()
      while try places.step() {
        try work.visitNodes()
        let row = StoredRow(places, of: "place", places.int(0))
        if subjects.last?.number != row.number || subjects.last?.kind != .place {
          add(names)
          let name = FoldedWords.text(of: places.string(4) ?? "", for: .search)
          names = PlaceNames(name)
          guard !name.isEmpty else { continue }
          let thousands = Double(try row.int(3, in: StoredRange.population) ?? 0) / 1000
          points.append(.init(try row.coordinate(1, 2), subject: subjects.count))
          add(
            Subject(kind: .place, number: row.number, known: thousands, count: 0, text: UInt32(placedTexts)), name.utf8)
        }
        names.take(FoldedWords.text(of: places.string(5) ?? "", for: .search), isOwn: places.int(6) == 1)
      }
      add(names)
    }

    /// Adds the names of the last place but its first one.
    private mutating func add(_ names: PlaceNames) {
      for (text, standing) in names.further {
        placed.add(text.utf8, of: subjects.count - 1, as: standing)
        placedTexts += 1
      }
    }

    /// The folded names of a place.
    private struct PlaceNames {
      private let first: String
      private var own: [String] = []
      private var others: [(text: String, standing: CompletionWords.Standing)] = []
      private var known: Set<String>

      /// - Parameter first: the place's name; empty for a nameless place, none of whose names is used.
      init(_ first: String = "") { (self.first, known) = (first, [first, ""]) }

      /// The names after the first, own ones before others.
      var further: [(text: String, standing: CompletionWords.Standing)] {
        own.map { ($0, .own) } + others.map { ($0.text, isTranscription($0.text) ? .transcription : $0.standing) }
      }

      mutating func take(_ text: String, isOwn: Bool) {
        guard !first.isEmpty, known.insert(text).inserted else { return }
        if isOwn { own.append(text) } else { others.append((text, isCode(text) ? .code : .other)) }
      }

      /// Whether a name equals another one, with `ae`, `oe` or `ue` for an `ä`, `ö` or `ü`.
      private func isTranscription(_ text: String) -> Bool {
        let plain = ["ae", "oe", "ue"].reduce(text) { $0.replacing($1, with: $1.prefix(1)) }
        return plain != text && known.contains(plain)
      }

      /// Whether a name is rather a code or an abbreviation: `MUN` of Maturín, and not *Rom* of Rome.
      private func isCode(_ text: String) -> Bool {
        text.utf8.count <= Self.longestCode && text.utf8.allSatisfy { $0 < 0x80 } && !first.hasPrefix(text)
      }

      private static let longestCode = 3
    }

    /// Regions and countries, by all their names.
    mutating func readDivisions(_ source: some StatementSource, _ work: WorkMeter) throws {
      for division in try PlaceDivision.all(source, work) {
        let texts = division.names.map { FoldedWords.text(of: $0, for: .search) }.filter { !$0.isEmpty }
        guard let first = texts.first else { continue }
        let subject = subjects.count
        points.append(.init(division.coordinate, subject: subject))
        add(
          Subject(
            kind: .place, number: CompletionIndex.firstDivision + divisions.count,
            known: Double(division.population) / 1000, count: 0, text: UInt32(placedTexts)), first.utf8)
        for text in texts.dropFirst() {
          placed.add(text.utf8, of: subject)
          placedTexts += 1
        }
        divisions.append(division)
      }
    }

    private mutating func add(
      _ subject: Subject, _ text: some Sequence<UInt8>, as standing: CompletionWords.Standing = .own,
      wordsBefore limit: Int = .max
    ) {
      placed.add(text, of: subjects.count, as: standing, wordsBefore: limit)
      placedTexts += 1
      subjects.append(subject)
    }

    mutating func readTags(_ source: some StatementSource, _ work: WorkMeter) throws {
      let counts = try source.statement(
        "SELECT t.tag_id, t.name, count(*) FROM tag t JOIN listing_tag l ON l.tag_id = t.tag_id GROUP BY t.tag_id")
      defer { counts.reset() }
      var texts = 0
      while try counts.step() {
        try work.visitNodes()
        let text = FoldedWords.folded(counts.bytes(1), for: .search)
        guard !text.isEmpty else { continue }
        tags.add(text, of: subjects.count)
        let count = counts.int(2)
        subjects.append(
          Subject(kind: .tag, number: counts.int(0), known: Double(count), count: count, text: UInt32(texts)))
        texts += 1
      }
    }
  }
}

/// The part of an address with the street: the words of the rest, such as the town, begin no completions, since many
/// addresses have them.
private enum StreetPart {
  /// The bytes of the part in the folded address: up to the first comma behind a word with letters.
  static func count(in address: String, folded: [UInt8]) -> Int {
    var part = address[...]
    for comma in address.indices where address[comma] == "," {
      guard address[..<comma].lazy.filter(\.isLetter).prefix(leastLetters).count == leastLetters else { continue }
      part = address[..<comma]
      break
    }
    let first = FoldedWords.text(of: String(part), for: .search).utf8
    return folded.starts(with: first) ? first.count : folded.count
  }

  /// House numbers such as `12 bc` have fewer.
  private static let leastLetters = 3
}

extension ArraySlice<UInt8> {
  /// The bytes of the first letters of UTF-8; nil if there are fewer.
  fileprivate func beginning(of letters: Int) -> ArraySlice<UInt8>? {
    var (end, seen) = (startIndex, 0)
    while end < endIndex, seen < letters || self[end] & 0xC0 == 0x80 {
      if self[end] & 0xC0 != 0x80 { seen += 1 }
      end += 1
    }
    return seen == letters ? self[..<end] : nil
  }
}
