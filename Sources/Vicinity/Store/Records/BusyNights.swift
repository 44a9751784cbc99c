import CivilTime

/// Replaces the imported taken nights of a couch.
package struct BusyNights {
  /// The number of ranges of nights before.
  package private(set) var before = 0
  /// The number of bookings that overlap the new nights; they may be the same stays.
  package private(set) var booked = 0

  /// Replaces the imported blocks of the couch in row `fid`; those set by its host stay.
  /// - Parameter nights: sorted and disjoint.
  package init(replacing fid: Int, with nights: [Nights], on connection: OpaquePointer) throws {
    let delete = try Statement("DELETE FROM block WHERE fid = ?1 AND origin = 'import'", on: connection)
    delete.bind(1, Int64(fid))
    try delete.run()
    before = Statement.changes(on: connection)
    let insert = try Statement(
      "INSERT INTO block (fid, from_date, to_date, origin) VALUES (?1, ?2, ?3, 'import')", on: connection)
    for range in nights {
      insert.bind(1, Int64(fid))
      insert.bind(2, range.from.description)
      insert.bind(3, range.to.description)
      try insert.run()
    }
    let bookings = try Statement(
      """
      SELECT count(*) FROM booking o WHERE o.fid = ?1 AND o.status IN ('requested', 'confirmed') AND EXISTS (
        SELECT 1 FROM block b WHERE b.fid = o.fid AND b.origin = 'import'
          AND b.from_date < o.to_date AND b.to_date > o.from_date)
      """, on: connection)
    bookings.bind(1, Int64(fid))
    if try bookings.step() { booked = bookings.int(0) }
    bookings.reset()
  }
}
