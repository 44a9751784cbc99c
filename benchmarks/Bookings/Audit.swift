import Streams
import Vicinity
import VicinityFormats

/// Compares the confirmed bookings with the file.
struct Audit {
  let attempts: Int
  let acknowledged: Int
  /// Confirmed bookings that are not in the file unchanged.
  let lost: Int
  let stored: Int
  /// Pairs of bookings of a couch that share a night.
  let overlaps: Int
  let defects: [CatalogDefect]

  init(told: [String?], catalog: Catalog) throws {
    let bookings = try catalog.bookings()
    let present = Set(bookings.map(\.json.text))
    let lines = told.compactMap { $0 }
    attempts = told.count
    acknowledged = lines.count
    lost = lines.count { !present.contains($0) }
    stored = bookings.count
    overlaps = Dictionary(grouping: bookings.filter(\.status.takesNights), by: \.listing).values.reduce(0) {
      $0 + Self.overlaps($1.map(\.nights).sorted())
    }
    defects = try catalog.check()
  }

  /// Sorted by arrival, some pair overlaps exactly when two neighbors do.
  private static func overlaps(_ nights: [Nights]) -> Int { zip(nights, nights.dropFirst()).count { $0.overlaps($1) } }

  var isKept: Bool { lost == 0 && overlaps == 0 && defects.isEmpty }

  func text(seconds: Double, killed: Int) -> String {
    let rates = [Double(attempts) / seconds, Double(acknowledged) / seconds].map { Int($0) }
    return """
      \(attempts) attempts told of in \((seconds * 100).rounded() / 100) s: \(acknowledged) booked, \(attempts - acknowledged) refused; \
      \(rates[0]) attempts and \(rates[1]) bookings a second; \(killed) killed
      \(stored) bookings in the file, \(lost) lost, \(overlaps) overlaps, \(defects.count) defects
      """
  }
}
