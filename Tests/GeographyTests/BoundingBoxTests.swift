import Testing

@testable import Geography

@Suite struct BoundingBoxTests {
  static func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> BoundingBox {
    BoundingBox(south: south, west: west, north: north, east: east)
  }

  static let membership: [(box: BoundingBox, coordinate: (Double, Double), isInside: Bool)] = [
    (box(48, 9, 49, 10), (48.5, 9.5), true), (box(48, 9, 49, 10), (48, 9), true), (box(48, 9, 49, 10), (49, 10), true),
    (box(48, 9, 49, 10), (47.999, 9.5), false), (box(48, 9, 49, 10), (48.5, 10.001), false),
    (box(-10, 170, 10, -170), (0, 175), true), (box(-10, 170, 10, -170), (0, -175), true),
    (box(-10, 170, 10, -170), (0, 180), true), (box(-10, 170, 10, -170), (0, -180), true),
    (box(-10, 170, 10, -170), (0, 0), false), (box(-10, 170, 10, 180), (0, -180), true),
    (box(-10, -180, 10, -170), (0, 180), true), (box(-10, 180, 10, 180), (0, -180), true),
    (box(-10, 180, 10, -180), (0, 180), true), (box(-10, 180, 10, -180), (0, 179.9), false),
    (.world, (90, 180), true), (.world, (-90, -180), true), (.world, (0, .nan), false), (.world, (.nan, 0), false),
    (box(-10, 170, 10, -170), (0, .infinity), false), (box(60, 100, 90, 101), (90, 7), true),
    (box(60, 100, 90, 101), (90.0.nextDown, 7), false), (box(60, 170, 90, -170), (90, 0), true),
    (box(60, 100, 90, 101), (-90, 7), false), (box(-90, 5, -80, 5), (-90, -180), true),
    (box(90, 5, 90, 5), (90, 6), true),
  ]

  @Test(arguments: membership)
  func membershipIncludesTheSidesAndBothSpellingsOfTheAntimeridian(
    row: (box: BoundingBox, coordinate: (Double, Double), isInside: Bool)
  ) {
    let coordinate = Coordinate(latitude: row.coordinate.0, longitude: row.coordinate.1)
    #expect(row.box.contains(coordinate) == row.isInside)
  }

  static let validity: [(box: BoundingBox, isValid: Bool)] = [
    (.world, true), (box(0, 0, 0, 0), true), (box(1, 170, 2, -170), true), (box(2, 0, 1, 0), false),
    (box(-91, 0, 0, 1), false), (box(0, 0, 90.1, 1), false), (box(0, -181, 1, 0), false), (box(0, 0, 1, 181), false),
    (box(.nan, 0, 1, 1), false), (box(0, 0, .nan, 1), false), (box(0, .nan, 1, 1), false),
    (box(0, 0, 1, .infinity), false),
  ]

  @Test(arguments: validity)
  func validityNeedsOrderedLatitudesAndNumbersInRange(row: (box: BoundingBox, isValid: Bool)) {
    #expect(row.box.isValid == row.isValid)
  }

  static let seams: [(box: BoundingBox, windows: [BoundingBox])] = [
    (box(1, 9, 2, 10), [box(1, 9, 2, 10)]), (.world, [.world]),
    (box(1, 170, 2, -170), [box(1, 170, 2, 180), box(1, -180, 2, -170)]),
    (box(1, 170, 2, 180), [box(1, 170, 2, 180), box(1, -180, 2, -180)]),
    (box(1, -180, 2, -170), [box(1, -180, 2, -170), box(1, 180, 2, 180)]),
    (box(1, 180, 2, -180), [box(1, 180, 2, 180), box(1, -180, 2, -180)]),
    (box(60, 9, 90, 10), [box(60, 9, 90, 10), box(90, -180, 90, 180)]),
    (
      box(-90, 170, 90, -170),
      [
        box(-90, 170, 90, 180), box(-90, -180, 90, -170), box(-90, -180, -90, 180), box(90, -180, 90, 180),
      ]
    ),
  ]

  @Test(arguments: seams)
  func windowsAreSplitAtTheAntimeridian(row: (box: BoundingBox, windows: [BoundingBox])) {
    #expect(row.box.windows == row.windows)
  }

