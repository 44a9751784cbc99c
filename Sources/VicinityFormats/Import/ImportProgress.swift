/// How far an import has come.
public enum ImportProgress: Hashable, Sendable {
  /// Rows and bytes read so far, the bytes before decompression; the size of the file is nil for a pipe.
  case reading(rows: Int, bytes: Int, of: Int?)
  /// Listings written so far, and how many there are.
  case writing(Int, of: Int)

  /// The part that is done, from 0 to 1, of reading and of writing each; nil when it cannot be told.
  public var fraction: Double? {
    switch self {
    case .reading(_, let bytes, let total): total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 }
    case .writing(let written, let total): total > 0 ? Double(written) / Double(total) : 1
    }
  }
}
