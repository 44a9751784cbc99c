import CivilTime
import Foundation
import GRDB
import Streams
import Vicinity

/// The credentials of a sign-in.
package struct SignIn: Sendable {
  /// The name or email address of a member.
  var login: String
  var password: String
  /// Whether the session outlasts the browser.
  var isKept: Bool

  package init(json: JSONValue) throws {
    let members = try QueryMembers(
      json, path: "", keys: ["login", "password", "keep"], example: #"{"login":"ana","password":"three words or more"}"#
    )
    login = try members.required("login").queryString(at: "login", expected: "a name or an address", example: #""ana""#)
    password = try members.required("password").queryString(
      at: "password", expected: "a password", example: #""three words or more""#)
    isKept = try members.bool("keep") ?? false
    // A longer password was never set, and checking it would only take time.
    guard TextLimit(atMost: Password.lengths.upperBound).allows(password), login.utf8.count <= 254 else {
      throw SignInError.wrongPassword
    }
  }
}

extension AccountStore {
  /// Begins a session.
  ///
  /// It takes the same time whether there is an account or not.
  /// - Parameters:
  ///   - client: from where, for delays.
  ///   - agent: the program, as it names itself.
  /// - Returns: the account, its session, and the session text, which is stored nowhere.
  /// - Throws: `SignInError`.
  package func signIn(
    _ form: SignIn, from client: String, agent: String?, at now: Instant
  ) async throws -> (account: Account, session: Session, secret: String) {
    let login = form.login.lowercased()
    try takeGuess(login, client)
    let known = try await threads.run { [self] in
      try file.read { db in
        try Row.fetchOne(db, sql: "SELECT * FROM account WHERE name = ?1 OR mail_key = ?1", arguments: [login])
          .map(Account.init)
      }
    }
    let isRight = try await passwords.isSame(known?.password, as: form.password, for: client)
    guard isRight, let account = known else { throw SignInError.wrongPassword }
    delay.forgive(login, client)
    if let reason = account.suspension {
      throw SignInError.suspended(reason: reason)
    }
    return try await threads.run { [self] in
      let (session, secret) = try file.write { db in
        // The password may have changed while it was checked.
        guard try Self.account(account.name, in: db)?.password.text == account.password.text else {
          throw SignInError.wrongPassword
        }
        return try sessions.begin(
          for: account, isKept: form.isKept, agent: agent.map { TextLimit(atMost: 200).cut($0) }, at: now, in: db)
      }
      return (account, session, secret)
    }
  }

  /// Checks the password of a signed-in member before a change that a thief of the session must not make.
  package func confirmPassword(_ plain: String, of account: Account, from client: String) async throws {
    try takeGuess(account.name, client)
    guard try await passwords.isSame(account.password, as: plain, for: client) else {
      throw SignInError.wrongPresentPassword
    }
    delay.forgive(account.name, client)
  }

  private func takeGuess(_ login: String, _ client: String) throws {
    if let seconds = delay.take(login, client) { throw SignInError.tooManyGuesses(seconds: seconds) }
  }
}
