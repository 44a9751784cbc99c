/// The two clocks of a measurement, in nanoseconds from any fixed start.
///
/// Passed as arguments like every clock of the engine, so that tests control the time.
public struct BenchClock: Sendable {
  /// Wall-clock time; monotonic.
  public var wall: @Sendable () -> UInt64
  /// CPU time of the calling thread.
  public var cpu: @Sendable () -> UInt64

  /// Makes a pair of clocks.
  public init(wall: @escaping @Sendable () -> UInt64, cpu: @escaping @Sendable () -> UInt64) {
    self.wall = wall
    self.cpu = cpu
  }
}
