import CodedErrors
import Streams

/// Why something cannot be done in a conversation. Nothing was changed then.
package enum ConversationError: CodedError, Hashable {
  /// The member has no conversation with this id.
  case unknown(id: String)
  /// The conversation has no such message.
  case unknownMessage(Int64, conversation: String)
  /// The key belongs to another message, of this conversation or of another one.
  case keyReused(String, inOther: Bool)
  /// The position is not live, or no longer.
  case notLive
  /// The message is of another member.
  case otherSender
  /// One of the two members has blocked the other: no message can be sent, and no stay can be requested.
  case blocked

  package var code: String {
    switch self {
    case .unknown: "unknown-conversation"
    case .unknownMessage: "unknown-message"
    case .keyReused: "key-reused"
    case .notLive: "not-live"
    case .otherSender: "other-member"
    case .blocked: "blocked"
    }
  }

  package var description: String {
    switch self {
    case .unknown(let id): "You have no conversation \(id.shortened)."
    case .unknownMessage(let number, let conversation): "There is no message \(number) in \(conversation)."
    case .keyReused(let key, inOther: true): "The key \(key.shortened) belongs to a message of another conversation."
    case .keyReused(let key, inOther: false): "The key \(key.shortened) belongs to another message."
    case .notLive: "This position is not live, or no longer."
    case .otherSender: "Only its sender may change a message."
    case .blocked: "One of you has blocked the other; you cannot message or book."
    }
  }
}
