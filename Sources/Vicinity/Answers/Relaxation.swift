import Streams

/// A single change of a query that gives more results than it has, the smallest of its kind.
///
/// "The smallest" means: with any lesser change of the same condition there are as many results as before. Distances are told to the
/// millimeter, times to the minute, dates to the day.
public struct Relaxation: Sendable {
  /// The key of the condition in the JSON form, such as `radius`, `open`, `tags.none`.
  public var filter: String
  /// By how much the condition changes, in `unit`; nil where it is left out. Days earlier are below zero.
  public var change: Double?
  /// What the change counts.
  public var unit: MarginUnit?
  /// The currency of a change of money; nil for others, and where it is not known.
  public var currency: String?
  /// The tag that is given up; nil for other conditions.
  public var tag: String?
  /// The query with the change.
  public var query: Query
  /// How many results it has, whatever its limit.
  public var results: Int

  /// The new value of the condition as the JSON form has it; nil where it is left out.
  public var value: JSONValue? {
    guard change != nil else { return nil }
    let form = query.json.object
    switch filter {
    case "open": return form?["open"]?.object?["waitUpTo"]
    case "during": return form?["during"]?.object?["to"]
    case "stay", "within", "radius": return form?[filter]
    default:
      let path = filter.split(separator: ".").map(String.init)
      if path.count == 2, let value = form?[path[0]]?.object?[path[1]] { return value }
      return path[0] == "price" ? form?["price"] : nil
    }
  }
}
