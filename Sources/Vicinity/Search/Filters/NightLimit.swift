/// An amount a night, compared exactly with what a stay costs.
///
/// The amount is taken as the decimal that a person wrote, the shortest one that reads back as the same number: a stay
/// of three nights for 100.00 costs more than 33.33 a night, and as much as 33.33 if it costs 99.99.
struct NightLimit {
  /// The amount times the nights in minor units, rounded down and up.
  private struct Sum {
    var down: Int
    var up: Int
  }

  /// By the number of minor units in a major one: 1, 100, 1000.
  private let ones: Sum
  private let hundreds: Sum
  private let thousands: Sum

  /// - Parameters:
  ///   - amount: in major units.
  ///   - nights: of the stay.
  init(_ amount: Double, nights: Int) {
    ones = Self.sum(amount, nights)
    hundreds = Self.sum(amount, 100 * nights)
    thousands = Self.sum(amount, 1000 * nights)
  }

  /// Whether the price of the stay compares so with the limit; false if the limit is not a number.
  ///
  /// - Parameters:
  ///   - comparison: of the price of a night with the limit.
  ///   - minorUnits: the price of the stay.
  ///   - minorUnitsPerMajor: of its currency.
  func holds(_ comparison: FilterComparison, minorUnits: Int, minorUnitsPerMajor: Int) -> Bool {
    let sum = minorUnitsPerMajor == 100 ? hundreds : minorUnitsPerMajor == 1 ? ones : thousands
    guard sum.down <= sum.up else { return false }
    return switch comparison {
    case .equal: minorUnits == sum.down && sum.down == sum.up
    case .notEqual: minorUnits != sum.down || sum.down != sum.up
    case .less: minorUnits < sum.up
    case .lessOrEqual: minorUnits <= sum.down
    case .greater: minorUnits > sum.down
    case .greaterOrEqual: minorUnits >= sum.up
    }
  }

  /// More major units than any listing costs; below it, a number is written without an exponent.
  private static let greatest = 1e15

  /// An amount times a count, exactly.
  private static func sum(_ amount: Double, _ count: Int) -> Sum {
    if amount.isNaN { return Sum(down: 0, up: -1) }
    if amount < 0 { return Sum(down: -1, up: -1) }
    guard amount < greatest else { return Sum(down: .max, up: .max) }
    let (digits, places) = decimal(amount)
    // 10³⁸ fits, and every quotient by more is below one.
    guard places <= 38 else { return Sum(down: 0, up: 1) }
    var divisor: Int128 = 1
    for _ in 0..<places { divisor *= 10 }
    let (quotient, rest) = (Int128(digits) * Int128(count)).quotientAndRemainder(dividingBy: divisor)
    // More than fits is more than any stay costs.
    return Sum(down: Int(clamping: quotient), up: Int(clamping: quotient + (rest == 0 ? 0 : 1)))
  }

  /// The shortest decimal that is read as a number: its digits as a whole number, and the number of decimal places.
  ///
  /// - Parameter amount: at least zero, and below 10¹⁵, so that it is written with a point or a negative exponent.
  private static func decimal(_ amount: Double) -> (digits: Int, places: Int) {
    let parts = "\(amount)".split(separator: "e")
    let number = parts[0].split(separator: ".")
    let fraction = number.count > 1 && number[1] != "0" ? number[1] : ""
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    return (Int(String(number[0] + fraction)) ?? 0, fraction.count - exponent)
  }
}
