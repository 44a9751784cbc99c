import CodedErrors
import Foundation
import Geography
import Streams

/// Two listings that are probably the same place or event.
public struct DuplicatePair: Hashable, Sendable {
  /// One of them.
  public struct Side: Hashable, Sendable {
    /// The id of the listing.
    public var id: String
    /// Its name.
    public var name: String
    /// The source that it was imported from.
    public var source: String
  }

  /// The one of the source with more listings, else the one with the smaller id.
  public var first: Side
  /// The other one.
  public var second: Side
  /// The distance between them in meters.
  public var meters: Double
  /// How alike the names are, above 0 to 1: the same words are 1.
  public var likeness: Double
}

extension Catalog {
  /// Listings of the same kind that are near each other and have alike names, the surest first.
  ///
  /// Names are compared by their folded words without articles and words such as `bar`: the same words, the words of
  /// one among those of the other, or one typing error in the whole name; numbers have to be the same. Two listings
  /// with tags that share none must have the same words, because sources name categories in their own ways. Events also
  /// have to begin at the same time.
  /// - Parameters:
  ///   - meters: the maximum distance, 0 to 1,000.
  ///   - acrossSources: whether the two must be of different sources.
  /// - Complexity: O(n log n) in the listings, and in the pairs that are near each other.
  public func duplicates(within meters: Double = 100, acrossSources: Bool = true) throws -> [DuplicatePair] {
    let meters = min(max(0, meters), 1000)
    let places = try readFile { try DuplicateFinder.places(in: $0) }
    return DuplicateFinder(places, meters, acrossSources).pairs()
  }
}

/// Compares listings that are near each other.
struct DuplicateFinder {
  /// What is compared of a listing.
  struct Place {
    var side: DuplicatePair.Side
    var kind: Int
    var coordinate: Coordinate
    /// Unix seconds; nil without a start.
    var starts: Int?
    var tags: Set<Int>
    /// The significant words of the name.
    var words: Set<String>
    /// These words without spaces between them, in their order.
    var text: String
  }

  private let places: [Place]
  private let meters: Double
  private let acrossSources: Bool
  /// The number of listings of each source.
  private let sizes: [String: Int]

  init(_ places: [Place], _ meters: Double, _ acrossSources: Bool) {
    (self.places, self.meters, self.acrossSources) = (places, meters, acrossSources)
    sizes = places.reduce(into: [:]) { $0[$1.side.source, default: 0] += 1 }
  }

  /// Listings that have a name with significant words, without the private places of couches.
  static func places(in file: some StatementSource) throws -> [Place] {
    var tags: [Int: Set<Int>] = [:]
    _ = try file.rows("SELECT fid, tag_id FROM listing_tag") { row in
      tags[row.int(0), default: []].insert(row.int(1))
    }
    return try file.rows(
      """
      SELECT l.fid, l.id, l.kind, l.geom, l.name, s.name, l.starts FROM listing l JOIN source s USING (source_id)
      WHERE l.name IS NOT NULL AND l.kind <> 'couch'
      """
    ) { row -> Place? in
      let stored = StoredRow(row, of: "listing", row.int(0))
      let words = significantWords(of: row.string(4) ?? "")
      guard !words.isEmpty else { return nil }
      return Place(
        side: .init(id: row.string(1) ?? "", name: row.string(4) ?? "", source: row.string(5) ?? ""),
        kind: try stored.kind(2).ordinal, coordinate: try stored.coordinate(3),
        starts: row.isNull(6) ? nil : row.int(6),
        tags: tags[row.int(0)] ?? [], words: Set(words), text: words.joined())
    }.compactMap(\.self)
  }

  /// The folded words of a name without those that say nothing; all words if no other is left.
  static func significantWords(of name: String) -> [String] {
    let words = FoldedWords.words(of: name, for: .name)
    let significant = words.filter { !EmptyWords.contains($0) }
    return significant.isEmpty ? words : significant
  }

