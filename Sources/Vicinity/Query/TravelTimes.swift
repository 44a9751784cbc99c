import Geography

/// Knows how long ways take, such as a router with a map of the roads.
///
/// Given to `Catalog.answer(_:at:travelTimes:within:)`, it decides when somebody arrives (`Query.Opening.arriving`). Distances and their order stay
/// those of the straight line, so that answers stay exact.
public protocol TravelTimes: Sendable {
  /// The seconds from one place to another; nil where it does not know, which leaves it to the straight line.
  ///
  /// Asked once or a few times for each listing that passes the other tests, by several threads at once.
  func seconds(from start: Coordinate, to end: Coordinate, by travel: Query.Travel) -> Double?
}

/// The model that is used without a router: the straight line times a detour factor, divided by a speed.
public struct StraightLineTravel: TravelTimes {
  /// What distances are measured on.
  public var metric: Metric

  /// Makes the model.
  public init(metric: Metric = .wgs84) { self.metric = metric }

  /// The seconds from one place to another.
  public func seconds(from start: Coordinate, to end: Coordinate, by travel: Query.Travel) -> Double? {
    metric.meters(from: start, to: end) * travel.detourFactor / travel.metersPerSecond
  }
}
