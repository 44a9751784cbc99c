import Geography
import TestSupport
import Testing
import VicinityLab

@testable import VicinityFormats

struct MapLayoutTests {
  static func layout(_ contents: MapContents, width: Double = 960) throws -> MapLayout {
    MapLayout(contents.features, view: try #require(MapView(contents.features, width: width)))
  }

  static func layout(_ features: String...) throws -> MapLayout {
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    return try layout(MapContents(parsing: text.utf8))
  }

  /// By comparing every two, without the means of the placement.
  static func overlapping(_ boxes: [PixelBox]) -> [(PixelBox, PixelBox)] {
    boxes.enumerated().flatMap { index, box in
      boxes.dropFirst(index + 1).filter { overlap(box, $0) }.map { (box, $0) }
    }
  }

  private static func overlap(_ one: PixelBox, _ other: PixelBox) -> Bool {
    let width = min(one.right, other.right) - max(one.left, other.left)
    let height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return width > 1e-9 && height > 1e-9
  }

  @Test(arguments: [(1, 200), (12, 960), (90, 200), (90, 960), (90, 1500), (400, 960), (1500, 960)])
  func `no mark or label covers another or leaves the map`(count: Int, width: Int) throws {
    var random = SplitMix64(seed: 7, index: count + width)
    for isOrdered in [false, true] {
      let contents = try MapWorld.contents(count, isOrdered: isOrdered, areas: count / 10 % 10, &random)
      let layout = try Self.layout(contents, width: Double(width))
      let marks = layout.marks.map { $0.box(layout.scale) }
      let labels = layout.labels.map(\.box)
      #expect(Self.overlapping(marks).isEmpty)
      #expect(Self.overlapping(labels).isEmpty)
      for label in labels {
        #expect(!(marks + layout.origins).contains { Self.overlap(label, $0) })
        #expect(label.left >= 0 && label.top >= 0)
        #expect(label.right <= layout.view.width && label.bottom <= layout.view.height)
      }
      if width >= 960 { #expect(!layout.labels.isEmpty) }
    }
  }

  @Test(arguments: [1, 2, 30, 300, 1500]) func `every result is in one mark and counted there`(count: Int) throws {
    var random = SplitMix64(seed: 11, index: count)
    let layout = try Self.layout(MapWorld.contents(count, isOrdered: false, &random))
    #expect(layout.marks.flatMap(\.items).sorted() == Array(layout.items.indices))
    #expect(layout.items.count == count)
    for mark in layout.marks {
      #expect(mark.count == mark.items.reduce(0) { $0 + layout.items[$1].count })
      #expect((mark.form == .listing) == (mark.count == 1))
    }
  }

  @Test func `the areas of circles grow evenly with their counts`() {
    for largest in [2, 26, 1000, .max] {
      let scale = ClusterScale(largest: largest)
      let counts = [1, largest / 2, largest].filter { $0 > 0 }
      let areas = counts.map { scale.reach($0) * scale.reach($0) }
      #expect(areas == areas.sorted())
      guard largest > 2, largest < .max else { continue }
      let rates = zip(counts, areas).dropFirst().map { ($1 - areas[0]) / Double($0 - 1) }
      #expect(abs(rates[0] - rates[1]) < 1e-9 * rates[0])
    }
    #expect(ClusterScale(largest: 26).reach(26) > 2 * ClusterScale(largest: 26).reach(2))
  }

  @Test func `clusters of an answer that would overlap are added up, without overflow`() throws {
    let layout = try Self.layout(
      MapDrawingTests.point(9, 48, #"{"count":5}"#), MapDrawingTests.point(9.00001, 48, #"{"count":7}"#),
      MapDrawingTests.point(9.1, 48, #"{"count":1}"#),
      MapDrawingTests.point(9.1, 48.05, #"{"count":9223372036854775807}"#),
      MapDrawingTests.point(9.1, 48.05, #"{"count":9223372036854775807}"#))
    #expect(layout.marks.map(\.count) == [12, 1, .max])
    #expect(layout.marks.allSatisfy { $0.form == .cluster })
  }

  @Test func `listings of one place lie side by side, more than three are counted`() throws {
    let far = MapDrawingTests.point(9.2, 48.7, #"{"kind":"bar"}"#)
    let here = MapDrawingTests.point(9.1, 48.7, #"{"kind":"event","name":"Quiz"}"#)
    let venue = MapDrawingTests.point(9.1, 48.7, #"{"kind":"bar","name":"Adler"}"#)
    let two = try Self.layout(far, here, venue)
    #expect(two.marks.map(\.form) == [.listing, .place])
    #expect(two.labels.contains { $0.lines.map(\.text) == ["Quiz, Adler"] })
    let four = try Self.layout(far, here, venue, here, here)
    #expect(four.marks.map(\.form) == [.listing, .cluster])
    #expect(four.marks.map(\.count) == [1, 4])
  }

  @Test func `a circle over an origin lies on it`() throws {
    let around = (0..<9).map { MapDrawingTests.point(9.1 + 1e-5 * Double($0), 48.7, #"{"kind":"bar"}"#) }
    let all =
      around + [
        MapDrawingTests.point(9.2, 48.8, #"{"kind":"bar"}"#),
        MapDrawingTests.point(9.1001, 48.7, #"{"role":"origin"}"#),
      ]
    let layout = try Self.layout(#"{"type":"FeatureCollection","features":[\#(all.joined(separator: ","))]}"#.geoJSON)
    #expect(layout.marks.map(\.count) == [9, 1])
    #expect(layout.marks[0].point == layout.origins[0].center)
    #expect(layout.origins[0].contains(layout.marks[0].box(layout.scale)))
  }

  @Test func `only listings in order have ranks, and ten of them`() throws {
    func bars(_ properties: (Int) -> String) throws -> [Int?] {
      let points = (0..<12).map { MapDrawingTests.point(9 + 0.01 * Double($0), 48, properties($0)) }
      let text = #"{"type":"FeatureCollection","features":[\#(points.joined(separator: ","))]}"#
      return try Self.layout(text.geoJSON).items.map(\.rank)
    }
    let ranks = Array(1...10) + [nil, nil]
    #expect(try bars { #"{"kind":"bar","distance":\#($0)}"# } == ranks)
    #expect(try bars { #"{"kind":"bar","score":\#(-$0)}"# } == ranks)
    #expect(try bars { _ in #"{"kind":"bar","name":"Adler"}"# } == Array(repeating: nil, count: 12))
    #expect(try bars { #"{"name":"Peak","distance":\#($0)}"# } == Array(repeating: nil, count: 12))
  }

  @Test func `bars without a state are unknown where other bars have one`() throws {
    let layout = try Self.layout(
      MapDrawingTests.point(9, 48, #"{"kind":"bar","open":"open"}"#),
      MapDrawingTests.point(9.1, 48, #"{"kind":"bar"}"#),
      MapDrawingTests.point(9.2, 48, #"{"kind":"couch"}"#))
    #expect(layout.features.map(layout.state) == [.open, .unknown, nil])
    #expect(layout.state(of: MapFeature()) == nil)
    let silent = try Self.layout(MapDrawingTests.point(9, 48, #"{"kind":"bar"}"#))
    #expect(silent.features.map(silent.state) == [nil])
  }

  @Test(arguments: [1, 9, 40, 200], [200, 960])
  func `the legend has room below the map`(count: Int, width: Int) throws {
    var random = SplitMix64(seed: 3, index: count)
    let layout = try Self.layout(MapWorld.contents(count, isOrdered: true, &random), width: Double(width))
    let legend = MapLegend(of: layout, width: Double(width), units: .metric)
    let boxes = legend.entries.flatMap { [$0.symbolBox, $0.words.box] }
    #expect(Self.overlapping(boxes).isEmpty)
    for box in boxes {
      #expect(box.left >= 0 && box.right <= Double(width) && box.top >= 0 && box.bottom <= legend.height)
    }
    #expect(legend.entries.count >= 2)
  }

  @Test func `results fill the map, not an empty radius`() throws {
    let bars = [(9.18, 48.77), (9.185, 48.772), (9.178, 48.775)].map {
      MapDrawingTests.point($0, $1, #"{"kind":"bar"}"#)
    }
    func span(_ radius: Double) throws -> Double {
      let origin = MapDrawingTests.point(9.18, 48.77, #"{"role":"origin","radius":\#(radius)}"#)
      let all = bars + [origin]
      let layout = try Self.layout(#"{"type":"FeatureCollection","features":[\#(all.joined(separator: ","))]}"#.geoJSON)
      let points = layout.items.map(\.point)
      return (points.map(\.y).max() ?? 0) - (points.map(\.y).min() ?? 0)
    }
    #expect(try span(50_000) > 600)
    #expect(try span(50_000) == span(1_000_000))
    // Without results, only the radius is left.
    let origin = try Self.layout(MapDrawingTests.point(9.18, 48.77, #"{"role":"origin","radius":50000}"#))
    #expect(abs(origin.view.metersPerPixel * origin.view.width - 100_000) < 15_000)
  }
}

extension String {
  /// The contents of a map, from GeoJSON.
  var geoJSON: MapContents { get throws { try MapContents(parsing: utf8) } }
}
