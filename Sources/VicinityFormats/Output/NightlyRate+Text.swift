import CivilTime
import Streams
import Vicinity

extension NightlyRate {
  /// The nights with their special terms.
  var text: String { ["\(nights.from)..\(nights.to)", terms].joined(separator: " ") }

  /// The terms that differ from the listing's own.
  var terms: String { Self.terms(price, minNights, maxNights) }

  /// A price and numbers of nights as text; empty if none is known.
  static func terms(_ price: Price?, _ minNights: Int?, _ maxNights: Int?) -> String {
    let least = minNights.map { "at least \($0.counted("night"))" }
    let most = maxNights.map { "at most \($0.counted("night"))" }
    return [price?.text, least, most].compactMap { $0 }.joined(separator: ", ")
  }
}
