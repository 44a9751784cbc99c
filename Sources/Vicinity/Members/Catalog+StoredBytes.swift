/// What a row of a member counts, for those who bound what members store.
package enum StoredBytes {
  /// Bytes of a record without its text, with its entries in indexes: a favourite, a visit, a rating, a place, a
  /// booking, or nights that are kept.
  package static let record = 200
  /// Bytes of a listing without its texts, with its places in trees and indexes.
  package static let listing = 1024
}

extension Catalog {
  /// The bytes that the records of a member take up, and the listings that have the member as their host.
  ///
  /// - Complexity: O(n) in the rows of the member, by the indexes of each table.
  package func storedBytes(of member: String) throws -> Int {
    try readFile { worker in
      try worker.rows(
        """
        SELECT ?2 * ((SELECT count(*) FROM favourite WHERE member = ?1) + (SELECT count(*) FROM visit WHERE member = ?1)
            + (SELECT count(*) FROM attendance WHERE member = ?1)
            + (SELECT count(*) FROM listing_detail d JOIN block USING (fid) WHERE d.host = ?1)
            + (SELECT count(*) FROM listing_detail d JOIN nightly_rate USING (fid) WHERE d.host = ?1)
            + (SELECT count(*) FROM listing_detail d JOIN listing_tag USING (fid) WHERE d.host = ?1))
          + (SELECT count(*) * ?2 + coalesce(sum(length(CAST(text AS BLOB))), 0) FROM rating WHERE member = ?1)
          + (SELECT count(*) * ?2 + coalesce(sum(length(CAST(request_key AS BLOB))), 0) FROM booking WHERE member = ?1)
          + (SELECT count(*) * ?2 + coalesce(sum(length(CAST(text AS BLOB))), 0) FROM guest_rating WHERE host = ?1)
          + (SELECT count(*) * ?2 + coalesce(sum(length(CAST(record AS BLOB))), 0) FROM hidden_record WHERE member = ?1)
          + (SELECT count(*) * ?3 + coalesce(sum(length(CAST(listing AS BLOB))), 0) FROM hidden_listing WHERE host = ?1)
          + (SELECT count(*) * ?3 + coalesce(sum(
              coalesce(length(CAST(address AS BLOB)), 0) + coalesce(length(CAST(phone AS BLOB)), 0)
              + coalesce(length(CAST(url AS BLOB)), 0) + coalesce(length(CAST(image AS BLOB)), 0)
              + coalesce(length(CAST(description AS BLOB)), 0) + coalesce(length(CAST(recurrence AS BLOB)), 0)
              + coalesce(length(CAST(venue AS BLOB)), 0) + coalesce(length(CAST(names AS BLOB)), 0)
              + coalesce(length(CAST(images AS BLOB)), 0) + coalesce(length(CAST(links AS BLOB)), 0)
              + coalesce(length(CAST(own AS BLOB)), 0)), 0) FROM listing_detail WHERE host = ?1)
        """, member, StoredBytes.record, StoredBytes.listing
      ) { $0.int(0) }.first ?? 0
    }
  }

  /// The ids of the listings that have a member as their host.
  package func listings(hostedBy member: String) throws -> [String] {
    try readFile { worker in
      try worker.rows(
        "SELECT l.id FROM listing_detail d JOIN listing l USING (fid) WHERE d.host = ?1 ORDER BY l.id", member
      ) { $0.string(0) }.compactMap(\.self)
    }
  }
}

extension Action {
  /// The most bytes by which the action lets grow what its member stores.
  package var mostStoredBytes: Int {
    switch self {
    case .favourite, .join, .visit, .block(_, _, isBlocked: true): StoredBytes.record
    case .rate(_, _, _, let text), .rateGuest(_, _, let text): StoredBytes.record + (text?.utf8.count ?? 0)
    case .book(let request): StoredBytes.record + (request.key?.utf8.count ?? 0)
    case .unfavourite, .leave, .unrate, .change, .block, .edit, .remove: 0
    }
  }

  /// Whether the member may store less afterwards.
  package var mayFreeBytes: Bool {
    switch self {
    case .unfavourite, .leave, .unrate, .block(_, _, isBlocked: false), .remove: true
    case .favourite, .join, .visit, .block, .rate, .rateGuest, .book, .change, .edit: false
    }
  }
}
