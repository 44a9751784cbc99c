import CivilTime
import Vicinity

/// Queries of all kinds near the cities of the generated listings.
///
/// A lazy sequence; the same seed, start and position give the same query on every platform. Every query has an id,
/// which begins with the class of its costs (`words-bounded-17`), and its own `now`, so its answer does not depend on
/// the clock.
public struct QueryGenerator: Sequence, Sendable {
  /// Determines the queries.
  public let seed: UInt64
  /// The number of queries.
  public let count: Int
  /// The reference day of `now` and all times; that of the listings.
  public let start: LocalDate

  /// Makes the sequence; a negative count is taken as zero.
  public init(seed: UInt64, count: Int, start: LocalDate = ListingGenerator.standardStart) {
    self.seed = seed
    self.count = Swift.max(0, count)
    self.start = start
  }

  /// The query at a position, 0..<count, without generating those before it.
  /// - Complexity: O(1).
  public subscript(position: Int) -> Query {
    // A different family from that of the listings with the same seed.
    var random = SplitMix64(seed: ~seed, index: position)
    var query = Query()
    query.now = Instant(secondsSince1970: Int64(start.dayNumber) * 86_400 + Int64(60 * random.below(7 * 1440)))
    var draft = QueryDraft(query: query, start: start)
    draft.fill(&random)
    draft.query.id = "\(QueryClass(draft.query).rawValue)-\(position + 1)"
    return draft.query
  }

  /// Iterates over the queries in the order of their positions.
  public func makeIterator() -> Iterator { Iterator(generator: self) }

  /// Returns one query after another.
  public struct Iterator: IteratorProtocol, Sendable {
    let generator: QueryGenerator
    private var position = 0

    init(generator: QueryGenerator) { self.generator = generator }

    /// The next query; nil after the last one.
    public mutating func next() -> Query? {
      guard position < generator.count else { return nil }
      defer { position += 1 }
      return generator[position]
    }
  }

  /// The length of the sequence.
  public var underestimatedCount: Int { count }
}
