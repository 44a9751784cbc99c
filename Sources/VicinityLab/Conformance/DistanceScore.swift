import Foundation
import Geography
import Streams

/// The errors of our distances against a reference, by band of distance.
public struct DistanceScore: Sendable {
  /// The figure of the Earth.
  public let metric: Metric
  /// Malformed rows.
  public private(set) var unreadable = 0
  /// The bands in order, including those without cases.
  public private(set) var bands: [Band]

  /// Errors of the distances of one band.
  public struct Band: Hashable, Sendable {
    /// The upper end of the band in meters, inclusive.
    public var upTo: Double
    /// The number of pairs.
    public var count = 0
    /// The sum of the absolute errors in meters.
    public var sum = 0.0
    /// The largest absolute error in meters.
    public var largest = 0.0
    /// The largest error divided by the distance.
    public var largestShare = 0.0
    /// The largest error of an initial azimuth, as the sideways displacement of the far end in meters.
    public var sideways = 0.0

    /// The mean absolute error in meters.
    public var mean: Double { count == 0 ? 0 : sum / Double(count) }
  }

  /// Ends of the bands in meters. Up to 300 km the local form is used, beyond it the geodesic's series.
  static let ends: [Double] = [0, 1e3, 5e4, 3e5, 1e6, 5e6, 1e7, 1.5e7, 1.99e7, .infinity]

  init(metric: Metric) {
    self.metric = metric
    bands = Self.ends.map { Band(upTo: $0) }
  }

  mutating func countUnreadable() { unreadable += 1 }

  mutating func add(_ expected: (meters: Double, azimuth: Double?), from origin: DistanceOrigin, to end: Coordinate) {
    guard let index = bands.firstIndex(where: { expected.meters <= $0.upTo }) else { return countUnreadable() }
    let error = abs(origin.meters(to: end) - expected.meters)
    bands[index].count += 1
    bands[index].sum += error
    bands[index].largest = max(bands[index].largest, error)
    guard expected.meters > 0 else { return }
    bands[index].largestShare = max(bands[index].largestShare, error / expected.meters)
    guard let azimuth = expected.azimuth else { return }
    let turn = (origin.azimuth(to: end) - azimuth).remainder(dividingBy: 360)
    bands[index].sideways = max(bands[index].sideways, Self.sideways(turn, expected.meters))
  }

  /// The approximate displacement of the end of a path by a turn of its start: on the sphere, R sin(s / R) per radian.
  private static func sideways(_ degrees: Double, _ meters: Double) -> Double {
    abs(degrees) * .pi / 180 * Ellipsoid.meanRadiusMeters * abs(sin(meters / Ellipsoid.meanRadiusMeters))
  }
}

extension DistanceScore {
  /// A table of the bands with cases, and of all of them together.
  public var text: String {
    let used = bands.filter { $0.count > 0 }
    let cells = [Self.titles] + used.map { $0.cells(called: title($0)) } + [total.cells(called: "all")]
    let widths = Self.titles.indices.map { column in cells.map(\.[column].displayWidth).max() ?? 0 }
    let lines = cells.map { row in
      zip(row, widths).enumerated().map { index, cell in cell.0.padded(to: cell.1, alignedRight: index > 0) }
        .joined(separator: "  ")
    }
    let rest = unreadable == 0 ? [] : [unreadable.counted("row is no case", "rows are no cases")]
    return (lines + rest).joined(separator: "\n")
  }

  private static let titles = ["DISTANCE", "CASES", "MEAN", "LARGEST", "RELATIVE", "SIDEWAYS"]

  private func title(_ band: Band) -> String {
    if band.upTo == 0 { return "same position" }
    guard band.upTo.isFinite else { return "beyond" }
    return "up to \(Distance(meters: band.upTo))"
  }

  /// All bands as one.
  public var total: Band {
    bands.reduce(into: Band(upTo: .infinity)) { sum, band in
      sum.count += band.count
      sum.sum += band.sum
      sum.largest = max(sum.largest, band.largest)
      sum.largestShare = max(sum.largestShare, band.largestShare)
      sum.sideways = max(sum.sideways, band.sideways)
    }
  }
}

extension DistanceScore.Band {
  fileprivate func cells(called name: String) -> [String] {
    let share = largestShare == 0 ? "0" : String(format: "%.1e", largestShare)
    return [name, "\(count)", Self.length(mean), Self.length(largest), share, Self.length(sideways)]
  }

  /// A length in a suitable unit.
  private static func length(_ meters: Double) -> String {
    for (unit, size) in [("km", 1e3), ("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)] where meters >= size {
      return String(format: "%.2f \(unit)", meters / size)
    }
    return meters == 0 ? "0" : String(format: "%.1f nm", meters * 1e9)
  }
}
