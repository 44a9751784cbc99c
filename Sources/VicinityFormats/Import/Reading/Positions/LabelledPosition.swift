import Geography
import Streams

/// Two angles with the words for latitude and longitude: `Lat: 48.77 Lon: 9.18`, `longitude=9.18;latitude=48.77`.
enum LabelledPosition {
  /// The position of a text with one label of each; nil for other texts.
  static func coordinate(in text: Substring) -> Coordinate? {
    let labels = labels(in: text)
    guard labels.count == 2, labels[0].axis != labels[1].axis,
      text[..<labels[0].range.lowerBound].allSatisfy({ !$0.isLetter && !$0.isNumber })
    else { return nil }
    guard let one = value(text[labels[0].range.upperBound..<labels[1].range.lowerBound], labels[0].axis),
      let two = value(text[labels[1].range.upperBound...], labels[1].axis)
    else { return nil }
    return labels[0].axis == .latitude
      ? Coordinate(latitude: one, longitude: two) : Coordinate(latitude: two, longitude: one)
  }

  private static func labels(in text: Substring) -> [(axis: AngleText.Axis, range: Range<Substring.Index>)] {
    var labels: [(AngleText.Axis, Range<Substring.Index>)] = []
    var start = text.startIndex
    while let first = text[start...].firstIndex(where: \.isLetter) {
      let end = text[first...].firstIndex { !$0.isLetter } ?? text.endIndex
      if let axis = axes[FoldedName.fold(String(text[first..<end]))] { labels.append((axis, first..<end)) }
      start = end
    }
    return labels
  }

  /// The angle after a label.
  private static func value(_ text: Substring, _ axis: AngleText.Axis) -> Double? {
    let signs = ":=,;|/{}()[] \n\t"
    var rest = text.drop { signs.contains($0) || $0 == "\"" }
    while let last = rest.last, signs.contains(last) { rest = rest.dropLast() }
    guard let angle = AngleText(String(rest)), angle.axis == nil || angle.axis == axis else { return nil }
    return angle.degrees
  }

  private static let axes: [String: AngleText.Axis] = [
    "lat": .latitude, "latitude": .latitude, "latitud": .latitude, "latitudine": .latitude, "breite": .latitude,
    "breitengrad": .latitude, "широта": .latitude, "y": .latitude,
    "lon": .longitude, "lng": .longitude, "long": .longitude, "longitude": .longitude, "longitud": .longitude,
    "longitudine": .longitude, "lange": .longitude, "laenge": .longitude, "langengrad": .longitude,
    "laengengrad": .longitude, "долгота": .longitude, "x": .longitude,
  ]
}
