/// The progress of an import.
public enum ImportProgress: Hashable, Sendable {
  /// Rows and bytes read so far, the bytes before decompression; the size of the file is nil for a pipe.
  case reading(rows: Int, bytes: Int, of: Int?)
  /// Listings written so far, and their total number.
  case writing(Int, of: Int)
  /// All listings are written; their indexes are completed.
  case indexing

  /// The share of the time of an import after which all rows are read, and that after which all listings are written,
  /// as measured with a million listings.
  private static let (read, written) = (0.25, 0.85)

  /// The share of the whole work that is done, from 0 to 1; nil when unknown.
  public var fraction: Double? {
    switch self {
    case .reading(_, let bytes, let total):
      total.map { Self.read * ($0 > 0 ? min(1, Double(bytes) / Double($0)) : 1) }
    case .writing(let written, let total):
      Self.read + (Self.written - Self.read) * (total > 0 ? Double(written) / Double(total) : 1)
    case .indexing: Self.written
    }
  }

  /// The time that the rest takes in seconds, if it goes on as before; nil when unknown, and at the very beginning.
  ///
  /// - Parameter seconds: the time since the import began.
  public func secondsLeft(after seconds: Double) -> Double? {
    guard let fraction, fraction >= 0.01 else { return nil }
    return seconds * (1 - fraction) / fraction
  }
}
