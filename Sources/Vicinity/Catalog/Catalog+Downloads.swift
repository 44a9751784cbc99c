import CivilTime

/// A file of the web from which a source was imported.
public struct Download: Hashable, Sendable {
  /// The address.
  public var address: String
  /// The name of the source.
  public var source: String
  /// The entity tag of the answer (RFC 9110, 8.8.3), with its quotes; nil without one.
  public var entityTag: String?
  /// The date of the last change according to the answer (RFC 9110, 8.8.2), as written; nil without one.
  public var lastModified: String?
  /// When it was imported.
  public var at: Instant

  /// Makes a record.
  public init(address: String, source: String, entityTag: String?, lastModified: String?, at: Instant) {
    (self.address, self.source, self.entityTag) = (address, source, entityTag)
    (self.lastModified, self.at) = (lastModified, at)
  }
}

extension Catalog {
  /// The files of the web from which sources of the catalog were imported, by address. That of a source without
  /// listings is forgotten.
  public func downloads() throws -> [Download] {
    try readFile { file in
      try file.rows(
        """
        SELECT d.address, s.name, d.etag, d.modified, d.at FROM download d JOIN source s USING (source_id)
        WHERE EXISTS (SELECT 1 FROM listing l WHERE l.source_id = d.source_id) ORDER BY 1
        """
      ) { row in
        Download(
          address: row.string(0) ?? "", source: row.string(1) ?? "", entityTag: row.string(2),
          lastModified: row.string(3), at: Instant(secondsSince1970: Int64(row.int(4))))
      }
    }
  }

  /// Records that a source was imported from an address; nothing for a source without listings.
  public func note(_ download: Download) throws {
    try transaction(at: download.at) { transaction in
      try transaction.run(
        """
        INSERT OR REPLACE INTO download (address, source_id, etag, modified, at)
        SELECT ?1, source_id, ?3, ?4, ?5 FROM source WHERE name = ?2
        """, download.address, download.source, download.entityTag, download.lastModified,
        download.at)
    }
  }
}
