import Testing

@testable import Geography

@Suite struct PolylineTests {
  /// A line of a few vertices, each a short distance from the last; it may cross ±180° and pass around poles.
  static func line(_ random: inout SeededGenerator, degrees: Double) -> [Coordinate] {
    var vertices = [random.coordinate()]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      vertices.append(random.neighbor(of: vertices[vertices.count - 1], degrees: degrees))
    }
    return vertices
  }

  /// Samples many positions on each piece, then refines around the best.
  static func slowOffset(_ pieces: [PolylinePiece], _ target: Coordinate, _ metric: Metric) -> Double {
    pieces.map { piece in
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
        let isLeft =
          metric.meters(from: target, to: piece.coordinate(at: left))
          < metric.meters(from: target, to: piece.coordinate(at: right))
        (low, high) = isLeft ? (low, right) : (left, high)
      }
      return metric.meters(from: target, to: piece.coordinate(at: (low + high) / 2))
    }.min() ?? .infinity
  }

  @Test(arguments: Metric.allCases)
  func theOffsetExceedsTheLeastOneByLessThanAMillimeter(metric: Metric) throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let start = Coordinate(latitude: random.number(-80, 80), longitude: random.number(-180, 180))
      let line = try #require(
        Polyline(
          [start, random.neighbor(of: start, degrees: 0.03), random.neighbor(of: start, degrees: 0.03)], metric: metric)
      )
      let target = random.neighbor(of: start, degrees: 0.05)
      let slow = Self.slowOffset(line.pieces, target, metric)
      let place = line.place(of: target)
      verify(abs(place.offsetMeters - slow) < 1e-3, "\(line.pieces[0].start) \(target) \(place.offsetMeters - slow)")
      verify(abs(metric.meters(from: target, to: place.coordinate) - place.offsetMeters) == 0)
    }
  }

  @Test(arguments: Metric.allCases)
  func theBoundOfAPieceIsBelowEveryDistance(metric: Metric) throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<400 {
      let line = try #require(Polyline(Self.line(&random, degrees: 0.3), metric: metric))
      let target = random.neighbor(of: line.pieces[0].end, degrees: 0.1)
      let vector = SpaceVector(target, metric: metric)
      for piece in line.pieces.prefix(20) {
        let bound = piece.lowerBoundMeters(to: vector)
        for step in 0...8 {
          verify(
            bound <= metric.meters(from: target, to: piece.coordinate(at: Double(step) / 8)), "\(piece), \(target)")
        }
      }
    }
  }

  @Test(arguments: [0.0, 10, 500, 20_000])
  func aCorridorFindsWhatEveryPieceTogetherFinds(width: Double) throws {
    var random = SeededGenerator(seed: UInt64(width) + 1)
    for index in 0..<150 {
      let line = try #require(Polyline(Self.line(&random, degrees: index % 10 == 0 ? 2 : 0.2)))
      let corridor = Corridor(line, widthMeters: width)
      for _ in 0..<10 {
        let near = line.pieces[Int.random(in: 0..<line.pieces.count, using: &random)].end
        let target = width == 0 ? near : random.neighbor(of: near, degrees: 2 * width / 111_000)
        let slow = line.pieces.map { $0.place(of: target) }.min {
          ($0.offsetMeters, $0.positionMeters) < ($1.offsetMeters, $1.positionMeters)
        }
        let expected = slow.flatMap { $0.offsetMeters <= width ? $0 : nil }
        let found = corridor.place(of: target)
        // At a pole every longitude is the same point.
        let isEqual = found?.offsetMeters == expected?.offsetMeters && found?.positionMeters == expected?.positionMeters
        verify(isEqual, "\(target), \(String(describing: found)), \(String(describing: expected))")
        guard let expected else { continue }
        for margin in [0, 10, 3000, 60_000.0] {
          let corner = margin == 0 ? target : random.neighbor(of: target, degrees: margin / 111_000)
          let box = BoundingBox(target).union(corner).expanded(byMeters: margin / 10)
          verify(corridor.firstPosition(near: box).map { $0 <= expected.positionMeters } == true, "\(target), \(box)")
        }
      }
    }
  }

  @Test func whatLiesBehindIsCutOff() throws {
    let line = try #require(
      Polyline([Coordinate(latitude: 0, longitude: 179.9), Coordinate(latitude: 0, longitude: -179.9)]))
    let rest = line.clipped(from: 15_000)
    #expect(rest.startMeters == 15_000 && abs(rest.endMeters - line.endMeters) < 1e-6)
    #expect(abs(line.endMeters - 0.2 / 360 * 2 * .pi * 6_378_137) < 1e-6)
    #expect(rest.place(of: Coordinate(latitude: 0, longitude: 179.9)).positionMeters == 15_000)
    #expect(line.clipped(from: 1e9).pieces.map(\.meters) == [0])
    #expect(line.clipped(from: -1).pieces.count == line.pieces.count)
  }

  @Test func aLineThroughOnePlaceIsAPlace() throws {
    let place = Coordinate(latitude: 90, longitude: 7)
    let line = try #require(Polyline([place, place]))
    #expect(line.endMeters == 0 && line.pieces.count == 1 && Polyline([]) == nil)
    #expect(abs(line.place(of: Coordinate(latitude: 89.99, longitude: -100)).offsetMeters - 1116.9) < 0.1)
  }

  @Test func aLineOfHugeStepsHasFewPieces() throws {
    let vertices = (0..<500).map { Coordinate(latitude: $0 % 2 == 0 ? -80 : 80, longitude: Double($0 % 360) - 180) }
    #expect(try #require(Polyline(vertices)).pieces.count < 60_000)
  }

  @Test(arguments: Metric.allCases, [0.0, 1, 500, 40_000, 3_000_000])
  func anExpandedBoxHoldsWhatIsNear(metric: Metric, margin: Double) {
    var random = SeededGenerator(seed: UInt64(margin) + 3)
    for _ in 0..<2000 {
      let box = random.box()
      let inside = random.coordinate(in: box)
      let target = random.neighbor(of: inside, degrees: margin / 90_000)
      guard metric.meters(from: inside, to: target) <= margin else { continue }
      verify(box.expanded(byMeters: margin, metric: metric).contains(target), "\(box), \(target)")
    }
  }
}
