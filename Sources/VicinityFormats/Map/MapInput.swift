import Streams
import Vicinity

/// The input of a map: its contents, or the answer to a query.
public enum MapInput: Sendable {
  /// Contents, drawn unchanged.
  case contents(MapContents)
  /// A query whose answer is drawn.
  case query(Query)

  /// Parses GeoJSON, results as JSON Lines, or a query in its JSON form.
  ///
  /// An object with `type` is GeoJSON, one with `lat` and `lon` a result, any other a query. Text of several lines may
  /// have an object on each: a result, a GeoJSON feature, or the facets of an answer, which are skipped.
  /// - Throws: `MapError` or `QueryError`.
  public init(parsing text: [UInt8]) throws {
    let value: JSONValue
    do { value = try JSONParser.parse(text) } catch {
      guard let lines = try MapContents(lines: text) else { throw MapError.notJSON(error) }
      self = .contents(lines)
      return
    }
    if let object = value.object, object["type"] == nil, !object.members.isEmpty {
      self = try object.isResult ? .contents(MapContents([MapFeature(result: object)])) : .query(Query(json: value))
    } else {
      self = .contents(try MapContents(value))
    }
  }
}
