import Geography
import Streams

/// The nodes and ways that the listings of an OpenStreetMap file consist of, collected before the listings are read.
///
/// Memory grows with the ways and relations without a position, not with the file.
struct OverpassParts {
  private var neededNodes: Set<Int> = []
  private var neededWays: Set<Int> = []
  private var ways: [Int: [Int]] = [:]
  private var nodes: [Int: Coordinate] = [:]

  /// Reads the file in up to three passes: for missing positions, for ways of relations, for nodes.
  init(
    scope: OSMScope, lifecycle: OSMLifecycle, open: () throws -> any JSONElementStream
  ) throws {
    try Self.forEach(try open()) { element in need(element, scope, lifecycle) }
    if !neededWays.isEmpty { try Self.forEach(try open()) { element in takeWay(element) } }
    if !neededNodes.isEmpty { try Self.forEach(try open()) { element in takeNode(element) } }
  }

  /// The center of the nodes of a way, or of the ways and nodes of a relation; nil when none is known.
  func position(of element: JSONObject) -> Coordinate? {
    var bounds = GeoJSONGeometry.Bounds()
    let ofWays = OverpassElement.members(element, of: "way").flatMap { ways[$0] ?? [] }
    for node in OverpassElement.nodes(element) + OverpassElement.members(element, of: "node") + ofWays {
      if let position = nodes[node] { bounds.add(position) }
    }
    return bounds.middle
  }

  private mutating func need(_ element: JSONObject, _ scope: OSMScope, _ lifecycle: OSMLifecycle) {
    guard let tags = element["tags"]?.object, case .place(let place, _) = lifecycle.outcome(OSMTags(tags)),
      scope.reasonToSkip(place) == nil
    else { return }
    guard OverpassElement.position(element) == nil else { return }
    neededNodes.formUnion(OverpassElement.nodes(element))
    neededNodes.formUnion(OverpassElement.members(element, of: "node"))
    neededWays.formUnion(OverpassElement.members(element, of: "way"))
  }

  private mutating func takeWay(_ element: JSONObject) {
    guard element["type"]?.string == "way", let id = element["id"]?.integer, neededWays.contains(id) else { return }
    let parts = OverpassElement.nodes(element)
    ways[id] = parts
    for (node, position) in zip(parts, OverpassElement.vertices(element)) { nodes[node] = position }
    neededNodes.formUnion(parts.filter { nodes[$0] == nil })
  }

  private mutating func takeNode(_ element: JSONObject) {
    guard element["type"]?.string == "node", let id = element["id"]?.integer, neededNodes.contains(id) else { return }
    nodes[id] = OverpassElement.position(element)
  }

  private static func forEach(
    _ elements: any JSONElementStream, _ body: (JSONObject) -> Void
  ) throws(InputError) {
    while let element = try elements.next() {
      if case .success(.object(let object)) = element.value { body(object) }
    }
  }
}
