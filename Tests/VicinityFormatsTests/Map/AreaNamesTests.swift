import Geography
import TestSupport
import Testing
import VicinityLab

@testable import VicinityFormats

struct AreaNamesTests {
  private static let map = PixelBox(left: 0, top: 0, right: 600, bottom: 600)

  /// A random shape in pixels, and the same for the brute-force test, which takes degrees: a pixel is a thousandth.
  private static func shape(_ seed: Int) -> (polygons: [[[MapView.Point]]], reference: RayCasting) {
    var random = SplitMix64(seed: 5, index: seed)
    let size = 0.05 + 0.3 * MapWorld.unit(&random)
    let shape = RandomShapes.shape(around: .init(latitude: 0.3, longitude: 0.3), degrees: size, &random)
    let polygons = shape.polygons.map { polygon in
      polygon.rings.map { ring in ring.map { MapView.Point(x: $0.longitude * 1000, y: $0.latitude * 1000) } }
    }
    return (polygons, RayCasting(shape))
  }

  @Test func `names lie entirely inside their areas`() {
    var placed = 0
    let shapes = SlowTests.areEnabled ? 150 : 60
    for seed in 0..<shapes {
      let (polygons, reference) = Self.shape(seed)
      var labels = LabelPlacement(map: Self.map)
      guard let label = AreaNames(map: Self.map).place("Bad Cannstatt", in: polygons, &labels) else { continue }
      placed += 1
      for x in stride(from: label.inner.left, through: label.inner.right, by: 1) {
        for y in stride(from: label.inner.top, through: label.inner.bottom, by: 1) {
          let coordinate = Coordinate(latitude: y / 1000, longitude: x / 1000)
          guard !reference.covers(coordinate) else { continue }
          Issue.record("shape \(seed): \(x), \(y) is outside")
          return
        }
      }
    }
    #expect(placed > shapes * 2 / 3)
  }

  @Test func `no place is deeper inside than the pole`() throws {
    for seed in 0..<(SlowTests.areEnabled ? 60 : 20) {
      let (polygons, reference) = Self.shape(seed)
      let part = try #require(PixelPolygon(polygons[0], within: Self.map))
      let stretch = 1 + Double(seed % 4)
      let pole = part.poleOfInaccessibility(stretch: stretch)
      let depth = part.depth(of: pole, stretch: stretch)
      #expect(reference.covers(.init(latitude: pole.y / 1000, longitude: pole.x / 1000)))
      for x in stride(from: 0.0, to: 600, by: 12) {
        for y in stride(from: 0.0, to: 600, by: 12) {
          #expect(part.depth(of: .init(x: x, y: y), stretch: stretch) <= depth + 1)
        }
      }
    }
  }

  @Test func `the pole of a rectangle with a hole is where most room is`() throws {
    let outer = PixelBox(left: 100, top: 100, right: 500, bottom: 200).corners
    let hole = PixelBox(left: 110, top: 110, right: 310, bottom: 190).corners
    let part = try #require(PixelPolygon([outer, hole], within: Self.map))
    let pole = part.poleOfInaccessibility(stretch: 1)
    #expect(abs(pole.y - 150) <= 1 && (359...451).contains(pole.x))
    #expect(abs(part.depth(of: pole, stretch: 1) - 50) <= 1)
    #expect(part.depth(of: .init(x: 200, y: 150), stretch: 1) == -40)
  }

  @Test func `a name is left out where it does not fit, and broken where it helps`() {
    func place(_ name: String, _ width: Double, _ height: Double) -> [String]? {
      var labels = LabelPlacement(map: Self.map)
      let box = PixelBox(left: 100, top: 100, right: 100 + width, bottom: 100 + height)
      return AreaNames(map: Self.map).place(name, in: [[box.corners]], &labels)?.lines.map(\.text)
    }
    #expect(place("Prenzlauer Berg", 200, 40) == ["Prenzlauer Berg"])
    #expect(place("Prenzlauer Berg", 75, 60) == ["Prenzlauer", "Berg"])
    #expect(place("Prenzlauer Berg", 20, 60) == nil)
    #expect(place("Prenzlauer Berg", 200, 8) == nil)
    #expect(place("Alt-Hohenschönhausen", 110, 60) == ["Alt-", "Hohenschönhausen"])
  }

  @Test func `the part of an area within the map has the name`() {
    var labels = LabelPlacement(map: Self.map)
    let wide = PixelBox(left: -5000, top: 100, right: 200, bottom: 300)
    let label = AreaNames(map: Self.map).place("Mitte", in: [[wide.corners]], &labels)
    #expect(label.map { (40...160).contains($0.box.center.x) } == true)
    let outside = PixelBox(left: 700, top: 100, right: 900, bottom: 300)
    let none = AreaNames(map: Self.map).place("Mitte", in: [[outside.corners]], &labels)
    #expect(none == nil)
  }
}
