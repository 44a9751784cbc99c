import Recurrence

/// Counts the distinct recurrences of a file, to say how many of them are understood.
struct RecurrenceCounts {
  /// Of each text the listings, and the first of them: what a text means depends on its start.
  private var listings: [String: (count: Int, first: Listing)] = [:]

  /// Beyond this, new ones are no longer told apart, so that memory stays bounded.
  private static let most = 100_000

  mutating func count(_ listing: Listing) {
    guard let text = listing.recurrence, listings.count < Self.most || listings[text] != nil else { return }
    listings[text, default: (0, Self.timeOnly(listing))].count += 1
  }

  private static func timeOnly(_ listing: Listing) -> Listing {
    var time = Listing(id: "", kind: .event, coordinate: listing.coordinate)
    (time.starts, time.ends, time.allDay) = (listing.starts, listing.ends, listing.allDay)
    (time.timeZone, time.recurrence) = (listing.timeZone, listing.recurrence)
    return time
  }

  /// Reads each of them once.
  var report: ImportReport.Recurrences {
    var report = ImportReport.Recurrences(distinct: listings.count)
    for (text, (count, listing)) in listings {
      if let problem = Self.problem(of: listing) {
        report.notUnderstood.append(.init(code: text, count: count, example: problem))
      } else {
        report.understood += 1
      }
    }
    report.notUnderstood.sort { ($1.count, $0.code) < ($0.count, $1.code) }
    return report
  }

  /// Why the recurrence of a listing cannot be understood; nil when it can.
  private static func problem(of listing: Listing) -> String? {
    do throws(RecurrenceError) {
      return try listing.recurrenceSet() == nil ? "there is no start that could be repeated" : nil
    } catch {
      return "\(error)"
    }
  }
}
