import Geography
import Testing

@testable import Vicinity

@Suite("The Hilbert curve")
struct HilbertCurveTests {
  @Test("begins and ends at the southern corners")
  func corners() {
    #expect(HilbertCurve.position(of: Coordinate(latitude: -90, longitude: -180)) == 0)
    #expect(HilbertCurve.position(of: Coordinate(latitude: -90, longitude: 180)) == (1 << 62) - 1)
  }

  @Test("visits the four quarters in turn, each without a break")
  func quarters() {
    let quarter: Int64 = 1 << 60
    #expect(HilbertCurve.position(of: Coordinate(latitude: -45, longitude: -90)) / quarter == 0)
    #expect(HilbertCurve.position(of: Coordinate(latitude: 45, longitude: -90)) / quarter == 1)
    #expect(HilbertCurve.position(of: Coordinate(latitude: 45, longitude: 90)) / quarter == 2)
    #expect(HilbertCurve.position(of: Coordinate(latitude: -45, longitude: 90)) / quarter == 3)
  }

  @Test("never jumps: consecutive cells of a coarse grid are neighbors")
  func continuity() {
    let side = 64
    let cells = (0..<side * side).map { cell -> (Int64, Int, Int) in
      let (x, y) = (cell % side, cell / side)
      let coordinate = Coordinate(
        latitude: -90 + 180 * (Double(y) + 0.5) / Double(side), longitude: -180 + 360 * (Double(x) + 0.5) / Double(side)
      )
      return (HilbertCurve.position(of: coordinate), x, y)
    }.sorted { $0.0 < $1.0 }
    for (a, b) in zip(cells, cells.dropFirst()) { #expect(abs(a.1 - b.1) + abs(a.2 - b.2) == 1) }
  }
}
