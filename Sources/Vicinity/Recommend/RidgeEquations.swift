/// The equations (Xᵀ W X + λ I) b = c + λ k in few unknowns, where X has a row of zeros and ones for every member.
struct RidgeEquations {
  /// The ones of X: row and column, to be added before `arrange`.
  var entries: [(member: Int32, position: Int32)] = []

  private var unknowns = 0
  private var starts: [Int] = []
  private var positions: [Int32] = []
  private var weights: [Float] = []
  private var diagonal: [Float] = []

  /// The relative residual at which the iteration ends: near the precision of 32-bit floats.
  private static let tolerance: Float = 1e-5
  /// Ends the iteration where rounding keeps the residual above the tolerance.
  private static let mostSteps = 200

  mutating func reset(unknowns: Int) {
    self.unknowns = unknowns
    entries.removeAll(keepingCapacity: true)
  }

  /// Lays X out row by row.
  /// - Parameter weights: one for each row.
  mutating func arrange(weights: [Float]) {
    self.weights = weights
    starts = [Int](repeating: 0, count: weights.count + 1)
    for entry in entries { starts[Int(entry.member) + 1] += 1 }
    for member in weights.indices { starts[member + 1] += starts[member] }
    var next = starts
    positions = [Int32](repeating: 0, count: entries.count)
    diagonal = [Float](repeating: 0, count: unknowns)
    for entry in entries {
      positions[next[Int(entry.member)]] = entry.position
      next[Int(entry.member)] += 1
      diagonal[Int(entry.position)] += weights[Int(entry.member)]
    }
  }

  /// The unknowns b, by conjugate gradients starting from the prior.
  func solve(ridge: Float, prior: [Float], coInteractions: [Float]) -> [Float] {
    var solution = prior
    var product = [Float](repeating: 0, count: unknowns)
    multiply(solution, ridge, &product)
    let right = (0..<unknowns).map { coInteractions[$0] + ridge * prior[$0] }
    var residual = (0..<unknowns).map { right[$0] - product[$0] }
    let goal = Self.tolerance * Self.dot(right, right).squareRoot()
    var scaled = scale(residual, ridge)
    var direction = scaled
    var progress = Self.dot(residual, scaled)
    for _ in 0..<Self.mostSteps where Self.dot(residual, residual).squareRoot() > goal {
      multiply(direction, ridge, &product)
      let step = progress / Self.dot(direction, product)
      for index in 0..<unknowns {
        solution[index] += step * direction[index]
        residual[index] -= step * product[index]
      }
      scaled = scale(residual, ridge)
      let next = Self.dot(residual, scaled)
      for index in 0..<unknowns { direction[index] = scaled[index] + next / progress * direction[index] }
      progress = next
    }
    return solution
  }

  private func scale(_ vector: [Float], _ ridge: Float) -> [Float] {
    (0..<unknowns).map { vector[$0] / (diagonal[$0] + ridge) }
  }

  private static func dot(_ left: [Float], _ right: [Float]) -> Float {
    var sum: Float = 0
    for index in left.indices { sum += left[index] * right[index] }
    return sum
  }

  /// (Xᵀ W X + λ I) vector.
  private func multiply(_ vector: [Float], _ ridge: Float, _ product: inout [Float]) {
    for index in 0..<unknowns { product[index] = ridge * vector[index] }
    positions.withUnsafeBufferPointer { positions in
      vector.withUnsafeBufferPointer { vector in
        product.withUnsafeMutableBufferPointer { product in
          for member in weights.indices {
            let row = starts[member]..<starts[member + 1]
            var sum: Float = 0
            for place in row { sum += vector[Int(positions[place])] }
            sum *= weights[member]
            for place in row { product[Int(positions[place])] += sum }
          }
        }
      }
    }
  }
}
