import CivilTime
import Geography

/// The limits on the parts of a query; listed in `docs/queries.md`.
///
/// They are far beyond real queries, and prevent time and memory from growing with the length of the text.
public enum QueryLimits {
  /// Bytes of UTF-8 of an id.
  public static let longestId = 1000
  /// Bytes of UTF-8 of the name of a place or an area.
  public static let longestName = 1000
  /// Bytes of UTF-8 of the search text.
  public static let longestText = 2000
  /// Bytes of UTF-8 of a filter expression as text.
  public static let longestFilter = 100_000
  /// Conditions of a filter expression, and values in its lists.
  public static let mostConditions = 2000
  /// Conditions of a query, such as `open`, in a filter expression.
  public static let mostQueryConditions = 100
  /// Bytes of UTF-8 of a pattern in a filter expression.
  public static let longestPattern = 1000
  /// Levels of a filter expression.
  public static let deepestFilter = 64
  /// Words of the search text.
  public static let mostWords = 64
  /// Bytes of UTF-8 of a tag.
  public static let longestTag = 400
  /// Tags in each of `any`, `all` and `none`.
  public static let mostTags = 100
  /// Kinds, sort keys, fields or facets.
  public static let mostListed = 100
  /// Origins of a group.
  public static let mostOrigins = 1000
  /// Positions of a route.
  public static let mostPositions = 500_000
  /// Vertices of all polygons of an area.
  public static let mostVertices = 1_000_000
  /// Days of a time span of opening.
  public static let longestOpening = 366
  /// Nights of a stay, and of the range of dates searched for one: two years.
  public static let longestStay = AvailabilityCalendar.longestStay
  /// Outings and bar itineraries of one answer.
  public static let mostOutings = 1000
}
