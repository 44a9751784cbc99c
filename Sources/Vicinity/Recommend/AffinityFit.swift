import Streams
import Synchronization

/// Computes the affinities of all listings on several threads.
enum AffinityFit {
  /// The affinities to a run of listings, one listing after another.
  private struct Block: Sendable {
    var counts: [Int] = []
    var neighbours: [Int32] = []
    var affinities: [Float] = []
  }

  /// The number of listings processed by a thread at a time.
  private static let blockSize = 256

  /// The affinities of all listings: row i has the listings that an interaction with listing i supports.
  ///
  /// The same whatever the number of threads: every listing is solved for itself, and blocks are taken in their order.
  static func affinities(of world: InteractionMatrix, _ settings: RecommendationSettings, threads: Int) -> SparseRows {
    solve(world, settings, threads: threads).transposed(columns: world.listings)
  }

  /// Row j has the neighbors of listing j.
  private static func solve(_ world: InteractionMatrix, _ settings: RecommendationSettings, threads: Int) -> SparseRows
  {
    let solvers = SolverPool(world, settings)
    let workers = OrderedWorkers<Range<Int>, Block>(threads: threads) { range in
      solvers.withSolver { solver in
        var block = Block()
        for listing in range { append(solver.solve(listing), to: &block, world, settings) }
        return block
      }
    }
    var starts = [0]
    var (neighbours, affinities): ([Int32], [Float]) = ([], [])
    func take() {
      let block = workers.take()
      for count in block.counts { starts.append(starts[starts.count - 1] + count) }
      neighbours += block.neighbours
      affinities += block.affinities
    }
    for start in stride(from: 0, to: world.listings, by: blockSize) {
      if workers.outstanding >= 4 * threads { take() }
      workers.submit(start..<min(start + blockSize, world.listings))
    }
    while workers.outstanding > 0 { take() }
    return SparseRows(starts: starts, columns: neighbours, weights: affinities)
  }

  /// Stores the affinities to the next listing, each damped by the number of its supporters.
  private static func append(
    _ solved: (neighbours: [Int32], affinities: [Float]), to block: inout Block, _ world: InteractionMatrix,
    _ settings: RecommendationSettings
  ) {
    let before = block.neighbours.count
    for (neighbour, affinity) in zip(solved.neighbours, solved.affinities)
    where affinity >= Float(settings.leastAffinity) {
      block.neighbours.append(neighbour)
      block.affinities.append(affinity * world.listingWeights[Int(neighbour)])
    }
    block.counts.append(block.neighbours.count - before)
  }
}

/// Solvers with their scratch memory, one for each concurrent thread.
private final class SolverPool: Sendable {
  private let world: InteractionMatrix
  private let settings: RecommendationSettings
  private let idle = Mutex<[Lent]>([])

  // Unchecked because a solver is used only by the thread that has taken it from the pool.
  private struct Lent: @unchecked Sendable { let solver: AffinitySolver }

  init(_ world: InteractionMatrix, _ settings: RecommendationSettings) {
    self.world = world
    self.settings = settings
  }

  func withSolver<Result>(_ body: (AffinitySolver) -> Result) -> Result {
    let lent = idle.withLock { $0.popLast() } ?? Lent(solver: AffinitySolver(world, settings))
    defer { idle.withLock { $0.append(lent) } }
    return body(lent.solver)
  }
}
