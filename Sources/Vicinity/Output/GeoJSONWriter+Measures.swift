extension Answer {
  /// What distances are measured from where that is not one origin, as GeoJSON features: the origins of a group as points, a way as a line.
  ///
  /// A property `role` tells them from listings: `origin`, `route`.
  func writeMeasures(_ feature: ((inout JSONWriter) -> Void) -> Void) {
    for (index, origin) in (plan?.query.group?.origins ?? []).enumerated() {
      feature { $0.origin(origin, number: index + 1) }
    }
    if let along = plan?.query.along, let line = plan?.corridor?.line { feature { $0.route(along, line) } }
  }
}

extension JSONWriter {
  fileprivate mutating func origin(_ origin: Query.Group.Origin, number: Int) {
    feature("Point", { $0.position(origin.coordinate) }) { json in
      json.key("role")
      json.string("origin")
      json.key("number")
      json.int(number)
      if let member = origin.member {
        json.key("member")
        json.string(member)
      }
      json.meters("max", origin.max)
    }
  }

  fileprivate mutating func route(_ along: Query.Along, _ line: Polyline) {
    feature("LineString", { json in json.array { json in for vertex in along.line { json.position(vertex) } } }) {
      json in
      json.key("role")
      json.string("route")
      json.meters("width", along.width)
      json.meters("from", line.start)
      json.meters("length", line.end)
    }
  }

  private mutating func feature(
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

  private mutating func position(_ coordinate: Coordinate) {
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
