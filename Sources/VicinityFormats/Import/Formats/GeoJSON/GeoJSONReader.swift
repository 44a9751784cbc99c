import Geography
import Streams
import Vicinity

/// Reads GeoJSON features: OSM elements, output of Vicinity, or anything described by a column map.
final class GeoJSONReader: ListingReader {
  private let elements: any JSONElementStream
  private let path: String
  private let scope: OSMScope
  private let lifecycle: OSMLifecycle
  private let map: ColumnMap
  /// The names of the catalog's custom fields that are lists.
  private let ownLists: [String]
  private var osm: OSMListing
  private var canonical: ListingDecoder
  private var anonymous: AnonymousIds
  /// The features so far, whether they were understood or not.
  private var count = 0

  init(_ elements: any JSONElementStream, path: String, options: ImportOptions) {
    self.elements = elements
    self.path = path
    scope = OSMScope(include: options.include)
    lifecycle = OSMLifecycle(scope: scope, now: options.now ?? .now)
    map = options.map
    ownLists = options.ownFields.filter { $0.type == .list }.map(\.name)
    osm = OSMListing(options)
    canonical = options.decoder
    anonymous = AnonymousIds(source: options.source ?? ImportOptions.sourceName(of: path))
  }

  func next() throws(InputError) -> ImportedRow? {
    guard let element = try elements.next() else { return nil }
    count += 1
    switch element.value {
    case .failure(let error):
      return ImportedRow(line: element.line, .rejected(.notJSON(problem: error.problem, column: error.offset + 1)))
    case .success(let value):
      guard let feature = value.object else {
        return ImportedRow(line: element.line, .rejected(.notAnObject(found: value.typeName)))
      }
      return row(feature, line: element.line)
    }
  }

  var rowText: String { elements.text }

  var remarks: ReaderRemarks {
    var remarks = osm.remarks
    remarks.add(canonical.remarks)
    remarks.noteForeignText(firstLine: elements.firstForeignLine)
    remarks.noteFrame(elements.frame, features: count)
    if anonymous.count > 0 {
      remarks.notes.append(
        anonymous.count == 1
          ? "1 feature without id got one made of its name and position."
          : "\(anonymous.count) features without id got one made of their name and position.")
    }
    return remarks
  }

  private func row(_ feature: JSONObject, line: Int) -> ImportedRow {
    let properties = feature["properties"]?.object ?? JSONObject()
    if properties["kind"]?.string.flatMap(Kind.init(rawValue:)) != nil, map.isEmpty {
      return ImportedRow(line: line) { () throws(RowRejection) in .listing(try canonicalListing(feature, properties)) }
    }
    let isVegetarianMap = VegetarianMap.isSource(of: properties)
    let tags = OSMTags(
      isVegetarianMap
        ? VegetarianMap.osmTags(properties)
        : OverturePlace.isSource(of: properties) ? OverturePlace.osmTags(properties) : properties)
    return ImportedRow(line: line) { () throws(RowRejection) in
      let geometry = feature["geometry"]
      let system = try system(of: feature)
      let outcome = lifecycle.outcome(tags)
      let skips = !isVegetarianMap && map.isEmpty
      if skips, let reason = reasonToSkip(outcome) {
        if let meters = GeoJSONGeometry.projectionRejection(of: geometry, in: system) { throw meters }
        return .skipped(reason)
      }
      let position = try GeoJSONGeometry.position(of: geometry, in: system)
      switch outcome {
      case .place(let place, let status): return .listing(try listing(feature, place, status, at: position))
      // A column map takes every feature.
      case .gone: return .listing(try listing(feature, tags, .closed, at: position))
      }
    }
  }

  private func reasonToSkip(_ outcome: OSMLifecycle.Outcome) -> String? {
    switch outcome {
    case .gone(let tag): tag
    case .place(let place, _): scope.reasonToSkip(place)
    }
  }

  private func listing(
    _ feature: JSONObject, _ tags: OSMTags, _ status: OperatingStatus?, at position: Coordinate
  ) throws(RowRejection) -> Listing {
    var listing = try osm.listing(id: OSMIdentifier.id(of: feature, tags) ?? "", at: position, tags, status)
    if listing.id.isEmpty { listing.id = anonymous.id(listing.name, position) }
    return listing
  }

  /// A feature of Vicinity's own GeoJSON output, with canonical keys as properties.
  private func canonicalListing(_ feature: JSONObject, _ properties: JSONObject) throws(RowRejection) -> Listing {
    let position = try GeoJSONGeometry.position(of: feature["geometry"], in: try system(of: feature))
    var object = properties
    if object["id"] == nil { object["id"] = feature["id"] }
    object["lat"] = .double(position.latitude)
    object["lon"] = .double(position.longitude)
    // Formats without lists or objects have them as one text.
    for key in [Field.tags, .images].map(\.rawValue) {
      if let text = object[key]?.string { object[key] = .array(TagText.tags(in: text).map { .string($0) }) }
    }
    for key in [Field.names, .links].map(\.rawValue) + ownLists {
      guard let text = object[key]?.string, "{[".contains(text.prefix(1)) else { continue }
      if let value = try? JSONParser.parse(text.utf8) { object[key] = value }
    }
    return try canonical.listing(object)
  }

  /// The system of a feature's coordinates: its own, else that of the collection (GeoJSON 2008, section 3).
  private func system(of feature: JSONObject) throws(RowRejection) -> CoordinateSystem {
    try CoordinateSystem(feature["crs"] ?? elements.frame["crs"])
  }
}
