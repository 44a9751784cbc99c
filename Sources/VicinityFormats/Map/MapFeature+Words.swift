import Geography
import Streams

extension MapFeature {
  /// Rating and price, such as `★ 4.5 · 12 EUR`; nil without both.
  var detail: String? {
    let parts = [properties["rating"]?.number.map { "★ \(Self.text($0))" }, price].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// Facts about a listing for a tooltip: name, distance, state, rating and price.
  func description(in units: DistanceUnits) -> String? {
    guard let label else { return nil }
    let distance = properties["distance"]?.number.flatMap { abs($0) < 1e9 ? Distance.meters($0).text(in: units) : nil }
    let parts = [label, distance, status?.rawValue ?? state?.rawValue, detail]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private var price: String? {
    guard let amount = properties["price"]?.number else { return nil }
    if amount == 0 { return "free" }
    return ([Self.text(amount), properties["currency"]?.string] as [String?]).compactMap { $0 }.joined(separator: " ")
  }

  /// A number with up to two decimals.
  private static func text(_ number: Double) -> String {
    var json = JSONWriter()
    json.double(number, decimals: 2)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
