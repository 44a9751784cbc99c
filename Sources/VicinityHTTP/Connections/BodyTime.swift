/// The time in which the body of a request must arrive: a client that sends a byte now and then would hold its
/// connection forever.
package struct BodyTime {
  private let seconds: Int
  private let started = ContinuousClock.now

  /// Bytes that each further second must bring.
  private static let slowest = 16 << 10

  /// Begins now.
  /// - Parameter seconds: the setting `body-timeout`.
  package init(seconds: Int) { self.seconds = seconds }

  /// - Parameter received: the bytes of the body so far.
  /// - Throws: `Problem` for a body that arrives too slowly.
  package func check(_ received: Int) throws {
    guard ContinuousClock.now - started > .seconds(seconds + received / Self.slowest) else { return }
    throw Problem.limit(.requestTimeout, "body-timeout", seconds, "The body arrives too slowly.")
  }
}
