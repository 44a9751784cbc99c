import CivilTime
import Geography

/// The most that a query may say of each thing; `docs/queries.md` lists them.
///
/// They are far beyond what people ask, and keep the time and memory of a question from growing with the length of its
/// text.
public enum QueryLimits {
  /// Bytes of UTF-8 of an id.
  public static let longestId = 1000
  /// Bytes of UTF-8 of the name of a place or an area.
  public static let longestName = 1000
  /// Bytes of UTF-8 of words to look for.
  public static let longestText = 2000
  /// Words to look for.
  public static let mostWords = 64
  /// Bytes of UTF-8 of a tag.
  public static let longestTag = 400
  /// Tags in each of `any`, `all` and `none`.
  public static let mostTags = 100
  /// How many kinds, keys of an order, fields or facets may be listed.
  public static let mostListed = 100
  /// Origins of a group.
  public static let mostOrigins = 1000
  /// Positions of a way.
  public static let mostPositions = 500_000
  /// Vertices of all polygons of an area.
  public static let mostVertices = 1_000_000
  /// Days from the beginning to the end of an opening.
  public static let longestOpening = 366
  /// Nights of a stay, and between the dates among which one is looked for: two years.
  public static let longestStay = CouchCalendar.longestStay
  /// Outings and crawls of one answer.
  public static let mostOutings = 1000
}