  @Test func windowsHoldWhatTheBoxHolds() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let box = random.box()
      let coordinate = random.number(0, 1) < 0.5 ? random.coordinate() : random.coordinate(in: box)
      let plain = box.windows.contains { window in
        window.south <= coordinate.latitude && coordinate.latitude <= window.north
          && window.west <= coordinate.longitude && coordinate.longitude <= window.east
      }
      verify(plain == box.contains(coordinate), "\(box), \(coordinate)")
      verify(box.windows.allSatisfy { $0.isValid && !$0.crossesAntimeridian })
    }
  }

  /// Corners from a coarse grid, so that boxes often touch.
  static let smallWorld: [BoundingBox] = {
    let longitudes = [-180.0, -120, 0, 60, 180]
    return longitudes.flatMap { west in longitudes.map { box(-10, west, 10, $0) } }
  }()

  /// Whether the box contains each longitude of a sample: every corner of the small world and the midpoints between
  /// them.
  static func mask(_ box: BoundingBox) -> [Bool] {
    stride(from: -180.0, through: 180, by: 30).map { box.contains(Coordinate(latitude: 0, longitude: $0)) }
  }

  @Test func intersectionAgreesWithCommonLongitudesInASmallWorld() {
    for first in Self.smallWorld {
      for second in Self.smallWorld {
        let isCommon = zip(Self.mask(first), Self.mask(second)).contains { $0 && $1 }
        verify(first.intersects(second) == isCommon, "\(first), \(second)")
      }
    }
  }

  @Test func containmentOfBoxesAgreesWithLongitudesInASmallWorld() {
    for first in Self.smallWorld {
      for second in Self.smallWorld {
        let isCovered = zip(Self.mask(first), Self.mask(second)).allSatisfy { $0 || !$1 }
        verify(first.contains(second) == isCovered, "\(first), \(second)")
      }
    }
  }

  @Test func boxesThatReachAPoleMeetThere() {
    let caps = [Self.box(60, 0, 90, 10), Self.box(70, 170, 90, -170), Self.box(90, 50, 90, 50)]
    for first in caps {
      for second in caps { verify(first.intersects(second), "\(first), \(second)") }
      verify(first.contains(Self.box(90, -80, 90, 120)) && !first.contains(Self.box(89, -80, 90, 120)), "\(first)")
      verify(!first.intersects(Self.box(-90, 0, 50, 10)) && !first.intersects(Self.box(60, 30, 90.0.nextDown, 40)))
      verify(first.union(Coordinate(latitude: 90, longitude: 100)) == first)
    }
    #expect(Self.box(-90, 5, -80, 6).intersects(Self.box(-90, 100, -85, 101)))
    #expect(
      BoundingBox(covering: [Coordinate(latitude: 90, longitude: 100), Coordinate(latitude: 80, longitude: 4)])
        == Self.box(80, 4, 90, 4))
  }

  @Test func unionHoldsBothAndIsTheNarrowestOfTheSmallWorld() {
    for first in Self.smallWorld {
      for second in Self.smallWorld {
        let union = first.union(second)
        verify(union.contains(first) && union.contains(second), "\(first), \(second), \(union)")
        let narrowest = Self.smallWorld.filter { $0.contains(first) && $0.contains(second) }
          .map(\.longitudeSpan).min()
        verify(union.longitudeSpan == narrowest, "\(first), \(second), \(union)")
      }
    }
  }

  @Test func unionWithACoordinateHoldsIt() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let box = random.box()
      let coordinate = random.coordinate()
      let union = box.union(coordinate)
      verify(union.contains(coordinate) && union.contains(box), "\(box), \(coordinate), \(union)")
      verify(union.isValid)
    }
  }

  @Test func theCoveringBoxHoldsAllAndNoBoxBetweenTwoOfThemIsNarrower() throws {
    var random = SeededGenerator(seed: 9)
    for count in 1...200 {
      let coordinates = (0...(count % 7)).map { _ in random.coordinate() }
      let box = try #require(BoundingBox(covering: coordinates))
      verify(box.isValid && coordinates.allSatisfy(box.contains), "\(coordinates)")
      for west in coordinates.map(\.longitude) {
        for east in coordinates.map(\.longitude) {
          let other = BoundingBox(south: -90, west: west, north: 90, east: east)
          guard coordinates.allSatisfy(other.contains) else { continue }
          verify(box.longitudeSpan <= other.longitudeSpan + 1e-12, "\(box), \(other)")
        }
      }
    }
    #expect(BoundingBox(covering: [Coordinate]()) == nil)
  }

  @Test func boxesSouthAndNorthOfEachOtherDoNotIntersect() {
    #expect(!Self.box(0, 0, 1, 1).intersects(Self.box(1.1, 0, 2, 1)))
    #expect(Self.box(0, 0, 1, 1).intersects(Self.box(1, 1, 2, 2)))
  }

  static let centers: [(box: BoundingBox, center: Coordinate)] = [
    (box(0, 0, 10, 20), Coordinate(latitude: 5, longitude: 10)),
    (box(0, 170, 10, -160), Coordinate(latitude: 5, longitude: -175)),
    (.world, Coordinate(latitude: 0, longitude: 0)),
  ]

  @Test(arguments: centers)
  func theCenterOfABoxAcrossTheAntimeridianLiesInIt(row: (box: BoundingBox, center: Coordinate)) {
    #expect(row.box.center == row.center)
  }
}
