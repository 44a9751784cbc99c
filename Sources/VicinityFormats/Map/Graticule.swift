import Geography
import Streams

/// Lines of latitude and longitude at round degrees, about a hundred pixels apart.
struct Graticule: Sendable {
  /// The position of a line, in pixels, and its degrees.
  struct Line: Sendable {
    let position: Double
    let text: String
  }

  /// Lines of longitude; positions from the left.
  private(set) var meridians: [Line] = []
  /// Lines of latitude; positions from the top.
  private(set) var parallels: [Line] = []
  private let view: MapView

  init(_ view: MapView) {
    self.view = view
    let northWest = view.coordinate(.init(x: 0, y: 0))
    let southEast = view.coordinate(.init(x: view.width, y: view.height))
    let span = southEast.longitude - northWest.longitude
    let step = Self.step(span / (view.width / 140))
    for number in Self.multiples(of: step, from: northWest.longitude, to: southEast.longitude) {
      let degrees = Double(number) * step.degrees
      let x = (degrees - northWest.longitude) / span * view.width
      guard x > 1, x < view.width - 1 else { continue }
      meridians.append(Line(position: x, text: Self.text(degrees, step, "E", "W")))
    }
    let west = northWest.longitude > 180 ? northWest.longitude - 360 : northWest.longitude
    for number in Self.multiples(of: step, from: southEast.latitude, to: northWest.latitude) {
      let degrees = Double(number) * step.degrees
      let y = view.point(.init(latitude: degrees, longitude: west)).y
      guard abs(degrees) < 85.05, y > 1, y < view.height - 1 else { continue }
      parallels.append(Line(position: y, text: Self.text(degrees, step, "N", "S")))
    }
  }

  /// The degrees, next to their lines at the upper and the left edge.
  var labels: [MapLabel] {
    func label(_ line: Line) -> MapLabel { MapLabel([.init(text: line.text, font: .small)]) }
    return meridians.map { label($0).moved(left: $0.position + 1, top: 3, anchor: .start) }
      + parallels.map { line in
        let label = label(line)
        return label.moved(left: 3, top: line.position - label.height, anchor: .start)
      }
  }
}

// MARK: Round numbers

extension Graticule {
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
}
