import Streams

/// The size of a member's row, for limits on what members store.
package enum StoredBytes {
  /// Bytes of a record without its text, with its entries in indexes: a favorite, a visit, a rating, an attendance,
  /// a booking, or blocked nights.
  package static let record = 200
  /// Bytes of a listing without its texts, with its places in trees and indexes.
  package static let listing = 1024

  /// The most bytes of the fields of a listing: the texts, and a record for each of its tags, rates and kept nights.
  ///
  /// - Parameter textBytes: the size of the form as written.
  package static func most(ofFields form: JSONObject, textBytes: Int) -> Int {
    form.members.reduce(textBytes) { $0 + record * ($1.value.array?.count ?? 0) }
  }
}

/// The growth of a member's stored data that a change may cause, if the limit leaves less than its maximum.
package struct StoredRoom: Sendable {
  let member: String
  let bytes: Int

  @TaskLocal static var present: StoredRoom?

  package init(of member: String, bytes: Int) { (self.member, self.bytes) = (member, bytes) }

  /// The error of a change that does not fit: nothing is changed.
  package struct Exceeded: Error {}
}

extension Catalog {
  /// The bytes that the records of a member take up, and the listings that have the member as their host.
  ///
  /// - Complexity: O(n) in the rows of the member, by the indexes of each table.
  package func storedBytes(of member: String) throws -> Int {
    try readFile { try Self.storedBytes(of: member, in: $0) }
  }

  /// Makes a change that must fit within the limit of a member: its growth is measured in its transaction.
  ///
  /// - Parameter room: nil for a change that needs no measuring.
  /// - Throws: `StoredRoom.Exceeded`, errors of `change`; nothing is changed then.
  package func fitting<Value>(_ room: StoredRoom?, _ change: (Catalog) throws -> Value) throws -> Value {
    try StoredRoom.$present.withValue(room) { try change(self) }
  }

  /// Runs the statements of a transaction, and throws if the member stores too much more after them.
  static func checkingRoom<Value>(in statements: some StatementSource, _ body: () throws -> Value) throws -> Value {
    guard let room = StoredRoom.present else { return try body() }
    let before = try storedBytes(of: room.member, in: statements)
    let value = try body()
    guard try storedBytes(of: room.member, in: statements) - before <= room.bytes else { throw StoredRoom.Exceeded() }
    return value
  }

  private static func storedBytes(of member: String, in statements: some StatementSource) throws -> Int {
    try statements.rows(
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
    case .favorite, .join, .visit, .block(_, _, isBlocked: true): StoredBytes.record
    case .rate(_, _, _, let text), .rateGuest(_, _, let text): StoredBytes.record + (text?.utf8.count ?? 0)
    case .book(let request): StoredBytes.record + (request.key?.utf8.count ?? 0)
    case .unfavorite, .leave, .unrate, .change, .block, .edit, .remove: 0
    }
  }

  /// Whether the member may store less afterwards.
  package var mayFreeBytes: Bool {
    switch self {
    case .unfavorite, .leave, .unrate, .block(_, _, isBlocked: false), .remove: true
    case .favorite, .join, .visit, .block, .rate, .rateGuest, .book, .change, .edit: false
    }
  }
}
