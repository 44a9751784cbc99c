import Foundation
import Geography
import Vicinity

extension BruteForce {
  /// The clusters of some matches, by the formula of the Web Mercator grid.
  package static func clusters(of matches: [Listing], zoom: Int) -> [Cluster] {
    let size = Double(1 << (zoom + 2))
    func cell(_ listing: Listing) -> [Int] {
      let (latitude, longitude) = (listing.coordinate.latitude, listing.coordinate.longitude)
      let x = longitude == 180 || abs(latitude) == 90 ? 0 : (longitude + 180) / 360 * size
      let y = (1 - asinh(tan(latitude * .pi / 180)) / .pi) / 2 * size
      return [zoom + 2, Int(max(0, min(size - 1, x.rounded(.down)))), Int(max(0, min(size - 1, y.rounded(.down))))]
    }
    let cells = Dictionary(grouping: matches, by: cell).map { cell, listings in
      Cluster(
        cell: cell.map(String.init).joined(separator: "/"),
        coordinate: listings.count == 1 ? listings[0].coordinate : mean(of: listings.map(\.coordinate)),
        count: listings.count, box: .world, id: listings.count == 1 ? listings[0].id : nil)
    }
    return cells.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      let (a, b) = (
        left.cell.split(separator: "/").map { Int($0) ?? 0 }, right.cell.split(separator: "/").map { Int($0) ?? 0 }
      )
      return (a[2], a[1]) < (b[2], b[1])
    }
  }

  private static func mean(of coordinates: [Coordinate]) -> Coordinate {
    func mean(_ degrees: [Double]) -> Double {
      Double(degrees.map { Int(($0 * 1e7).rounded()) }.reduce(0, +)) / (Double(degrees.count) * 1e7)
    }
    return Coordinate(
      latitude: mean(coordinates.map(\.latitude)),
      longitude: mean(coordinates.map { $0.longitude == 180 || abs($0.latitude) == 90 ? -180 : $0.longitude }))
  }

  /// The counts of a facet by value; matches without a value count as "".
  package static func counts(
    of facet: Query.Facet, among matches: [Listing], areas: [NamedArea] = []
  ) -> [String: Int] {
    let areas = areas.map { ($0.name, RayCasting($0.shape)) }
    var counts: [String: Int] = [:]
    for listing in matches {
      for value in values(of: facet, listing, areas) { counts[value, default: 0] += 1 }
    }
    return counts
  }

  private static func values(
    of facet: Query.Facet, _ listing: Listing, _ areas: [(name: String, shape: RayCasting)]
  ) -> [String] {
    switch facet {
    case .kind: return [listing.kind.rawValue]
    case .tag: return listing.tags.isEmpty ? [""] : listing.tags
    case .priceLevel: return [listing.priceLevel.map(String.init) ?? ""]
    case .category: return [listing.category?.rawValue ?? ""]
    case .accessible: return [listing.accessible?.rawValue ?? ""]
    case .operatingStatus: return [(listing.operatingStatus ?? .open).rawValue]
    case .priceBand:
      guard let amount = listing.price?.amount else { return [""] }
      if amount == 0 { return ["free"] }
      let bands =
        ["0-5": 0..<5, "5-10": 5..<10, "10-20": 10..<20, "20-50": 20..<50, "50-100": 50..<100]
        as [String: Range<Double>]
      return [bands.first { $0.value.contains(amount) }?.key ?? "100+"]
    case .rating:
      guard let rating = listing.rating else { return [""] }
      return [rating < 3 ? "0-3" : rating < 3.5 ? "3-3.5" : rating < 4 ? "3.5-4" : rating < 4.5 ? "4-4.5" : "4.5-5"]
    case .own, .nightPrice: return []
    case .area:
      let names = areas.filter { $0.shape.covers(listing.coordinate) }.map(\.name)
      return names.isEmpty ? [""] : names
    }
  }
}

extension Query.Facet {
  /// Facets that need no stay; the price of a night has a suite of its own.
  package static let withoutNights = allCases.filter { $0 != .nightPrice }
}
