import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

struct CellGridTests {
  @Test(arguments: [0, 1, 5, 9, 14, 19, 22])
  func `every coordinate lies within the sides of its cell, of which north and west belong to it`(zoom: Int) {
    let grid = CellGrid(zoom: zoom)
    var random = SplitMix64(seed: UInt64(zoom))
    for _ in 0..<2000 {
      let coordinate = Coordinate(
        latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180..<180, using: &random))
      let box = grid.box(of: grid.cell(of: coordinate))
      #expect(box.west <= coordinate.longitude && coordinate.longitude < box.east, "\(coordinate)")
      let isAboveSouth = box.south < coordinate.latitude || coordinate.latitude == -90
      #expect(isAboveSouth && coordinate.latitude <= box.north, "\(coordinate)")
    }
  }

  @Test(arguments: [0, 3, 10, 16, 22])
  func `what lies on a side belongs to the cell south of it or east of it`(zoom: Int) {
    let grid = CellGrid(zoom: zoom)
    var random = SplitMix64(seed: 40 + UInt64(zoom))
    for _ in 0..<500 {
      let cell = CellGrid.Cell(
        column: SeededWorld.pick(grid.size, &random), row: 1 + SeededWorld.pick(grid.size - 1, &random))
      let box = grid.box(of: cell)
      #expect(grid.cell(of: Coordinate(latitude: box.north, longitude: box.west)) == cell)
      let above = CellGrid.Cell(column: cell.column, row: cell.row - 1)
      #expect(grid.cell(of: Coordinate(latitude: box.north.nextUp, longitude: box.west)) == above)
      #expect(grid.cell(of: Coordinate(latitude: box.north, longitude: box.east.nextDown)) == cell)
      guard cell.column > 0 else { continue }
      let left = CellGrid.Cell(column: cell.column - 1, row: cell.row)
      #expect(grid.cell(of: Coordinate(latitude: box.north, longitude: box.west.nextDown)) == left)
    }
  }

  @Test(
    arguments: [
      (90, 0, 0, 0), (90.0.nextDown, 0, 2, 0), (85.06, 0, 2, 0), (-90, 100, 0, 3), (-85.06, -180, 0, 3),
      (10, 180, 0, 1), (10, -180, 0, 1),
      (0, 179.999, 3, 2), (1e-9, -1e-9, 1, 1), (0, 0, 2, 2),
    ] as [(Double, Double, Int, Int)])
  func `poles and the antimeridian have a cell`(latitude: Double, longitude: Double, column: Int, row: Int) {
    let grid = CellGrid(zoom: 0)
    let cell = grid.cell(of: Coordinate(latitude: latitude, longitude: longitude))
    #expect(cell == CellGrid.Cell(column: column, row: row))
  }

  @Test func `the first and the last row reach to the poles`() {
    let grid = CellGrid(zoom: 3)
    #expect(grid.box(of: .init(column: 0, row: 0)).north == 90)
    #expect(grid.box(of: .init(column: 31, row: 31)).south == -90)
    #expect(grid.box(of: .init(column: 31, row: 31)).east == 180)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a grid that knows its window answers like one that does not`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let world = CellGrid(zoom: 17)
    let window = BoundingBox(south: 48, west: 9, north: 48.5, east: 10)
    let grid = CellGrid(zoom: 17, within: window)
    for _ in 0..<2000 {
      let coordinate = Coordinate(
        latitude: .random(in: 47.9...48.6, using: &random), longitude: .random(in: 8.9...10.1, using: &random))
      #expect(grid.cell(of: coordinate) == world.cell(of: coordinate))
    }
    for side in [48, 48.5] { #expect(grid.row(of: side) == world.row(of: side)) }
  }

  @Test(arguments: [0, 4, 11] as [Int])
  func `a box is held by a cell when all its corners are in it`(zoom: Int) {
    let grid = CellGrid(zoom: zoom)
    var random = SplitMix64(seed: 70 + UInt64(zoom))
    var held = 0
    for _ in 0..<3000 {
      let south = Double.random(in: -90...89, using: &random)
      let west = Double.random(in: -180...179, using: &random)
      let size = 180 / Double(grid.size) * .random(in: 0...1, using: &random)
      let box = BoundingBox(south: south, west: west, north: min(90, south + size), east: min(180, west + size))
      let corners = [(box.south, box.west), (box.south, box.east), (box.north, box.west), (box.north, box.east)]
      let cells = Set(corners.map { grid.cell(of: Coordinate(latitude: $0, longitude: $1)) })
      #expect(grid.cell(holding: box) == (cells.count == 1 ? cells.first : nil))
      held += cells.count == 1 ? 1 : 0
    }
    #expect(held > 100)
    #expect(grid.cell(holding: .world) == nil)
    #expect(grid.cell(holding: BoundingBox(south: 1, west: -180, north: 2, east: 180)) == nil)
    #expect(grid.cell(holding: BoundingBox(south: 1, west: 180, north: 1, east: 180))?.column == 0)
  }
}
