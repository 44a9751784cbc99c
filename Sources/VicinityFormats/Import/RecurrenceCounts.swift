import Recurrence
import Vicinity

/// Counts the distinct recurrences of a file and how many of them are valid.
struct RecurrenceCounts {
  /// The number of listings for each text, and the first of them.
  private var listings: [Key: (count: Int, first: Listing)] = [:]

  /// The meaning and validity of a text depend on its start.
  private struct Key: Hashable {
    let text: String
    let hasStart: Bool
  }

  /// Beyond this, new ones are counted together, so that memory stays bounded.
  private static let most = 100_000

  mutating func count(_ listing: Listing) {
    guard let text = listing.recurrence else { return }
    let key = Key(text: text, hasStart: listing.starts != nil)
    guard listings.count < Self.most || listings[key] != nil else { return }
    listings[key, default: (0, Self.timeOnly(listing))].count += 1
  }

  private static func timeOnly(_ listing: Listing) -> Listing {
    var time = Listing(id: "", kind: .event, coordinate: listing.coordinate)
    (time.starts, time.ends, time.allDay) = (listing.starts, listing.ends, listing.allDay)
    (time.timeZone, time.recurrence) = (listing.timeZone, listing.recurrence)
    return time
  }

  /// Parses each of them once.
  var report: ImportReport.Recurrences {
    var report = ImportReport.Recurrences(distinct: listings.count)
    for (key, (count, listing)) in listings {
      if let problem = Self.problem(of: listing) {
        report.notUnderstood.append(.init(code: key.text, count: count, example: problem))
      } else {
        report.understood += 1
      }
    }
    report.notUnderstood.sort { ($1.count, $0.code) < ($0.count, $1.code) }
    return report
  }

  /// Why the recurrence of a listing is invalid; nil when it is valid.
  private static func problem(of listing: Listing) -> String? {
    do throws(RecurrenceError) {
      return try listing.recurrenceSet() == nil
        ? "\"\(listing.recurrence ?? "")\": there is no start to repeat" : nil
    } catch {
      return "\(error)"
    }
  }
}
