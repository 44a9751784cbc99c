import CodedErrors
import GRDB

/// Why the triggers of the accounts file refuse what a member writes. Nothing was changed then.
package enum RefusedWrite: CodedError, Hashable {
  /// The account has ended, or is ending.
  case accountEnded
  /// It would take more room than a limit allows; nil when the limit is not known.
  case noRoom(Limit?)

  /// A limit of what members store, by the name that the triggers raise.
  package enum Limit: String, Sendable {
    case memberMedia = "member-media"
    case memberTexts = "member-texts"
    case maxStored = "max-stored"
  }

  /// Nil for other errors of the file.
  init?(_ error: DatabaseError) {
    if error.message == "account-ended" {
      self = .accountEnded
    } else if error.resultCode == .SQLITE_CONSTRAINT, let limit = error.message.flatMap(Limit.init) {
      self = .noRoom(limit)
    } else {
      return nil
    }
  }

  package var code: String {
    switch self {
    case .accountEnded: "account-ended"
    case .noRoom: "quota"
    }
  }

  package var description: String {
    switch self {
    case .accountEnded: "The account has ended."
    case .noRoom(.memberMedia?):
      "Your pictures and videos have reached the limit per member; remove some."
    case .noRoom(.memberTexts?):
      "Your messages, listings, ratings, favorites, visits and other data have reached the limit per "
        + "member; remove some."
    case .noRoom(.maxStored?): "The data of all members has reached the operator's limit."
    case .noRoom(nil): "There is no space left."
    }
  }
}
