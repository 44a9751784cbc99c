import CivilTime
import Foundation

/// The position in an order where an answer ended: the key of its last match.
///
/// The text is opaque to users: base64 of the numbers of the key, the start, the id, the name where names are sorted,
/// `now`, the corrections of the text, and a fingerprint of the query, so that a cursor cannot be used with another
/// query by accident.
struct Cursor: Hashable, Sendable {
  var key: RankKey
  var id: String
  /// The start in Unix seconds, which distinguishes the occurrences of one event.
  var starts: Int64
  var now: Instant
  /// The catalog's mean rating at the first page, where it affects the order, which must not change on a later page.
  var meanRating: Double?
  /// The corrections of the text, the same as on the first page.
  var corrections: [WordCorrection] = []

  init(
    key: RankKey, id: String, starts: Int64, now: Instant, meanRating: Double? = nil,
    corrections: [WordCorrection] = []
  ) {
    self.key = key
    self.id = id
    self.starts = starts
    self.now = now
    self.meanRating = meanRating
    self.corrections = corrections
  }

  init(_ text: String, for query: Query) throws(QueryError) {
    guard let data = Data(base64Encoded: text), var bytes = CursorBytes(data), let cursor = Cursor(&bytes),
      (Instant.distantPast..<Instant.distantFuture).contains(cursor.now)
    else { throw .badCursor(text) }
    guard bytes.fingerprint == Fingerprint(of: query).value else {
      throw .conflict(
        "after: this cursor belongs to another query; only limit, fields and total may change between pages")
    }
    self = cursor
  }

  /// The text of the cursor.
  func text(for query: Query) -> String {
    var bytes = CursorBytes(fingerprint: Fingerprint(of: query).value)
    bytes.append(now.secondsSince1970)
    bytes.append(meanRating ?? .nan)
    // Without sort keys a query near a place is ordered by distance.
    let count = min(max(query.sort.count, 1), RankKey.capacity)
    bytes.append(Int64(count))
    for position in 0..<count { bytes.append(key[position]) }
    bytes.append(starts)
    bytes.append(id)
    if let name = key.name { bytes.append(name) }
    if !corrections.isEmpty {
      if key.name == nil { bytes.appendNoText() }
      bytes.append(corrections.code)
    }
    return Base64.text(of: bytes.bytes)
  }

  private init?(_ bytes: inout CursorBytes) {
    guard let now = bytes.nextInteger(), let mean = bytes.nextDouble(), let count = bytes.nextInteger(),
      (0...Int64(RankKey.capacity)).contains(count)
    else { return nil }
    var key = RankKey()
    for position in 0..<Int(count) {
      guard let number = bytes.nextDouble() else { return nil }
      key[position] = number
    }
    guard let starts = bytes.nextInteger(), let id = bytes.nextText() else { return nil }
    key.name = bytes.nextText()
    guard let corrections = [WordCorrection](code: bytes.nextText() ?? "") else { return nil }
    self.init(
      key: key, id: id, starts: starts, now: Instant(secondsSince1970: now), meanRating: mean.isNaN ? nil : mean,
      corrections: corrections)
  }
}

// MARK: Recommendations

extension Cursor {
  /// The place where a list of recommendations continues.
  struct Recommended: Hashable {
    /// The number of results before it.
    var position: Int
    /// The number of best results that diversity reorders, as on the first page.
    var pool: Int
  }

  init(_ place: Recommended, last id: String, now: Instant, meanRating: Double, corrections: [WordCorrection]) {
    var key = RankKey()
    key[0] = Double(place.position)
    self.init(
      key: key, id: id, starts: Int64(place.pool), now: now, meanRating: meanRating, corrections: corrections)
  }

  /// Nil for a cursor of another order.
  var recommended: Recommended? {
    guard let position = Int(exactly: key[0]), let pool = Int(exactly: starts), (0...Self.farthest).contains(position),
      (0...Self.farthest).contains(pool)
    else { return nil }
    return Recommended(position: position, pool: pool)
  }

  /// More results than any list has.
  private static let farthest = 1 << 40
}
