import Streams

/// Whole values compressed with gzip.
enum Gzip {
  /// - Throws: `ClusterFailure.damaged` for bytes that are not such a value.
  static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let inflater = try Inflater(path: "an entry of the log")
    var (rest, whole) = (bytes, [UInt8]())
    while true {
      var consumed = 0
      let piece = try [UInt8](unsafeUninitializedCapacity: max(4096, 4 * rest.count)) { buffer, count in
        (consumed, count) = try inflater.inflate(rest, into: UnsafeMutableRawBufferPointer(buffer))
      }
      whole += piece
      rest.removeFirst(consumed)
      if rest.isEmpty, piece.isEmpty || inflater.isBetweenMembers { break }
      guard consumed > 0 || !piece.isEmpty else { break }
    }
    guard inflater.isBetweenMembers else { throw ClusterFailure.damaged(what: "a compressed value of the log") }
    return whole
  }
}
