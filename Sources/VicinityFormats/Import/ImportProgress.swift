/// The progress of an import.
public enum ImportProgress: Hashable, Sendable {
  /// Rows and bytes read so far, the bytes before decompression; the size of the file is nil for a pipe.
  case reading(rows: Int, bytes: Int, of: Int?)
  /// Listings written so far, and their total number.
  case writing(Int, of: Int)

  /// The fraction done, from 0 to 1 for reading and for writing separately; nil when unknown.
  public var fraction: Double? {
    switch self {
    case .reading(_, let bytes, let total): total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 }
    case .writing(let written, let total): total > 0 ? Double(written) / Double(total) : 1
    }
  }
}
