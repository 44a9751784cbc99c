import CommandSupport
import Geography
import Streams
import Vicinity

/// Places among the arguments: coordinates, or names of cities.
struct PlaceArguments {
  private let catalog: CatalogOptions

  init(_ catalog: CatalogOptions) { self.catalog = catalog }

  /// The coordinate of a place as the JSON form of an origin.
  func origin(_ text: String) throws -> JSONValue {
    let place = try coordinate(text)
    return .object(JSONObject([("lat", .double(place.latitude)), ("lon", .double(place.longitude))]))
  }

  /// The coordinate of a place.
  /// - Throws: `QueryError`, and `GazetteerError` for names that are not known.
  func coordinate(_ text: String) throws -> Coordinate {
    let place = try TextForm.place(text.asTyped, at: "LAT,LON")
    let query = try OptionNames.query.speaking { try Query(json: .object(JSONObject([("near", place)]))) }
    if let near = query.near { return near }
    let located = try catalog.open().located(query)
    guard let near = located.near else { throw GazetteerError.unknownPlace(text, similar: []) }
    return near
  }
}
