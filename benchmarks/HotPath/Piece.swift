/// One inner piece of the engine, repeated often enough to be timed.
struct Piece {
  let name: String
  /// Runs `count` times and returns the sum of the results, so that nothing can be optimized away.
  let body: (_ count: Int) throws -> Double

  init(_ name: String, _ body: @escaping (Int) throws -> Double) {
    self.name = name
    self.body = body
  }
}

/// The cost of one run of a piece.
struct Cost {
  let name: String
  /// The median of the samples; nanoseconds.
  let median: Double
  /// The minimum of the samples; nanoseconds.
  let least: Double

  /// Times a piece: as many repetitions as a sample needs, then an odd number of samples.
  init(of piece: Piece, samples: Int = 15, sampleSeconds: Double = 0.02) throws {
    let clock = ContinuousClock()
    var count = 1
    while try clock.measure({ blackHole += try piece.body(count) }) < .seconds(sampleSeconds) { count *= 2 }
    let costs = try (0..<samples).map { _ in
      try clock.measure { blackHole += try piece.body(count) } / .nanoseconds(count)
    }.sorted()
    (name, median, least) = (piece.name, costs[samples / 2], costs[0])
  }
}

/// Receives the results.
nonisolated(unsafe) private var blackHole = 0.0
