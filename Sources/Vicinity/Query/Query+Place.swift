import Geography
import Streams

extension Query {
  /// Reads `near`: a coordinate, the name of a place, or a list of origins.
  mutating func readOrigin(_ value: JSONValue, _ members: QueryMembers) throws(QueryError) {
    if let origins = value.array {
      try readGroup(origins, members)
    } else if let name = value.string {
      try readPlaceName(name)
    } else {
      near = try Coordinate(queryJSON: value, path: "near")
    }
  }

  /// The value of `near`.
  var originJSON: JSONValue? {
    if let place { return .string(place) }
    if let group { return .array(group.origins.map(\.json)) }
    return near.map { .object(JSONObject([("lat", .double($0.latitude)), ("lon", .double($0.longitude))])) }
  }
}

extension Coordinate {
  fileprivate init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let members = try QueryMembers(value, path: path, keys: ["lat", "lon"], example: #"{"lat":48.7758,"lon":9.1829}"#)
    try self.init(members)
  }

  /// The members `lat` and `lon` of an object.
  init(_ members: QueryMembers) throws(QueryError) {
    let latitude = try members.required("lat").queryFiniteNumber(at: members.path(of: "lat"), example: "48.7758")
    let longitude = try members.required("lon").queryFiniteNumber(at: members.path(of: "lon"), example: "9.1829")
    self.init(latitude: latitude, longitude: longitude)
    try checkRange(path: members.path, latitudeKey: "lat", longitudeKey: "lon")
  }

  private func checkRange(path: String, latitudeKey: String, longitudeKey: String) throws(QueryError) {
    guard abs(latitude) <= 90 else {
      let hint = abs(longitude) <= 90 && abs(latitude) <= 180 ? "Are latitude and longitude swapped?" : nil
      throw .outOfRange(path: "\(path).lat", found: "\(latitude)", allowed: "degrees from -90 to 90", hint: hint)
    }
    guard abs(longitude) <= 180 else {
      throw .outOfRange(path: "\(path).lon", found: "\(longitude)", allowed: "degrees from -180 to 180")
    }
  }
}

extension BoundingBox {
  init(queryJSON value: JSONValue, path: String, keys: [String] = ["bbox"]) throws(QueryError) {
    let example = "[9.1,48.7,9.3,48.9]"
    let members = try QueryMembers(value, path: path, keys: keys, example: #"{"bbox":\#(example)}"#)
    let place = members.path(of: "bbox")
    let list = try members.required("bbox")
    guard let corners = list.array, corners.count == 4 else {
      let found = list.array.map { "an array of \($0.count)" } ?? list.typeName
      throw .wrongType(path: place, found: found, expected: "four numbers: west, south, east, north", example: example)
    }
    var degrees: [Double] = []
    for (index, corner) in corners.enumerated() {
      degrees.append(try corner.queryFiniteNumber(at: "\(place)[\(index)]", example: "9.1"))
    }
    self.init(south: degrees[1], west: degrees[0], north: degrees[3], east: degrees[2])
    try checkCorners(path: place, found: list.text)
    self = continued
  }

  /// The box with longitudes from -180 to 180: maps continue beyond the date line, and ask for 175 to 190 there.
  private var continued: BoundingBox {
    guard abs(west) > 180 || abs(east) > 180 else { return self }
    if east - west >= 360 { return BoundingBox(south: south, west: -180, north: north, east: 180) }
    func turned(_ longitude: Double) -> Double {
      abs(longitude) > 180 ? longitude - 360 * (longitude / 360).rounded() : longitude
    }
    return BoundingBox(south: south, west: turned(west), north: north, east: turned(east))
  }

  private func checkCorners(path: String, found: String) throws(QueryError) {
    let order = "The order is west, south, east, north, in degrees."
    guard abs(south) <= 90, abs(north) <= 90 else {
      throw .outOfRange(path: path, found: found, allowed: "between latitudes -90 and 90", hint: order)
    }
    guard abs(west) <= 540, abs(east) <= 540 else {
      throw .outOfRange(
        path: path, found: found, allowed: "between longitudes -180 and 180, or up to 360 beyond them", hint: order)
    }
    guard west <= east || max(abs(west), abs(east)) <= 180 else {
      throw .outOfRange(
        path: path, found: found, allowed: "a box whose west is not above its east beyond the date line", hint: order)
    }
    guard south <= north else {
      throw .outOfRange(path: path, found: found, allowed: "a box whose south is not above its north", hint: order)
    }
  }
}

extension JSONValue {
  fileprivate func queryFiniteNumber(at path: @autoclosure () -> String, example: String) throws(QueryError) -> Double {
    let greatest = Double.greatestFiniteMagnitude
    return try queryNumber(at: path(), in: -greatest...greatest, allowed: "a finite number", example: example)
  }
}
