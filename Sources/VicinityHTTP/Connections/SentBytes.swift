import NIOCore

/// The system's counts of sent bytes for a TCP connection.
struct SentBytes {
  /// Bytes that the client has acknowledged since the connection began.
  var taken: Int
  /// Whether the client has received all of them.
  var isAllTaken: Bool

  /// - Returns: nil for other channels, and on systems without these counts.
  init?(_ channel: any Channel) {
    #if os(Linux)
      guard let provider = channel as? any SocketOptionProvider else { return nil }
      var found: Info?
      // On the channel's event loop the future is complete already.
      let future: EventLoopFuture<Info> = provider.unsafeGetSocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: Info.option))
      future.assumeIsolated().whenSuccess { found = $0 }
      guard let found else { return nil }
      taken = Int(truncatingIfNeeded: found.words.15)
      let (unacknowledged, unsent) = (
        UInt32(truncatingIfNeeded: found.words.3), UInt32(truncatingIfNeeded: found.words.18)
      )
      isAllTaken = unacknowledged == 0 && unsent == 0
    #else
      return nil
    #endif
  }

  #if os(Linux)
    /// The beginning of `struct tcp_info` (linux/tcp.h) in words of eight bytes: `tcpi_unacked` is the lower half of
    /// the fourth, `tcpi_bytes_acked` the sixteenth, and `tcpi_notsent_bytes` the lower half of the nineteenth.
    private struct Info {
      static let option: CInt = 11
      var words:
        (
          UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
          UInt64,
          UInt64, UInt64, UInt64, UInt64, UInt64
        )
    }
  #endif
}
