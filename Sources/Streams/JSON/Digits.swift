/// Writes numbers as decimal digits.
package enum Digits {
  /// The maximum number of digits of a 64-bit integer.
  static let most = 20

  /// Powers of ten, up to seven decimals.
  package static let scales: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

  /// Writes an integer.
  ///
  /// - Returns: the number of bytes written, at most `most`.
  @inline(__always)
  static func write(_ number: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let count = count(number)
    var rest = number
    var position = count
    repeat {
      position -= 1
      target[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while position > 0
    return count
  }

  /// Writes a number of units of 10^-decimals, without trailing zeros.
  ///
  /// - Parameter decimals: 0...7.
  /// - Returns: the number of bytes written, at most `most` + 2.
  @inline(__always)
  static func write(_ units: UInt64, decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
    // Division by a constant compiles to a multiplication; meters have three decimals, degrees seven.
    let (whole, fraction) =
      switch decimals {
      case 3: units.quotientAndRemainder(dividingBy: 1000)
      case 7: units.quotientAndRemainder(dividingBy: 10_000_000)
      default: units.quotientAndRemainder(dividingBy: scales[decimals])
      }
    var end = write(whole, to: target)
    guard fraction > 0 else { return end }
    target[end] = UInt8(ascii: ".")
    var rest = fraction
    for position in stride(from: end + decimals, to: end, by: -1) {
      target[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    end += decimals + 1
    while target[end - 1] == UInt8(ascii: "0") { end -= 1 }
    return end
  }

  @inline(__always)
  private static func count(_ number: UInt64) -> Int {
    var (count, bound) = (1, UInt64(10))
    while number >= bound {
      count += 1
      if count == most { break }
      bound *= 10
    }
    return count
  }
}
