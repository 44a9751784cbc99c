import CivilTime
import CodedErrors
import Streams
import Vicinity

extension HoursReport {
  /// The opening hours of a listing, evaluated at its place. A listing that is not in business is closed.
  ///
  /// - Parameters:
  ///   - id: the listing.
  ///   - moment: as in `HoursRequest.at`.
  ///   - window: as in `HoursRequest.from` and `HoursRequest.to`.
  ///   - now: the instant that `now` refers to.
  /// - Throws: `CatalogError.unknownListing`; `HoursUnknown` where the hours have no state; `QueryError` for the times.
  package static func report(
    of id: String, in catalog: Catalog, at moment: String?, window: (from: String?, to: String?), now: Instant
  ) throws -> HoursReport {
    let (listing, hours) = try catalog.placedHours(of: id)
    guard let text = listing.openingHours, let schedule = hours.schedule else {
      throw HoursUnknown(hours, of: listing.id.shortened)
    }
    var request = HoursRequest(hours: text)
    request.operatingStatus = listing.operatingStatus
    (request.at, request.from, request.to) = (moment, window.from, window.to)
    return try request.report(of: schedule, at: now)
  }
}

/// The error for a listing whose opening hours have no state: imports store unreadable hours.
package struct HoursUnknown: CodedError {
  package let description: String

  package var code: String { "unsuitable" }

  fileprivate init(_ hours: PlacedHours, of id: String) {
    description =
      switch hours {
      case .known, .missing: "\(id) has no opening hours."
      case .unreadable(_, let error): "The opening hours of \(id) cannot be read: \(error)"
      case .withoutZone: "\(id) has no time zone, so its opening hours have no state."
      }
  }
}
