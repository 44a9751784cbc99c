import CivilTime
import Vicinity

/// Synthetic listings in city-like clusters over Europe: half bars, a quarter events, a quarter couches.
///
/// A lazy sequence in constant memory. The same seed, start and position give the same listing on every platform,
/// whatever `count` is, so the first thousand of a million equal those of a thousand. Cities are real, everything else
/// is invented.
public struct ListingGenerator: Sequence, Sendable {
  /// Determines the listings.
  public let seed: UInt64
  /// The number of listings.
  public let count: Int
  /// The day from which events and taken nights are spread over the following months.
  public let start: LocalDate

  /// The default reference day: 27 November 2026, the `now` of the queries in `datasets/`.
  public static let standardStart = LocalDate(dayNumber: 20_784)

  /// Makes the sequence; a negative count is taken as zero.
  public init(seed: UInt64, count: Int, start: LocalDate = ListingGenerator.standardStart) {
    self.seed = seed
    self.count = Swift.max(0, count)
    self.start = start
  }

  /// The listing at a position, 0..<count, without generating those before it.
  /// - Complexity: O(1).
  public subscript(position: Int) -> Listing {
    var draft = draft(at: position)
    let venue = draft.kind == .event && draft.random.oneIn(4) ? bar(at: position - 1) : nil
    let spot = venue ?? draft.spot
    var listing = Listing(id: "\(draft.kind.rawValue)-\(position + 1)", kind: draft.kind, coordinate: spot.coordinate)
    listing.timeZone = spot.city.zone
    switch draft.kind {
    case .bar: BarGenerator.fill(&listing, at: spot, &draft.random)
    case .event: EventGenerator(start: start).fill(&listing, at: spot, &draft.random)
    case .couch: CouchGenerator(start: start).fill(&listing, at: spot, &draft.random)
    }
    if venue != nil {
      listing.venue = "bar-\(position)"
      listing.address = nil
    }
    return listing
  }

  /// Iterates over the listings in the order of their positions.
  public func makeIterator() -> Iterator { Iterator(generator: self) }

  /// Returns one listing after another.
  public struct Iterator: IteratorProtocol, Sendable {
    let generator: ListingGenerator
    private var position = 0

    init(generator: ListingGenerator) { self.generator = generator }

    /// The next listing; nil after the last one.
    public mutating func next() -> Listing? {
      guard position < generator.count else { return nil }
      defer { position += 1 }
      return generator[position]
    }
  }

  /// The length of the sequence.
  public var underestimatedCount: Int { count }
}

extension ListingGenerator {
  /// The first random numbers of every listing, so that a neighbor can compute them cheaply.
  private struct Draft {
    var random: SplitMix64
    let kind: Kind
    let spot: GeneratedWorld.Spot
  }

  private func draft(at position: Int) -> Draft {
    var random = SplitMix64(seed: seed, index: position)
    let kind: Kind =
      switch random.below(4) {
      case 0: .event
      case 1: .couch
      default: .bar
      }
    let spot = GeneratedWorld.europe.spot(&random)
    return Draft(random: random, kind: kind, spot: spot)
  }

  /// The position of a listing, if it is a bar.
  private func bar(at position: Int) -> GeneratedWorld.Spot? {
    guard position >= 0 else { return nil }
    let draft = draft(at: position)
    return draft.kind == .bar ? draft.spot : nil
  }
}
