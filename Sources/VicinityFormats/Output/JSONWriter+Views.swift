import Geography
import Streams
import Vicinity

extension JSONWriter {
  /// Writes the member `facets`: an object of arrays of `{"value":"bar","count":31}`; matches without a value have
  /// `null`.
  mutating func facets(_ facets: [FacetCounts]) {
    key("facets")
    object { json in
      for counts in facets {
        json.key(counts.facet.rawValue)
        json.array { json in
          for value in counts.values { json.count(value.count) { $0.string(value.value) } }
          if counts.without > 0 { json.count(counts.without) { $0.null() } }
        }
      }
    }
  }

  private mutating func count(_ count: Int, of value: (inout JSONWriter) -> Void) {
    object { json in
      json.key("value")
      value(&json)
      json.key("count")
      json.int(count)
    }
  }

  /// Writes the member `clusters`, an array.
  mutating func clusters(_ clusters: [Cluster]) {
    key("clusters")
    array { json in
      for cluster in clusters { json.object { $0.members(of: cluster) } }
    }
  }

  /// Writes `cell`, `lat`, `lon`, `count`, `bbox` in the order of GeoJSON, and `id` for a single listing.
  mutating func members(of cluster: Cluster) {
    key("cell")
    string(cluster.cell)
    key("lat")
    double(cluster.coordinate.latitude, decimals: 7)
    key("lon")
    double(cluster.coordinate.longitude, decimals: 7)
    key("count")
    int(cluster.count)
    boundingBox(cluster.box)
    guard let id = cluster.id else { return }
    key("id")
    string(id)
  }

  /// Writes the member `bbox`: west, south, east, north, to 10^-7 degrees.
  mutating func boundingBox(_ box: BoundingBox) {
    key("bbox")
    array { json in
      for side in box.bbox { json.double(side, decimals: 7) }
    }
  }
}
