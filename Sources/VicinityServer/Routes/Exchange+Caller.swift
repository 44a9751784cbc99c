import Hummingbird
import Vicinity
import VicinityAccounts
import VicinityHTTP

extension Exchange {
  /// The session of the calling member.
  /// - Throws: `Problem` when the caller is not signed in.
  var session: Session {
    get throws {
      guard let session = client.session else { throw Problem.unauthorized("Sign in first: POST /v1/sessions.") }
      return session
    }
  }

  /// The identity that makes a change: a member, or the owner by a key.
  var principal: Principal {
    guard let member = client.member else { return .owner }
    return member.role >= .editor ? .editor(member.name) : .member(member.name)
  }

  /// The account of the calling member.
  func account() async throws -> Account {
    let name = try session.member
    let account = try await services.accounts.threads.run { try services.accounts.account(name) }
    guard let account else { throw Problem.unauthorized("The account has ended.") }
    return account
  }

  /// Whether the client reaches the server over TLS.
  var isSecure: Bool { base.hasPrefix("https:") }

  func sessionCookie(_ secret: String?, isKept: Bool) -> String {
    SessionCookie.field(secret, isKept: isKept, isSecure: isSecure)
  }

  /// - Throws: `Problem` for a request that a page of another site may have sent.
  func checkOwnPage() throws {
    guard SessionCookie.isFromOwnPage(request, base: base) else {
      throw Problem(
        .forbidden, "cross-site", "The cookie authorizes changes only from pages of this server; use a token elsewhere."
      )
    }
  }
}
