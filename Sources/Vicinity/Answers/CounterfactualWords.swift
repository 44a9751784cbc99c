import Geography

/// The change that would rank a recommendation first, or the lead of the first one.
enum CounterfactualWords: Hashable, Sendable {
  /// It would be first this much nearer.
  case nearer(meters: Double)
  /// It would stay first up to this much farther away.
  case firstAlsoFarther(meters: Double)
  /// Another change, as text.
  case other(String)

  /// Distances are rounded to the side on which the statement stays true.
  func text(in units: DistanceUnits) -> String {
    switch self {
    case .nearer(let meters): "first if \(Distance.meters(meters).text(in: units, rounding: .up)) nearer"
    case .firstAlsoFarther(let meters):
      "first, up to \(Distance.meters(meters).text(in: units, rounding: .down)) farther too"
    case .other(let words): words
    }
  }
}