  /// The pairs, the surest first: each place is compared with those within reach in its row of latitude and the next.
  func pairs() -> [DuplicatePair] {
    // A degree of latitude has at least 110.5 km.
    let height = max(meters, 1) / 110_500
    let rows = Dictionary(grouping: places.indices) { Int((places[$0].coordinate.latitude / height).rounded(.down)) }
      .mapValues { DuplicateRow($0, places) }
    var found: [DuplicatePair] = []
    for (number, row) in rows {
      for (position, one) in row.members.enumerated() {
        let place = places[one]
        let reach = abs(place.coordinate.latitude) + height
        // Around a pole, all longitudes are near.
        let width = reach < 90 ? height / cos(reach * .pi / 180) : 180
        let candidates =
          row.members(around: place.coordinate.longitude, within: width).filter { $0 > position }.map {
            row.members[$0]
          }
          + (rows[number + 1].map { next in
            next.members(around: place.coordinate.longitude, within: width).map { next.members[$0] }
          } ?? [])
        found += candidates.compactMap { pair(place, places[$0]) }
      }
    }
    return found.sorted {
      ($1.likeness, $0.meters, $0.first.id, $0.second.id) < ($0.likeness, $1.meters, $1.first.id, $1.second.id)
    }
  }

  /// The pair of two places; nil for different ones.
  func pair(_ one: Place, _ other: Place) -> DuplicatePair? {
    guard one.kind == other.kind, !acrossSources || one.side.source != other.side.source, one.starts == other.starts,
      let likeness = Self.likeness(one, other)
    else { return nil }
    guard likeness == 1 || one.tags.isEmpty || other.tags.isEmpty || !one.tags.isDisjoint(with: other.tags) else {
      return nil
    }
    let isInOrder = (sizes[other.side.source] ?? 0, one.side.id) < (sizes[one.side.source] ?? 0, other.side.id)
    let (first, second) = isInOrder ? (one, other) : (other, one)
    // The last digits depend on the direction.
    let distance = Metric.wgs84.meters(from: first.coordinate, to: second.coordinate)
    guard distance <= meters else { return nil }
    return DuplicatePair(first: first.side, second: second.side, meters: distance, likeness: likeness)
  }

  /// How alike two names are; nil for different ones.
  static func likeness(_ one: Place, _ other: Place) -> Double? {
    if one.words == other.words || one.text == other.text { return 1 }
    // `Halle 1` and `Halle 2` are neighbors.
    guard one.text.filter(\.isNumber) == other.text.filter(\.isNumber) else { return nil }
    let (few, many) = one.words.count <= other.words.count ? (one, other) : (other, one)
    // A number alone is no name: `Club 54` and `Studio 54`.
    let isNamed = few.words.contains { !$0.allSatisfy(\.isNumber) }
    if isNamed, few.words.isSubset(of: many.words) { return Double(few.words.count) / Double(many.words.count) }
    let length = max(one.text.count, other.text.count)
    guard length >= 5, abs(one.text.count - other.text.count) <= 1,
      Suggestion.editDistance(Array(one.text.unicodeScalars), Array(other.text.unicodeScalars)) <= 1
    else { return nil }
    return 1 - 1 / Double(length)
  }
}

/// The places of a row of latitude in the order of their longitudes.
private struct DuplicateRow {
  /// Indices of places.
  let members: [Int]
  private let longitudes: [Double]

  init(_ members: [Int], _ places: [DuplicateFinder.Place]) {
    self.members = members.sorted { places[$0].coordinate.longitude < places[$1].coordinate.longitude }
    longitudes = self.members.map { places[$0].coordinate.longitude }
  }

  /// The positions of the members within some degrees of a longitude, each once.
  func members(around longitude: Double, within width: Double) -> [Int] {
    guard width < 180 else { return Array(members.indices) }
    return [longitude, longitude - 360, longitude + 360].flatMap { center in
      longitudes.partitioningIndex { $0 >= center - width }..<longitudes.partitioningIndex { $0 > center + width }
    }
  }
}
