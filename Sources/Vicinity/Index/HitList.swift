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
  /// The version of the catalog that the ratings are of.
  let version: CatalogVersion

  /// The size of a listing in bytes.
  static let bytesPerHit = MemoryLayout<Hit>.stride

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - rows: of the listings.
  ///   - qualities: by position among them.
  init(
    of rows: [UInt32], qualities: [Double], in version: CatalogVersion, by reader: IndexReader, work: WorkMeter
  ) throws {
    var (hits, schedules, positions) = ([Hit](), [Int32](), [Int32: Int32]())
    hits.reserveCapacity(rows.count)
    let statement = try reader.statement(
      """
      SELECT geom, nodeno, kind, rating, rating_count, schedule_id, starts, ends,
        kind = 'event' AND EXISTS (SELECT 1 FROM listing_detail d WHERE d.fid = l.fid AND recurrence IS NOT NULL)
      FROM listing l JOIN rtree_listing_geom_rowid ON rowid = fid WHERE fid = ?1
      """)
    for (row, quality) in zip(rows, qualities) {
      try work.visitNodes()
      statement.bind(1, Int64(row))
      guard try statement.step() else { continue }
      defer { statement.reset() }
      let stored = StoredRow(statement, of: "listing", Int(row))
      let kind = try stored.kind(2)
      var times = Times.other
      switch kind {
      case .bar:
        let schedule: Int32 = try stored.reference(5, in: StoredRange.number)
        if positions[schedule] == nil {
          positions[schedule] = Int32(truncatingIfNeeded: schedules.count)
          schedules.append(schedule)
        }
        times = positions[schedule].map(Times.hours) ?? .other
      case .event where statement.int(8) == 0:
        let (starts, ends) = (try stored.time(6)?.secondsSince1970, try stored.time(7)?.secondsSince1970)
        times = .event(starts: starts ?? .max, ends: ends ?? .min)
      case .event, .couch: break
      }
      let vector = UnitVector(try stored.coordinate(0))
      hits.append(
        Hit(
          vector: SIMD3(Float(vector.x), Float(vector.y), Float(vector.z)), words: Float(quality).nextUp,
          rating: Float(try stored.double(3, in: StoredRange.rating) ?? .nan),
          votes: Int32(truncatingIfNeeded: try stored.int(4, in: StoredRange.votes) ?? -1), row: row,
          node: try stored.reference(1, in: StoredRange.node), times: times, kind: kind))
    }
    (self.hits, self.schedules, self.version) = (hits, schedules, version)
  }
}
