/// The two clocks that a measurement reads, in nanoseconds from any fixed start.
///
/// They are arguments like every clock of the engine, so that a test decides how time goes by.
public struct BenchClock: Sendable {
  /// The time that goes by for everybody; never goes back.
  public var wall: @Sendable () -> UInt64
  /// The time that the calling thread has spent on a core.
  public var cpu: @Sendable () -> UInt64

  /// Takes the clocks.
  public init(wall: @escaping @Sendable () -> UInt64, cpu: @escaping @Sendable () -> UInt64) {
    self.wall = wall
    self.cpu = cpu
  }
}
