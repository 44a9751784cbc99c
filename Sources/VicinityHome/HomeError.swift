import CodedErrors
import Streams

/// Why a switch of a couch cannot be used or set up.
enum HomeError: CodedError, Hashable {
  /// The member is neither the host of the couch nor its guest of today.
  case notThere
  /// The couch has no switch with this name.
  case unknownSwitch(String, listing: String)
  /// The couch has this many.
  case tooManySwitches(Int)
  /// The switch does not answer.
  case switchFailed(String)

  var code: String {
    switch self {
    case .notThere: "not-there"
    case .unknownSwitch: "unknown-switch"
    case .tooManySwitches: "too-many-switches"
    case .switchFailed: "switch-failed"
    }
  }

  var description: String {
    switch self {
    case .notThere: "Only the host and the current guest can use the switches."
    case .unknownSwitch(let name, let listing): "\(listing.shortened) has no switch \(name.shortened)."
    case .tooManySwitches(let most): "A couch has at most \(most) switches; remove one."
    case .switchFailed(let name): "The switch \(name) does not answer."
    }
  }
}
