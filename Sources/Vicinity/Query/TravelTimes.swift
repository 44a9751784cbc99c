import Geography

/// A source of travel times, such as a router with road data.
///
/// Passed to `Catalog.answer(_:at:travelTimes:within:)`, it determines arrival times (`Query.Opening.arriving`).
/// Distances and their order are still those of the straight line, so that answers stay exact.
public protocol TravelTimes: Sendable {
  /// The seconds from one place to another; nil if unknown, in which case the straight line is used.
  ///
  /// Called once or a few times for each listing that passes the other filters, from several threads concurrently.
  func seconds(from start: Coordinate, to end: Coordinate, by travel: Query.Travel) -> Double?
}

/// The model used without a router: the straight line times a detour factor, divided by a speed.
public struct StraightLineTravel: TravelTimes {
  /// The figure of the Earth.
  public var metric: Metric

  /// Makes the model.
  public init(metric: Metric = .wgs84) { self.metric = metric }

  /// The travel time in seconds.
  public func seconds(from start: Coordinate, to end: Coordinate, by travel: Query.Travel) -> Double? {
    metric.meters(from: start, to: end) * travel.detourFactor / travel.metersPerSecond
  }
}
