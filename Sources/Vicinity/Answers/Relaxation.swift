import Streams

/// The smallest change of one condition of a query that gives more results.
///
/// "Smallest" means that any lesser change of the same condition gives no additional result. Distances are exact to the
/// millimeter, times to the minute, dates to the day.
public struct Relaxation: Sendable {
  /// The key of the condition in the JSON form, such as `radius`, `open`, `tags.none`.
  public var filter: String
  /// The amount of the change in `unit`; nil where the condition is dropped. Earlier days are negative.
  public var change: Double?
  /// The unit of the change.
  public var unit: MarginUnit?
  /// The currency of a price change; nil for others, and if it is unknown.
  public var currency: String?
  /// The tag that is dropped; nil for other conditions.
  public var tag: String?
  /// The part of the filter expression that is dropped, as CQL2 text; nil for other conditions.
  public var expression: String?
  /// The words or the tag of the query that no listing has, if they are replaced.
  public var unknown: [String] = []
  /// The nearest ones that listings have, in the same order.
  public var nearest: [String] = []
  /// The changed query.
  public var query: Query
  /// The number of its results, regardless of its limit.
  public var results: Int

  /// The new value of the condition as in the JSON form; nil where the condition is dropped.
  public var value: JSONValue? {
    guard change != nil || !unknown.isEmpty else { return nil }
    let form = query.json.object
    switch filter {
    case "open": return form?["open"]?.object?["waitUpTo"]
    case "during": return form?["during"]?.object?["to"]
    case "stay", "within", "radius", "text": return form?[filter]
    default:
      let path = filter.split(separator: ".").map(String.init)
      if path.count == 2, let value = form?[path[0]]?.object?[path[1]] { return value }
      return path[0] == "price" || path[0] == "nightPrice" ? form?[path[0]] : nil
    }
  }
}
