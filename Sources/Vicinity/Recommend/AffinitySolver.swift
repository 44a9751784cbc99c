/// Computes the affinities to one listing: a ridge regression on a short list of neighbors, regularized towards a
/// prior that depends on their distance.
///
/// With x = 1 where member u likes listing a, and w = deg⁻½ the weight of a member who likes deg listings:
/// C[a,b] = Σ w x x, and
///
///     (C[N,N] + λ I) b = C[N,j] + λ k
///
/// N: the neighbors of listing j, k: the prior from distance, λ: the ridge. C is never formed. Multiplying a vector by
/// it is a sum over the members who like something in N, and conjugate gradients with the diagonal as preconditioner
/// (Hestenes, Stiefel 1952, doi:10.6028/jres.049.044) need only such products. For one thread; the result for a listing
/// does not depend on which were solved before.
///
/// Source: SLIM (Ning, Karypis 2011, doi:10.1109/ICDM.2011.134), EASE (Steck 2019, doi:10.1145/3308558.3313710).
final class AffinitySolver {
  private let world: InteractionMatrix
  private let settings: RecommendationSettings

  // Scratch memory between calls: everything -1 or 0.
  private var coInteractions: [Float]
  private var slotOfMember: [Int32]
  private var equations = RidgeEquations()

  init(_ world: InteractionMatrix, _ settings: RecommendationSettings) {
    self.world = world
    self.settings = settings
    coInteractions = [Float](repeating: 0, count: world.listings)
    slotOfMember = [Int32](repeating: -1, count: world.members)
  }

  /// The neighbors of listing `target`, ascending, with the affinity of each to it.
  func solve(_ target: Int) -> (neighbours: [Int32], affinities: [Float]) {
    let touched = addCoInteractions(of: target)
    defer { for listing in touched { coInteractions[Int(listing)] = 0 } }
    let neighbours = neighbours(of: target, among: touched)
    let prior = prior(of: target, for: neighbours)
    gather(neighbours)
    let affinities = equations.solve(
      ridge: Float(settings.ridge), prior: prior, coInteractions: neighbours.map { coInteractions[Int($0)] })
    return (neighbours, affinities)
  }

  /// The prior by distance only: it reaches farther where listings are farther apart.
  private func prior(of target: Int, for neighbours: [Int32]) -> [Float] {
    let farthest = world.sites.nearest(to: target, limit: settings.crowd).last
    let reach = settings.reach(ofCrowdAt: farthest.map { world.sites.kilometers(target, Int($0)) } ?? 0)
    return neighbours.map {
      Float(settings.affinity(atKilometers: world.sites.kilometers(target, Int($0)), reach: reach))
    }
  }

  /// Sums up C[·,target]; returns the nonzero listings, ascending.
  private func addCoInteractions(of target: Int) -> [Int32] {
    var touched: [Int32] = []
    for member in world.supporters.columns(of: target) {
      let weight = world.memberWeights[Int(member)]
      for listing in world.interactions.columns(of: Int(member)) {
        if coInteractions[Int(listing)] == 0 { touched.append(listing) }
        coInteractions[Int(listing)] += weight
      }
    }
    return touched.sorted()
  }

  /// The strongest by C / √supporters and the nearest; equally strong ones by number.
  private func neighbours(of target: Int, among touched: [Int32]) -> [Int32] {
    var strong = touched.filter { $0 != target }
    if strong.count > settings.strongNeighbours {
      let strength = strong.map { (coInteractions[Int($0)] / world.rootOfSupporters[Int($0)], $0) }
      strong = strength.sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 < $1.1 }.prefix(settings.strongNeighbours).map(\.1)
    }
    let near = world.sites.nearest(to: target, limit: settings.nearNeighbours)
    return Set(strong).union(near).sorted()
  }

  /// Collects the members who like some of the neighbors, each with the positions of these.
  private func gather(_ neighbours: [Int32]) {
    equations.reset(unknowns: neighbours.count)
    var members: [Int32] = []
    for (position, listing) in neighbours.enumerated() {
      for member in world.supporters.columns(of: Int(listing)) {
        if slotOfMember[Int(member)] < 0 {
          slotOfMember[Int(member)] = Int32(members.count)
          members.append(member)
        }
        equations.entries.append((slotOfMember[Int(member)], Int32(position)))
      }
    }
    equations.arrange(weights: members.map { world.memberWeights[Int($0)] })
    for member in members { slotOfMember[Int(member)] = -1 }
  }
}
