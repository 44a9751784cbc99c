import VicinityAccounts
import VicinityHTTP

// The parts of responses to errors of members' stores that do not follow from their code.

extension RefusedWrite: ProblemConvertible {
  package var problem: Problem? {
    switch self {
    case .accountEnded:
      var problem = Problem.unauthorized(description)
      problem.code = code
      return problem
    case .noRoom(let limit?):
      return Problem(.conflict, code, "\(description) The limit is \(limit.rawValue); see /v1/limits.")
    case .noRoom(nil): return Problem(.conflict, code, description)
    }
  }
}

extension SignInError: ProblemConvertible {
  package var problem: Problem? {
    var problem: Problem
    switch self {
    case .wrongPassword:
      problem = Problem(
        .unauthorized, code, "\(description) POST /v1/password-resets sends an email to set a new one.")
    case .wrongPresentPassword, .suspended: problem = Problem(.forbidden, code, description)
    case .tooManyGuesses: problem = Problem(.tooManyRequests, code, description)
    case .busy: problem = Problem(.serviceUnavailable, code, description)
    }
    problem.retryAfter = retryAfter
    return problem
  }
}

extension ConversationError: ProblemConvertible {
  package var problem: Problem? {
    guard case .unknown(let id) = self else { return nil }
    return Problem(
      .notFound, code, "You have no conversation \(id.shortened); GET /v1/conversations lists them.")
  }
}

extension OutgoingAddressError: ProblemConvertible {
  package var problem: Problem? {
    var problem = Problem(.badRequest, code, description)
    problem.pointer = Problem.pointer(ofPath: path)
    return problem
  }
}

extension Problem {
  /// A request of a member with too low a role.
  static func needsRole(_ least: Role) -> Problem {
    Problem(.forbidden, "forbidden", "This requires the role \(least.rawValue).")
  }
}
