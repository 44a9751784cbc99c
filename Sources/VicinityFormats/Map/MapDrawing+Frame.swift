import Geography
import Streams
import Vicinity

extension MapDrawing {
  /// Lines of latitude and longitude at round degrees, some hundred pixels apart.
  mutating func drawGraticule() {
    let (northWest, southEast) = (
      view.coordinate(.init(x: 0, y: 0)), view.coordinate(.init(x: view.width, y: view.height))
    )
    let step = Graticule.step((southEast.longitude - northWest.longitude) / (view.width / 140))
    for number in Graticule.multiples(of: step, from: northWest.longitude, to: southEast.longitude) {
      let degrees = Double(number) * step.degrees
      let x = (degrees - northWest.longitude) / (southEast.longitude - northWest.longitude) * view.width
      guard x > 1, x < view.width - 1 else { continue }
      svg.element("path", "class=\"grid\" d=\"M\(SVGText.number(x)),0v\(SVGText.number(view.height))\"")
      guard x > 30, x < view.width - 40 else { continue }
      svg.words(Graticule.text(degrees, step, "E", "W"), at: .init(x: x + 3, y: 12), "small")
    }
    for number in Graticule.multiples(of: step, from: southEast.latitude, to: northWest.latitude) {
      let degrees = Double(number) * step.degrees
      let y = view.point(.init(latitude: degrees, longitude: northWest.longitude.wrappedLongitude)).y
      guard abs(degrees) < 85.05, y > 1, y < view.height - 1 else { continue }
      svg.element("path", "class=\"grid\" d=\"M0,\(SVGText.number(y))h\(SVGText.number(view.width))\"")
      guard y > 26, y < view.height - 50 else { continue }
      svg.words(Graticule.text(degrees, step, "N", "S"), at: .init(x: 4, y: y - 3), "small")
    }
    let (width, height) = (SVGText.number(view.width - 1), SVGText.number(view.height - 1))
    svg.element("rect", "class=\"frame\" x=\"0.5\" y=\"0.5\" width=\"\(width)\" height=\"\(height)\"")
  }

  /// A scale bar of a round length, exact at the center of the picture.
  mutating func drawScale() {
    let meters = Graticule.roundLength(view.metersPerPixel * 160)
    let (length, y) = (meters / view.metersPerPixel, view.height - 16)
    let path = "M16,\(SVGText.number(y - 5))v5h\(SVGText.number(length))v-5"
    svg.element("path", "class=\"origin\" d=\"\(path)\"")
    svg.words(Graticule.text(meters: meters), at: .init(x: 16, y: y - 10), "name")
  }

  /// The shapes in the picture, with their counts.
  mutating func drawLegend() {
    let listings = listingFeatures
    let counts = Kind.allCases.map { kind in (kind, listings.count { $0.kind == kind }) }.filter { $0.1 > 0 }
    guard !counts.isEmpty else { return }
    for (row, (kind, count)) in counts.reversed().enumerated() {
      let y = view.height - 18 - 20 * Double(row)
      mark(kind, at: .init(x: view.width - 96, y: y))
      let words = "\(count) \(count == 1 ? kind.rawValue : kind.plural)"
      svg.words(words, at: .init(x: view.width - 84, y: y + 4), "halo")
      svg.words(words, at: .init(x: view.width - 84, y: y + 4), "name")
    }
  }
}

extension Kind {
  fileprivate var plural: String { self == .couch ? "couches" : "\(rawValue)s" }
}

extension Double {
  fileprivate var wrappedLongitude: Double { self > 180 ? self - 360 : self }
}

/// Round numbers of degrees and meters.
enum Graticule {
  /// A distance between lines, and the number of decimals of its multiples.
  struct Step {
    let degrees: Double
    let decimals: Int
  }

  private static let steps = [
    Step(degrees: 0.0001, decimals: 4), Step(degrees: 0.0002, decimals: 4), Step(degrees: 0.0005, decimals: 4),
    Step(degrees: 0.001, decimals: 3), Step(degrees: 0.002, decimals: 3), Step(degrees: 0.005, decimals: 3),
    Step(degrees: 0.01, decimals: 2), Step(degrees: 0.02, decimals: 2), Step(degrees: 0.05, decimals: 2),
    Step(degrees: 0.1, decimals: 1), Step(degrees: 0.2, decimals: 1), Step(degrees: 0.5, decimals: 1),
    Step(degrees: 1, decimals: 0), Step(degrees: 2, decimals: 0), Step(degrees: 5, decimals: 0),
    Step(degrees: 10, decimals: 0), Step(degrees: 15, decimals: 0), Step(degrees: 30, decimals: 0),
    Step(degrees: 45, decimals: 0), Step(degrees: 60, decimals: 0),
  ]

  /// The smallest round step that is at least the given one.
  static func step(_ degrees: Double) -> Step { steps.first { $0.degrees >= degrees } ?? steps[steps.count - 1] }

  /// The multiples of a step within a range; none if there are too many to draw.
  static func multiples(of step: Step, from low: Double, to high: Double) -> ClosedRange<Int> {
    let first = Int((low / step.degrees).rounded(.up))
    return first...max(first, min(first + 400, Int((high / step.degrees).rounded(.down))))
  }

  /// A label such as `48.78° N`.
  static func text(_ degrees: Double, _ step: Step, _ positive: String, _ negative: String) -> String {
    let wrapped = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    var json = JSONWriter()
    json.double(abs(wrapped), decimals: step.decimals)
    let number = String(decoding: json.bytes, as: UTF8.self)
    let side = wrapped == 0 || abs(wrapped) == 180 ? "" : wrapped > 0 ? " \(positive)" : " \(negative)"
    return "\(number)°\(side)"
  }

  /// The largest of 1, 2 and 5 times a power of ten up to a length.
  static func roundLength(_ meters: Double) -> Double {
    var length = 1.0
    while length * 10 <= meters { length *= 10 }
    return length * 5 <= meters ? length * 5 : length * 2 <= meters ? length * 2 : length
  }

  static func text(meters: Double) -> String { meters < 1000 ? "\(Int(meters)) m" : "\(Int(meters / 1000)) km" }
}
