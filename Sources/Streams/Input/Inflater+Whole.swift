extension Inflater {
  /// Decompresses a whole stream.
  ///
  /// - Parameters:
  ///   - path: the name of the stream in messages.
  ///   - most: bytes after which it stops, somewhat later.
  /// - Returns: the bytes, and whether the stream has ended.
  /// - Throws: `InputError` for what is no gzip stream.
  package static func inflated(
    _ bytes: [UInt8], path: String, most: Int = .max
  ) throws(InputError) -> (bytes: [UInt8], isComplete: Bool) {
    let inflater = try Inflater(path: path)
    var (rest, whole) = (bytes, [UInt8]())
    var piece = [UInt8](repeating: 0, count: max(1 << 16, min(4 * bytes.count, 1 << 24)))
    while whole.count <= most {
      var (consumed, produced) = (0, 0)
      do {
        (consumed, produced) = try piece.withUnsafeMutableBytes { try inflater.inflate(rest, into: $0) }
      } catch let error as InputError { throw error } catch { preconditionFailure("inflating throws InputError") }
      whole += piece[..<produced]
      rest.removeFirst(consumed)
      // What does not fit into a piece is left inside of the inflater.
      if produced < piece.count, rest.isEmpty || consumed == 0 { break }
    }
    return (whole, inflater.isBetweenMembers)
  }
}
