import GRDB

extension Schema {
  /// Added by version 12: indexes for what was found by reading a whole table.
  ///
  /// Removing a member looks up friendships from either side and news, reminders are queried for a few days, and stored
  /// records of bookings are looked up by their number.
  static func indexSeeks(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE INDEX attendance_by_start ON attendance(starts);
        CREATE INDEX booking_by_arrival ON booking(from_date) WHERE status = 'confirmed';
        CREATE INDEX booking_by_departure ON booking(to_date) WHERE status = 'confirmed';
        CREATE INDEX friendship_by_friend ON friendship(friend);
        CREATE INDEX news_by_recipient ON news(recipient);
        CREATE INDEX news_by_member ON news(member) WHERE member IS NOT NULL;
        CREATE INDEX hidden_record_by_booking ON hidden_record(json_extract(record, '$[0]')) WHERE kind = 'booking';
        CREATE INDEX hidden_listing_by_source ON hidden_listing(source, until) WHERE until IS NOT NULL;
        CREATE INDEX standing_before_by_mark ON standing_before(mark);
        CREATE INDEX standing_before_by_listing ON standing_before(listing);
        """)
  }
}
