import CodedErrors

/// Why a sign-in, or the confirmation of a change by password, fails.
package enum SignInError: CodedError, Hashable {
  /// The same for an unknown name, an unknown address and a wrong password.
  case wrongPassword
  /// The password of the member who is signed in is another one.
  case wrongPresentPassword
  /// After this many seconds another password is checked.
  case tooManyGuesses(seconds: Int)
  /// Too many passwords are being checked; another one may be after this many seconds.
  case busy(seconds: Int)
  /// Editors have suspended the account.
  case suspended(reason: String)

  package var code: String {
    switch self {
    case .wrongPassword, .wrongPresentPassword: "wrong-password"
    case .tooManyGuesses: "too-many-guesses"
    case .busy: "busy"
    case .suspended: "suspended"
    }
  }

  package var description: String {
    switch self {
    case .wrongPassword: "The name or the password is wrong."
    case .wrongPresentPassword: "The current password is wrong."
    case .tooManyGuesses(let seconds): "Too many wrong passwords; the next one is accepted in \(seconds) s."
    case .busy: "Too many sign-ins at once; try again in a few seconds."
    case .suspended(let reason): "The account is suspended: \(reason)"
    }
  }

  /// After how many seconds the same request may succeed; nil when that does not depend on time.
  package var retryAfter: Int? {
    switch self {
    case .tooManyGuesses(let seconds), .busy(let seconds): seconds
    case .wrongPassword, .wrongPresentPassword, .suspended: nil
    }
  }
}
