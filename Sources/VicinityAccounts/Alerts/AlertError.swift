import CodedErrors
import Streams

/// Why an alert cannot be made, changed or removed.
enum AlertError: CodedError, Hashable {
  /// The member has this many.
  case tooMany(Int)
  /// The member has none with this id.
  case unknown(id: String)

  var code: String {
    switch self {
    case .tooMany: "too-many-alerts"
    case .unknown: "unknown-alert"
    }
  }

  var description: String {
    switch self {
    case .tooMany(let most): "A member has at most \(most) alerts; remove one."
    case .unknown(let id): "You have no alert \(id.shortened)."
    }
  }
}
