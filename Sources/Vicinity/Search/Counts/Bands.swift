/// Named ranges of numbers, upper ends exclusive.
struct Bands: Sendable {
  /// The names, ascending.
  let names: [String]
  /// The lower bounds of all but the first, ascending.
  private let bounds: [Double]

  private init(names: [String], bounds: [Double]) {
    self.names = names
    self.bounds = bounds
  }

  /// Amounts in major units.
  static let prices = Bands(
    names: ["free", "0-5", "5-10", "10-20", "20-50", "50-100", "100+"],
    bounds: [.leastNonzeroMagnitude, 5, 10, 20, 50, 100])
  /// Mean ratings, 0...5.
  static let ratings = Bands(names: ["0-3", "3-3.5", "3.5-4", "4-4.5", "4.5-5"], bounds: [3, 3.5, 4, 4.5])

  /// The index of the band of an amount in minor units divided by a count, exactly; for bounds that are whole.
  ///
  /// - Parameter minorUnitsPerMajor: times the count.
  func band(of minorUnits: Int, minorUnitsPerMajor: Int) -> Int {
    bounds.reduce(0) { $0 + (minorUnits >= max(1, Int($1) * minorUnitsPerMajor) ? 1 : 0) }
  }

  /// The index of the band.
  @inline(__always)
  func band(of number: Double) -> Int { bounds.reduce(0) { $0 + ($1 <= number ? 1 : 0) } }
}
