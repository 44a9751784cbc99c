import CivilTime
import Synchronization

/// How many mails that anybody may ask for go to one address: a stranger neither fills a mailbox nor replaces the codes
/// of its owner again and again.
///
/// Kept in memory. Who asks too often is told nothing else than others.
final class MailLimit: Sendable {
  /// Mails to an address within an hour.
  static let most = 5

  private static let hour: Int64 = 3600
  /// Addresses that are remembered; beyond that those without a mail within the hour are forgotten.
  private static let mostAddresses = 65_536

  private let sent = Mutex<[String: [Instant]]>([:])

  /// Whether one more mail may be sent to an address.
  func allows(_ address: MailAddress, at now: Instant) -> Bool {
    sent.withLock { sent in
      sent[address.key, default: []].count { now - $0 < Self.hour } < Self.most && sent.count < 2 * Self.mostAddresses
    }
  }

  /// Counts a mail to an address.
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
