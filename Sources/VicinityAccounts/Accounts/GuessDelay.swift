import Crypto
import Foundation
import Streams
import Synchronization

/// Makes guessing slow: after some wrong passwords each further one has to wait, longer each time.
///
/// Wrong guesses count for the named account, whether it exists or not, and for the client: this limits both many
/// guesses at one account and single guesses at many. Half of the count is forgotten every `halfLife`.
final class GuessDelay: Sendable {
  private struct Guesses {
    var count = 0.0
    var at: ContinuousClock.Instant
    var free: ContinuousClock.Instant
  }

  private let known = Mutex<[String: Guesses]>([:])
  private static let halfLife = 600.0
  /// The maximum number of remembered accounts and clients; beyond that the oldest are forgotten.
  private static let most = 65_536

  /// Guesses without a delay: people may try several of their passwords.
  private static let freeGuesses = (account: 5.0, client: 20.0)
  /// Seconds: longer delays would lock members out of their accounts.
  private static let longestWait = (account: 60.0, client: 900.0)

  private static func keys(_ login: String, _ client: String) -> [(key: String, isClient: Bool)] {
    [("a " + SHA256.hash(data: Data(login.utf8)).hexadecimal, false), ("c " + client, true)]
  }

  /// Counts a guess as wrong before it is checked: parallel guesses get no more free tries than sequential ones.
  ///
  /// - Returns: nil when it may be checked; the seconds until another guess is allowed when it may not, and is not
  ///   counted.
  func take(_ login: String, _ client: String, at now: ContinuousClock.Instant = .now) -> Int? {
    known.withLock { known in
      let keys = Self.keys(login, client)
      let waits = keys.compactMap { known[$0.key].map { Double(seconds: $0.free - now) } }
      if let longest = waits.max(), longest > 0 { return Int(longest.rounded(.up)) }
      if known.count >= Self.most { Self.makeRoom(&known, now) }
      for (key, isClient) in keys {
        var guesses = known[key] ?? Guesses(at: now, free: now)
        guesses.count = guesses.count * pow(0.5, Double(seconds: now - guesses.at) / Self.halfLife) + 1
        guesses.at = now
        let free = isClient ? Self.freeGuesses.client : Self.freeGuesses.account
        let longest = isClient ? Self.longestWait.client : Self.longestWait.account
        let wait = guesses.count < free ? 0 : min(longest, pow(2, guesses.count - free))
        guesses.free = now + .seconds(wait)
        known[key] = guesses
      }
      return nil
    }
  }

  /// Takes back a guess that was right, and forgets the wrong ones at the account.
  func forgive(_ login: String, _ client: String) {
    known.withLock { known in
      for (key, isClient) in Self.keys(login, client) {
        guard isClient, var guesses = known[key], guesses.count > 1 else {
          known[key] = nil
          continue
        }
        guesses.count -= 1
        guesses.free = .now
        known[key] = guesses
      }
    }
  }

  private static func makeRoom(_ known: inout [String: Guesses], _ now: ContinuousClock.Instant) {
    let times = known.values.map(\.at).sorted()
    let oldest = times[times.count / 2]
    known = known.filter { $0.value.at > oldest || $0.value.free > now }
  }
}
