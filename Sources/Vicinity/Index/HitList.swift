import CivilTime
import Geography
import Streams

/// The facts that the order `best` needs of the listings that a text finds, in one array: bounds of their scores are
/// computed without reading their leaves, which are scattered.
final class HitList: Sendable {
  /// One listing.
  struct Hit {
    /// The unit vector of its coordinate, in single precision.
    var vector: SIMD3<Float>
    /// The quality of its words, not rounded down.
    var words: Float
    /// NaN without any.
    var rating: Float
    /// -1 if unknown.
    var votes: Int32
    var row: UInt32
    /// The node of its leaf.
    var node: UInt32
    var times: Times
    var kind: Kind
  }

  /// The times when it is open or on.
  enum Times {
    /// A schedule, by its position in the list's schedules.
    case hours(Int32)
    case event(starts: Int64, ends: Int64)
    /// Undetermined without its leaf.
    case other
  }

  let hits: [Hit]
  /// The distinct schedules.
  let schedules: [Int32]
  /// The version since which the ratings are known to be these.
  let version: CatalogVersion

  /// The size of a listing in bytes.
  static let bytesPerHit = MemoryLayout<Hit>.stride

  /// Makes a list of listings on loaded leaves, and reads the others.
  ///
  /// - Parameters:
  ///   - rows: of the listings.
  ///   - qualities: by position among them.
  init(
    of rows: [UInt32], qualities: [Double], in snapshot: IndexSnapshot, by reader: IndexReader, work: WorkMeter
  ) throws {
    var draft = Draft()
    draft.hits.reserveCapacity(rows.count)
    for (row, quality) in zip(rows, qualities) {
      if let entry = snapshot.knownEntry(ofRow: row) {
        draft.add(entry, quality: quality)
      } else {
        try work.visitNodes()
        try draft.read(row, quality: quality, by: reader)
      }
    }
    try work.visitNodes(rows.count / Self.loadedPerNode)
    (hits, schedules, version) = (draft.hits, draft.schedules, snapshot.since.ratings)
  }

  /// The number of listings on loaded leaves that cost as much as visiting a node.
  private static let loadedPerNode = 8

  private struct Draft {
    var hits: [Hit] = []
    var schedules: [Int32] = []
    private var positions: [Int32: Int32] = [:]

    mutating func add(_ entry: Entry, quality: Double) {
      var times = Times.other
      if entry.kind == .bar {
        times = hours(entry.schedule)
      } else if entry.kind == .event, !entry.recurs {
        times = .event(starts: entry.ownTimes.starts, ends: entry.ownTimes.ends)
      }
      hits.append(
        Hit(
          vector: Self.vector(entry.coordinate), words: Float(quality).nextUp, rating: Float(entry.rating),
          votes: Int32(truncatingIfNeeded: entry.votes), row: entry.row, node: UInt32(entry.leaf.node), times: times,
          kind: entry.kind))
    }

    mutating func read(_ row: UInt32, quality: Double, by reader: IndexReader) throws {
      let statement = try reader.statement(
        """
        SELECT geom, nodeno, kind, rating, rating_count, schedule_id, starts, ends,
          kind = 'event' AND EXISTS (SELECT 1 FROM listing_detail d WHERE d.fid = l.fid AND recurrence IS NOT NULL)
        FROM listing l JOIN rtree_listing_geom_rowid ON rowid = fid WHERE fid = ?1
        """)
      statement.bind(1, Int64(row))
      guard try statement.step() else { return }
      defer { statement.reset() }
      let stored = StoredRow(statement, of: "listing", Int(row))
      let kind = try stored.kind(2)
      var times = Times.other
      switch kind {
      case .bar: times = hours(try stored.reference(5, in: StoredRange.number))
      case .event where statement.int(8) == 0:
        let (starts, ends) = (try stored.time(6)?.secondsSince1970, try stored.time(7)?.secondsSince1970)
        times = .event(starts: starts ?? .max, ends: ends ?? .min)
      case .event, .couch: break
      }
      hits.append(
        Hit(
          vector: Self.vector(try stored.coordinate(0)), words: Float(quality).nextUp,
          rating: Float(try stored.double(3, in: StoredRange.rating) ?? .nan),
          votes: Int32(truncatingIfNeeded: try stored.int(4, in: StoredRange.votes) ?? -1), row: row,
          node: try stored.reference(1, in: StoredRange.node), times: times, kind: kind))
    }

    private mutating func hours(_ schedule: Int32) -> Times {
      if let position = positions[schedule] { return .hours(position) }
      let position = Int32(truncatingIfNeeded: schedules.count)
      positions[schedule] = position
      schedules.append(schedule)
      return .hours(position)
    }

    private static func vector(_ coordinate: Coordinate) -> SIMD3<Float> {
      let vector = UnitVector(coordinate)
      return SIMD3(Float(vector.x), Float(vector.y), Float(vector.z))
    }
  }
}
