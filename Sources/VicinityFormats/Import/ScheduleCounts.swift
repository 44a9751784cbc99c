import Hours

/// Counts the distinct opening hours of a file and how many of them are valid.
struct ScheduleCounts {
  private var listings: [String: Int] = [:]

  /// Real data has tens of thousands; beyond this, new ones are counted together, so that memory stays bounded.
  private static let most = 200_000

  mutating func count(_ openingHours: String?) {
    guard let openingHours, listings.count < Self.most || listings[openingHours] != nil else { return }
    listings[openingHours, default: 0] += 1
  }

  /// Parses each of them once.
  var report: ImportReport.Schedules {
    var report = ImportReport.Schedules(distinct: listings.count)
    for (text, count) in listings {
      do throws(OpeningHoursError) {
        report.count(try OpeningHours(parsing: text), text, listings: count)
      } catch {
        report.notUnderstood.append(.init(code: text, count: count, example: "\(error)"))
      }
    }
    report.notUnderstood.sort(by: Self.isMoreFrequent)
    report.corrections = Array(report.corrections.sorted(by: Self.isMoreFrequent).prefix(Self.mostCorrections))
    return report
  }

  /// Either all lines in one transaction, or each in its own; then a failing line produces an error line in its place
  /// and the run continues. Blank lines are skipped.
  private static let mostCorrections = 20

  private static func isMoreFrequent(_ left: ImportReport.Tally, _ right: ImportReport.Tally) -> Bool {
    (right.count, left.code) < (left.count, right.code)
  }
}

extension ImportReport.Schedules {
  fileprivate mutating func count(_ hours: OpeningHours, _ text: String, listings: Int) {
    understood += 1
    if hours.isWeekly { weekly += 1 }
    guard !hours.warnings.isEmpty else { return }
    tolerated += 1
    corrections.append(.init(code: text, count: listings, example: hours.description))
  }
}
