import CivilTime
import Crypto
import Foundation
import GRDB
import Logging
import Streams
import Synchronization
import Vicinity

/// Posts alerts to the addresses that members have chosen, signed, and retries until they are accepted.
///
/// The header fields and the signature are those of the Standard Webhooks specification, version 1: HMAC-SHA256 of
/// `id.timestamp.body` with the secret of the alert.
package final class WebhookSender: Sendable {
  private let file: AccountsFile
  private let changes: ChangeLog
  private let client: any OutgoingRequests
  private let logger: Logger
  private let threads = TaskThreads(limit: 1, name: "webhooks")
  /// Signals that something new is to be sent; for one reader.
  package let wakes: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation
  private let failures = Atomic<Int>(0)

  private static let pageSize = 200
  /// The maximum number of posts for a member in one round: other members have their turn.
  private static let mostOfMember = 10
  /// The number of members served in parallel.
  private static let mostMembers = 8
  private static let prefix = "whsec_"

  init(file: AccountsFile, changes: ChangeLog, client: any OutgoingRequests, logger: Logger) {
    (self.file, self.changes, self.client, self.logger) = (file, changes, client, logger)
    (wakes, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The waiting posts, and all failures since the start.
  package func counts() throws -> (waiting: Int, failures: Int) {
    let waiting = try file.look { try Int.fetchOne($0, sql: "SELECT count(*) FROM delivery") }
    return (waiting ?? 0, failures.load(ordering: .relaxed))
  }

  /// Something new is to be sent.
  func wake() { wakeUp.yield() }

  /// A new secret: 24 random bytes, as the specification has them.
  static func secret() -> String {
    prefix + Data((0..<24).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
  }

  /// The header fields of a delivery.
  static func headers(_ id: String, at now: Instant, _ body: String, secret: String) -> [(String, String)] {
    let key = SymmetricKey(data: Data(base64Encoded: String(secret.dropFirst(prefix.count))) ?? Data())
    let signed = "\(id).\(now.secondsSince1970).\(body)"
    let code = Data(HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: key)).base64EncodedString()
    return [
      ("Content-Type", "application/json"), ("webhook-id", id), ("webhook-timestamp", "\(now.secondsSince1970)"),
      ("webhook-signature", "v1,\(code)"),
    ]
  }

  private struct Delivery: Sendable {
    var number: Int64
    var alert: String
    var member: String
    var url: String
    var secret: String
    var body: String
    var attempts: Int
  }

  /// Sends due posts: for several members in parallel, so that an address that does not answer delays only its own
  /// member.
  package func deliver(at now: Instant) async throws {
    let due = try await threads.run { [self] in
      try file.look { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT * FROM (
              SELECT number, alert, member, webhook, secret, body, attempts,
                row_number() OVER (PARTITION BY member ORDER BY number) AS place
              FROM delivery JOIN alert ON alert.id = alert WHERE due <= ? AND webhook IS NOT NULL
            ) WHERE place <= ? ORDER BY place, number LIMIT ?
            """, arguments: [now.secondsSince1970, Self.mostOfMember, Self.pageSize]
        ).map {
          Delivery(
            number: $0["number"], alert: $0["alert"], member: $0["member"], url: $0["webhook"],
            secret: $0["secret"] ?? "",
            body: $0["body"], attempts: $0["attempts"] + 1)
        }
      }
    }
    try await Dictionary(grouping: due, by: \.member).values.eachOfSeveral(atOnce: Self.mostMembers) { [self] in
      for delivery in $0 {
        let failure = try await send(delivery, at: now)
        try await threads.run { [self] in try note(delivery, failure, at: now) }
      }
    }
  }

  /// - Returns: why it was not taken; nil when it was.
  private func send(_ delivery: Delivery, at now: Instant) async throws -> String? {
    do {
      let url = try OutgoingRequest.check(delivery.url, at: "webhook")
      let headers = Self.headers("msg_\(delivery.number)", at: now, delivery.body, secret: delivery.secret)
      let request = OutgoingRequest(.post, url, headers, body: Array(delivery.body.utf8))
      let answer = try await client.send(request, for: delivery.member)
      return (200...299).contains(answer.status) ? nil : "it answered \(answer.status)"
    } catch let error as CancellationError { throw error } catch { return "\(error)" }
  }

  private func note(_ delivery: Delivery, _ failure: String?, at now: Instant) throws {
    if failure != nil { failures.add(1, ordering: .relaxed) }
    try file.write { db in
      guard let failure, delivery.attempts < Retrying.mostAttempts else {
        try db.execute(sql: "DELETE FROM delivery WHERE number = ?", arguments: [delivery.number])
        if failure == nil {
          try db.execute(sql: "UPDATE alert SET failures = 0 WHERE id = ?", arguments: [delivery.alert])
        }
        return
      }
      let wait = Retrying.wait(after: delivery.attempts)
      try db.execute(
        sql: "UPDATE delivery SET attempts = ?, due = ? WHERE number = ?",
        arguments: [delivery.attempts, now.secondsSince1970 + wait, delivery.number])
      try db.execute(sql: "UPDATE alert SET failures = failures + 1 WHERE id = ?", arguments: [delivery.alert])
      // An outage is reported once.
      guard try Int.fetchOne(db, sql: "SELECT failures FROM alert WHERE id = ?", arguments: [delivery.alert]) == 1
      else { return }
      let name = try String.fetchOne(db, sql: "SELECT name FROM alert WHERE id = ?", arguments: [delivery.alert])
      let data = JSONObject([
        ("what", .string("webhook-failed")), ("alert", .string(delivery.alert)), ("alertName", .string(name ?? "")),
        ("reason", .string(failure)),
      ])
      try ChangeLog.add(.alert, for: delivery.member, data, at: now, in: db)
    }
    if failure != nil { changes.signals.notify([delivery.member]) }
  }
}
