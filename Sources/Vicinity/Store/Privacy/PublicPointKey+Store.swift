extension PublicPointKey {
  /// The secret of a catalog, and the radius for couches without one; nil before there is a private place.
  static func read(from source: some StatementSource) throws -> (key: PublicPointKey, radius: Double)? {
    try source.first("SELECT key, radius FROM public_point") { row in
      let stored = StoredRow(row, of: "public_point", 1)
      guard row.bytes(0).count == byteCount else { throw stored.damaged(0) }
      return (PublicPointKey(Array(row.bytes(0))), try stored.double(1, in: StoredRange.radius) ?? 0)
    }
  }
}
