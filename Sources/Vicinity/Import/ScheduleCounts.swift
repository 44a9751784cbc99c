/// Counts the distinct opening hours of a file, to say how many of them are understood.
struct ScheduleCounts {
  private var listings: [String: Int] = [:]

  /// Real data has some tens of thousands; beyond this, new ones are no longer told apart, so that memory stays bounded.
  private static let most = 200_000

  mutating func count(_ openingHours: String?) {
    guard let openingHours, listings.count < Self.most || listings[openingHours] != nil else { return }
    listings[openingHours, default: 0] += 1
  }

  /// Reads each of them once.
  var report: ImportReport.Schedules {
    var report = ImportReport.Schedules(distinct: listings.count)
    for (text, count) in listings {
      do throws(OpeningHoursError) {
        _ = try OpeningHours(parsing: text)
        report.understood += 1
      } catch {
        report.notUnderstood.append(.init(code: text, count: count, example: "\(error)"))
      }
    }
    report.notUnderstood.sort { ($1.count, $0.code) < ($0.count, $1.code) }
    return report
  }
}
