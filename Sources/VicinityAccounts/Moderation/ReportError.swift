import CodedErrors
import Streams

/// Why something cannot be reported, or decided. Nothing was changed then.
enum ReportError: CodedError, Hashable {
  /// There is no report with this number.
  case unknown(Int64)
  /// The member has not rated the listing.
  case unknownReview(author: String, listing: String)
  /// There is no such message, or the member may not see it.
  case unknownMessage(Int64)
  /// Editors have hidden the review of the listing.
  case reviewHidden(listing: String)
  /// A report with this status cannot get the other one.
  case wrongStatus(Int64, Report.Status, wanted: Report.Status)
  /// An admin cannot be suspended.
  case isAdmin(String)

  var code: String {
    switch self {
    case .unknown: "unknown-report"
    case .unknownReview: "unknown-review"
    case .unknownMessage: "unknown-message"
    case .reviewHidden: "hidden"
    case .wrongStatus: "wrong-status"
    case .isAdmin: "is-admin"
    }
  }

  var description: String {
    switch self {
    case .unknown(let number): "There is no report \(number)."
    case .unknownReview(let author, let listing): "\(author.shortened) has not rated \(listing.shortened)."
    case .unknownMessage(let number): "There is no message \(number) that you may see."
    case .reviewHidden(let listing):
      "Editors have hidden your review of \(listing.shortened); only editors can restore it."
    case .wrongStatus(let number, let status, let wanted):
      "The report \(number) is \(status.rawValue) and cannot become \(wanted.rawValue)."
    case .isAdmin(let name): "\(name) is an admin; change their role first."
    }
  }
}
