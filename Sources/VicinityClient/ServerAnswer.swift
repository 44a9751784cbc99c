import CivilTime
import Geography
import Streams
import Vicinity

/// A server's answer to a query: the members of an answer line; see `docs/queries.md`.
///
/// Its `Codable` form is that line, so that an app can store an answer and show it without the server.
public struct ServerAnswer: Hashable, Sendable, Codable {
  /// The whole answer.
  public let json: JSONValue

  init(json: JSONValue) { self.json = json }

  /// Decodes the object of an answer.
  public init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }

  /// Encodes the object of the answer.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// The results in the order that was asked for.
  public var results: [Result] {
    json.object?["results"]?.array?.compactMap(\.object).map(Result.init) ?? []
  }
  /// The number of all matches, when it was asked for.
  public var total: Int? { json.object?["total"]?.integer }
  /// For `Query.after`; nil when there are no more results.
  public var next: String? { json.object?["next"]?.string }

  /// A result: the fields that were asked for, by their names.
  public struct Result: Hashable, Sendable {
    /// All fields.
    public let fields: JSONObject

    init(_ fields: JSONObject) { self.fields = fields }

    /// The id of the listing; empty when it was not asked for.
    public var id: String { fields["id"]?.string ?? "" }
    /// The kind of the listing.
    public var kind: Kind? { fields["kind"]?.string.flatMap(Kind.init) }
    /// The name.
    public var name: String? { fields["name"]?.string }
    /// The position; nil without `lat` and `lon`.
    public var coordinate: Coordinate? {
      guard let latitude = fields["lat"]?.number, let longitude = fields["lon"]?.number else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    /// The distance in meters.
    public var distance: Double? { fields["distance"]?.number }
    /// The price in major units of `currency`.
    public var price: Double? { fields["price"]?.number }
    /// The mean rating, 0 to 5.
    public var rating: Double? { fields["rating"]?.number }
    /// `open`, `closed` or `unknown`, or for how long, as the server says.
    public var open: String? { fields["open"]?.string }
  }
}
