import Geography
import Streams

extension QueryPart {
  /// The id of the query, and its caller.
  static let caller: [QueryPart] = [
    QueryPart(
      "id", .caller, role: .presentation,
      notes: [Note("id", "text or whole number", "repeated in the answer, as text")],
      read: { (query, value, members) throws(QueryError) in query.id = try Query.id(value, members) },
      json: { $0.id.map { .string($0) } }),
    QueryPart(
      "caller", .caller,
      notes: [
        Note(
          "caller", "the name of a member",
          "the caller: the locations of the caller's own couches, and of couches where the caller has a confirmed "
            + "stay, are exact; set by the program after authentication, see [privacy](privacy.md)")
      ],
      inputs: [
        QueryInput(
          "as", "caller", .text,
          "The member who runs the query: hosts, and guests with a confirmed stay, see the exact location.",
          "member", isRare: true, door: .onlyOptions)
      ],
      read: { (query, _, members) throws(QueryError) in
        query.caller = try members.string("caller", expected: "the name of a member", example: #""member-31""#)
      },
      json: { $0.caller.map { .string($0) } }),
  ]

  /// The places to search.
  static let place: [QueryPart] = [near, group, along, radius, within, outside, metric]

  private static let near = QueryPart(
    "near", .place,
    notes: [
      Note(
        "near", #"`{"lat": 48.7758, "lon": 9.1829}`"#, typed: ["LAT,LON"],
        "the origin of distances, in degrees (WGS 84)"),
      .also(
        #"`"Paris, US"`"#, typed: [#""NAME""#],
        "the coordinate of a place, by its name in the catalog's [gazetteer](gazetteer.md); an ambiguous name is an "
          + "error that lists the places"),
      .also(
        #"`[{"lat", "lon", "member", "max"}, …]`"#, typed: ["command meet"],
        "several origins, 1 to 1000: a meeting place, see [routes.md](routes.md); `max` is the maximum distance from "
          + "this one in meters"),
    ],
    inputs: [
      QueryInput(
        "near", nil, .place,
        "The origin of distances: latitude and longitude in degrees, such as `48.7758,9.1829` or `-33.9,151.2`, or "
          + "the name of a place, such as `Paris, US` (see gazetteer).",
        "lat,lon", example: "48.7758,9.1829")
    ],
    read: { (query, value, members) throws(QueryError) in try query.readOrigin(value, members) },
    json: \.originJSON)

  private static let group = QueryPart(
    "group", .place,
    notes: [
      Note(
        "group", #"`{"by": "worst", "max": 2000}`"#, typed: ["by", "cap"],
        "for several origins: whether the longest distance (default) or the `sum` decides; and the maximum distance "
          + "from each origin")
    ],
    read: { (query, _, _) throws(QueryError) in
      // Read with the origins.
      if query.group == nil { throw .missing(path: "near", neededBy: "group") }
    },
    json: { $0.group.flatMap(\.wishesJSON) })

  private static let along = QueryPart(
    "along", .place,
    notes: [
      Note(
        "along", #"`{"line": GeoJSON LineString, "width": 500, "from": 1200}`"#,
        typed: ["command along FILE {width} 500m {from} 1.2km"],
        "listings within `width` meters of a route, ahead of a position (meters, or a coordinate), see "
          + "[routes.md](routes.md)")
    ],
    read: { (query, value, _) throws(QueryError) in query.along = try Query.Along(queryJSON: value, path: "along") },
    json: { $0.along?.json },
    digest: { $0.along?.digest })

  private static let radius = QueryPart(
    "radius", .place, isInFilters: true,
    notes: [
      Note(
        "radius", "number", typed: ["radius 2km"],
        "the maximum distance in meters, inclusive; needs `near` or `along`")
    ],
    inputs: [
      QueryInput(
        "radius", nil, .distance, "The maximum distance: `500m`, `2km`, `1mi`, or meters.", "distance", example: "2km")
    ],
    read: { (query, _, members) throws(QueryError) in query.radiusMeters = try members.meters("radius") },
    json: { $0.radiusMeters.map { .double($0) } })

  private static let within = QueryPart(
    "within", .place, isInFilters: true,
    notes: [
      Note(
        "within", #"`{"bbox": [west, south, east, north]}`"#, typed: ["bbox W,S,E,N"],
        "inside this box, including its edges; `west > east` crosses the 180th meridian, and so do longitudes beyond "
          + "180. Longitudes -180 and 180 are the same meridian, and a box that reaches a pole contains every listing "
          + "there, whatever its longitude"),
      Note(
        "within", #"`{"area": "Kesselrand"}`, a GeoJSON geometry, or `{"bbox": …, "area" or "geometry": …}`"#,
        typed: ["within NAME", "within FILE.geojson"],
        "in a named area of the catalog or in polygons, including the boundary; see [areas](areas.md)"),
    ],
    inputs: [
      QueryInput(
        "bbox", "within.bbox", .box,
        "Only inside this box of degrees: west, south, east, north; west > east crosses the 180th meridian.",
        "west,south,east,north"),
      QueryInput(
        "within", "within.area", .area,
        "Only in this area: the name of an area in the catalog, or polygons as well-known text.", "area"),
    ],
    read: { (query, value, _) throws(QueryError) in try query.readWithin(value) },
    json: \.withinJSON,
    digest: { query in
      guard query.within != nil || query.area != nil else { return nil }
      return .array([query.within?.digest ?? .null, query.area?.digest ?? .null])
    })

  private static let outside = QueryPart(
    "outside", .place, isInFilters: true,
    notes: [
      Note("outside", #"the same, or `{"bbox": …}`"#, "outside this area; the boundary is part of the area")
    ],
    inputs: [
      QueryInput(
        "outside", nil, .area,
        "Only outside this area: the name of an area in the catalog, or polygons as well-known text.", "area",
        isRare: true)
    ],
    read: { (query, value, _) throws(QueryError) in query.outside = try Query.Area(queryJSON: value, path: "outside") },
    json: { $0.outside?.json },
    digest: { $0.outside?.digest },
    condition: PartCondition(
      isGiven: { $0.outside != nil }, copy: { $0.outside = $1.outside },
      expression: { $0.outside.map { .not(.within($0)) } ?? .constant(true) }, wanted: { _ in "outside the area" },
      found: { "\($0.listing.coordinate.latitude), \($0.listing.coordinate.longitude)" },
      without: "also inside the excluded area"))

  private static let metric = QueryPart(
    "metric", .place,
    notes: [
      Note("metric", #"`"wgs84"`, `"sphere"`"#, "the ellipsoid (default), or a sphere of 6 371 008.8 m")
    ],
    inputs: [
      QueryInput(
        "metric", nil, .word(["wgs84", "sphere"]), "The figure of the Earth: `wgs84` (default) or `sphere`.", "metric",
        isRare: true)
    ],
    read: { (query, _, members) throws(QueryError) in
      query.metric = try members.word("metric", of: Metric.self) ?? .wgs84
    },
    json: { $0.metric == .wgs84 ? nil : .string($0.metric.rawValue) })
}

// MARK: - Digests

/// Long shapes as one list of numbers.
extension Query.Area {
  fileprivate var digest: JSONValue {
    switch self {
    case .box(let box): box.digest
    case .named(let name): .string(name)
    case .shape(let shape):
      .array(shape.polygons.flatMap(\.rings).flatMap { [.int(Int64($0.count))] + $0.flatMap(\.digest) })
    }
  }
}

extension BoundingBox {
  fileprivate var digest: JSONValue { .array([south, west, north, east].map { .double($0) }) }
}

extension Query.Along {
  fileprivate var digest: JSONValue {
    .array([.double(widthMeters), from?.json ?? .null] + line.flatMap(\.digest))
  }
}

extension Coordinate {
  fileprivate var digest: [JSONValue] { [.double(latitude), .double(longitude)] }
}
