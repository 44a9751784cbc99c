#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a batch cannot go on.
public enum BatchError: Error, Hashable, Sendable {
  /// The operating system's reason for not giving any more of the input.
  case unreadable(code: Int32)
}

extension BatchError: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .unreadable(let code): "cannot read the queries: \(String(cString: strerror(code)))"
    }
  }
}
