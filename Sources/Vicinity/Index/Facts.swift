/// What filters and ranking read of one listing: decoded once, kept beside the R-tree leaf entry.
///
/// Missing values are written so that every test fails without asking: not-a-number prices and ratings, -1 counts.
struct Facts {
  /// Row number in the feature table.
  var fid: Int64
  var coordinate: Coordinate
  /// Price in major units; not a number when it is not known.
  var price: Double
  /// Mean rating; not a number when there is none.
  var rating: Double
  /// Unix seconds; `Int64.max` when the event has no start.
  var starts: Int64
  /// Unix seconds; equal to `starts` when the end is not known.
  var ends: Int64
  /// Number of votes; -1 when it is not known.
  var ratingCount: Int32
  /// Number of the schedule; 0 for none.
  var schedule: Int32
  /// Number of the zone; 0 for none.
  var zone: Int32
  /// Number of the currency; 0 for none.
  var currency: Int32
  /// Where the leaf keeps its tags, nights and id.
  var tags: Slice
  var nights: Slice
  var id: Slice
  /// How many guests a couch hosts; 1 when it is not known.
  var guests: Int32
  var minNights: Int32
  var maxNights: Int32
  var kind: Kind
  /// 1...4; 0 when it is not known.
  var priceLevel: UInt8

  /// A range in one of the leaf's shared arrays.
  struct Slice {
    var start: Int32
    var count: Int32

    var range: Range<Int> { Int(start)..<Int(start + count) }
  }
}

/// A half-open range of nights as day numbers since 1970-01-01.
struct NightRange {
  var from: Int32
  var to: Int32
}
