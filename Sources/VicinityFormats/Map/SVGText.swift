import Streams

/// Writes SVG, element by element; the bytes depend only on the drawing.
struct SVGText {
  private(set) var text = ""

  /// A number of pixels, to a tenth.
  static func number(_ value: Double) -> String {
    var json = JSONWriter()
    json.double(value, decimals: 1)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// A path such as `M10,20L30,40`, closed or not.
  static func path(_ points: [MapView.Point], isClosed: Bool) -> String {
    var path = ""
    for (index, point) in points.enumerated() {
      path += "\(index == 0 ? "M" : "L")\(number(point.x)),\(number(point.y))"
    }
    return isClosed ? path + "Z" : path
  }

  /// Escapes text for XML, without characters that XML does not allow (XML 1.0, section 2.2).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default:
        let isAllowed = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE
        escaped.unicodeScalars.append(isAllowed ? scalar : " ")
      }
    }
    return escaped
  }

  /// A single line.
  mutating func line(_ line: String) { text += line + "\n" }

  /// An element without content, or with a tooltip.
  mutating func element(_ name: String, _ attributes: String, title: String? = nil) {
    let inside = title.map { "<title>\(Self.escaped($0))</title>" }
    line(inside.map { "<\(name) \(attributes)>\($0)</\(name)>" } ?? "<\(name) \(attributes)/>")
  }

  /// Text with its base line starting at a point.
  mutating func words(_ words: String, at point: MapView.Point, _ style: String, anchor: MapLabel.Anchor = .start) {
    let place = "x=\"\(Self.number(point.x))\" y=\"\(Self.number(point.y))\""
    let side = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    line("<text class=\"\(style)\" \(place)\(side)>\(Self.escaped(words))</text>")
  }
}
