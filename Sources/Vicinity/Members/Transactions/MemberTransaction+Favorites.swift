import CivilTime

extension MemberTransaction {
  /// Adds a listing to a member's favorites.
  /// - Returns: false when it was already there.
  func favorite(_ id: String, by member: String) throws -> Bool {
    let listing = try RecordedListing(id: id, in: self)
    try run(
      "INSERT OR IGNORE INTO favourite (member, fid, at) VALUES (?1, ?2, ?3)", try checked(member), listing.fid, now)
    guard hasChanged else { return false }
    note(.favorited, listing: id, member: member)
    return true
  }

  /// Removes a listing from a member's favorites.
  /// - Returns: false when it was not there.
  func unfavorite(_ id: String, by member: String) throws -> Bool {
    let listing = try RecordedListing(id: id, in: self)
    try run("DELETE FROM favourite WHERE member = ?1 AND fid = ?2", try checked(member), listing.fid)
    guard hasChanged else { return false }
    note(.unfavorited, listing: id, member: member)
    return true
  }

  /// Records a visit of a member.
  /// - Returns: false when the same visit is already recorded.
  func visit(_ id: String, by member: String, at time: Instant?) throws -> Bool {
    let listing = try RecordedListing(id: id, in: self)
    let time = time.map(StoredRange.time(nearestTo:)) ?? now
    guard time <= now else { throw SignalError.visitToCome(listing: id, at: "\(time)") }
    try run(
      "INSERT OR IGNORE INTO visit (member, fid, at) VALUES (?1, ?2, ?3)", try checked(member), listing.fid, time)
    guard hasChanged else { return false }
    note(.visited, listing: id, member: member)
    return true
  }

  /// Removes a listing with everything that belongs to it.
  func remove(_ id: String) throws {
    let listing = try RecordedListing(id: id, in: self)
    try principal.check(changing: id, of: host(of: id))
    try notifyConcerned(by: listing.fid, .removed)
    try run("DELETE FROM listing WHERE id = ?1", id)
    noteListing()
    note(.removed, listing: id)
  }
}
