import Geography
import Streams
import Vicinity

extension Answer {
  /// The distance source, unless it is a single origin, as GeoJSON features: the origins of a group as points, a route
  /// as a line.
  ///
  /// A property `role` distinguishes them from listings: `origin`, `route`.
  func writeDistanceSource(_ feature: ((inout JSONWriter) -> Void) -> Void) {
    if let group = plan?.query.group {
      for (index, origin) in group.origins.enumerated() {
        feature { $0.origin(origin, number: index + 1, limit: group.limit(of: origin)) }
      }
    }
    if let along = plan?.query.along, let line = plan?.corridor?.line { feature { $0.route(along, line) } }
  }
}

extension AnswerOutline {
  /// The outline as a GeoJSON feature with its `role`, and its name if it has one.
  func write(to json: inout JSONWriter) {
    let polygons = shape.wound.polygons
    json.feature(
      polygons.count == 1 ? "Polygon" : "MultiPolygon",
      { json in
        if polygons.count == 1 { return json.rings(of: polygons[0]) }
        json.array { json in for polygon in polygons { json.rings(of: polygon) } }
      },
      { json in
        json.key("role")
        json.string(role.rawValue)
        guard let name else { return }
        json.key("name")
        json.string(name)
      })
  }
}

extension JSONWriter {
  fileprivate mutating func rings(of polygon: Polygon) {
    array { json in
      for ring in polygon.rings { json.array { json in for vertex in ring { json.position(vertex) } } }
    }
  }

  fileprivate mutating func origin(_ origin: Query.Group.Origin, number: Int, limit: Double) {
    feature("Point", { $0.position(origin.coordinate) }) { json in
      json.key("role")
      json.string("origin")
      json.key("number")
      json.int(number)
      if let member = origin.member {
        json.key("member")
        json.string(member)
      }
      if limit < .infinity { json.meters("max", limit) }
    }
  }

  fileprivate mutating func route(_ along: Query.Along, _ line: Polyline) {
    feature("LineString", { json in json.array { json in for vertex in along.line { json.position(vertex) } } }) {
      json in
      json.key("role")
      json.string("route")
      json.meters("width", along.widthMeters)
      json.meters("from", line.startMeters)
      json.meters("length", line.endMeters)
    }
  }

  fileprivate mutating func feature(
    _ type: String, _ coordinates: (inout JSONWriter) -> Void, _ properties: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.key("type")
      json.string("Feature")
      json.key("geometry")
      json.object { json in
        json.key("type")
        json.string(type)
        json.key("coordinates")
        coordinates(&json)
      }
      json.key("properties")
      json.object(properties)
    }
  }

  fileprivate mutating func position(_ coordinate: Coordinate) {
    array { json in
      json.double(coordinate.longitude, decimals: 7)
      json.double(coordinate.latitude, decimals: 7)
    }
  }

  private mutating func meters(_ name: String, _ meters: Double?) {
    guard let meters else { return }
    key(name)
    double(meters, decimals: 3)
  }
}
