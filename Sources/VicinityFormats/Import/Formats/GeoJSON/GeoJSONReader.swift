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
  private var osm: OSMListing
  private var canonical: ListingDecoder
  private var mapped: MappedListing
  private var anonymous: AnonymousIds
  /// The features so far, whether they were understood or not.
  private var count = 0

  init(_ elements: any JSONElementStream, path: String, options: ImportOptions) {
    self.elements = elements
    self.path = path
    scope = OSMScope(include: options.include)
    lifecycle = OSMLifecycle(scope: scope, now: options.now ?? .now)
    map = options.map
    osm = OSMListing(options)
    canonical = options.decoder
    mapped = MappedListing(options)
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
    remarks.add(mapped.remarks)
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
      let outcome = lifecycle.outcome(tags)
      let skips = !isVegetarianMap && map.isEmpty
      if skips, let reason = reasonToSkip(outcome) {
        if let meters = GeoJSONGeometry.projectionRejection(of: geometry) { throw meters }
        return .skipped(reason)
      }
      let position = try GeoJSONGeometry.position(of: geometry)
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
    var listing = osm.listing(id: OSMIdentifier.id(of: feature, tags) ?? "", at: position, tags, status)
    if !map.isEmpty {
      try mapped.apply({ tags[$0] }, map, to: &listing)
      // The dates of an event are its own.
      if listing.kind == .event, map.origins[.operatingStatus] == nil { listing.operatingStatus = nil }
    }
    mapped.applyOwn({ tags[$0] }, to: &listing)
    if listing.id.isEmpty { listing.id = anonymous.id(listing.name, position) }
    return listing
  }

  /// A feature of Vicinity's own GeoJSON output, with canonical keys as properties.
  private func canonicalListing(_ feature: JSONObject, _ properties: JSONObject) throws(RowRejection) -> Listing {
    let position = try GeoJSONGeometry.position(of: feature["geometry"])
    var object = properties
    if object["id"] == nil { object["id"] = feature["id"] }
    object["lat"] = .double(position.latitude)
    object["lon"] = .double(position.longitude)
    // Formats without lists have them as one text.
    if let text = object["tags"]?.string { object["tags"] = .array(TagText.tags(in: text).map { .string($0) }) }
    return try canonical.listing(object)
  }
}
