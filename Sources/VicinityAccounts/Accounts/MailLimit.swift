import CivilTime
import Synchronization

/// Limits how many emails that anyone can trigger go to one address: strangers can neither fill a mailbox nor keep
/// replacing its owner's codes.
///
/// Held in memory. Rate-limited callers get the same response as everyone else.
final class MailLimit: Sendable {
  /// Emails to an address within an hour.
  static let most = 5

  private static let hour: Int64 = 3600
  /// The number of remembered addresses; beyond that, addresses without an email within the hour are forgotten.
  private static let mostAddresses = 65_536

  private let sent = Mutex<[String: [Instant]]>([:])

  /// Whether one more email may be sent to an address.
  func allows(_ address: MailAddress, at now: Instant) -> Bool {
    sent.withLock { sent in
      sent[address.key, default: []].count { now - $0 < Self.hour } < Self.most && sent.count < 2 * Self.mostAddresses
    }
  }

  /// Counts an email to an address.
  /// - Returns: whether it may be sent.
  @discardableResult
  func take(_ address: MailAddress, at now: Instant) -> Bool {
    sent.withLock { sent in
      if sent.count >= Self.mostAddresses { sent = sent.filter { $0.value.contains { now - $0 < Self.hour } } }
      let times = sent[address.key, default: []].filter { now - $0 < Self.hour }
      guard times.count < Self.most, sent.count < 2 * Self.mostAddresses else { return false }
      sent[address.key] = times + [now]
      return true
    }
  }
}
