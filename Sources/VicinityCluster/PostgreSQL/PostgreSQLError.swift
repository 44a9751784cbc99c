import CodedErrors

/// Why PostgreSQL has not answered as it should.
package enum PostgreSQLError: CodedError, Hashable {
  /// No connection can be made, or it was lost: a statement that was sent may have run, or may still run.
  case unreachable(reason: String)
  /// No answer within the time limit: the statement may have run, or may still run.
  case late(seconds: Double)
  /// The server has refused the statement, which had no effect.
  case refused(state: String, message: String)
  /// The host was replaced as the primary: its timeline is older than one that the node has seen.
  case former(host: String, timeline: Int64, newest: Int64, path: String)
  /// The answer is not what this version expects.
  case unexpected(String)

  package var code: String {
    switch self {
    case .unreachable: "postgresql-unreachable"
    case .late: "postgresql-late"
    case .refused: "postgresql-refused"
    case .former: "postgresql-former"
    case .unexpected: "postgresql-unexpected"
    }
  }

  package var description: String {
    switch self {
    // It has answered, such as to a wrong password.
    case .unreachable(let reason) where reason.contains("FATAL:") && !reason.contains("onnection refused"):
      "PostgreSQL refuses the connection: \(reason)"
    case .unreachable(let reason): "PostgreSQL cannot be reached: \(reason)"
    case .late(let seconds): "PostgreSQL has not answered within \(seconds) seconds"
    case .refused("42501", let message):
      "PostgreSQL refuses it: \(message) (42501). A cluster needs GRANT CREATE ON DATABASE for its user."
    case .refused(let state, let message): "PostgreSQL refuses it: \(message) (\(state))"
    case .former(let host, let timeline, let newest, let path):
      "\(host) is a former primary: its timeline is \(timeline), and the newest one known is \(newest). Stop it, or "
        + "make it a standby. If it was put back to an earlier state on purpose, remove \(path)."
    case .unexpected(let what): "PostgreSQL has answered unexpectedly: \(what)"
    }
  }

  /// Why one of several hosts cannot be used.
  var reason: String {
    if case .unreachable(let reason) = self { reason } else { description }
  }

  /// For clients, without what PostgreSQL says.
  var summary: String {
    switch self {
    case .unreachable: "PostgreSQL cannot be reached"
    case .late: "PostgreSQL does not answer"
    case .former: "only a former primary of PostgreSQL can be reached"
    case .refused, .unexpected: "PostgreSQL refuses it"
    }
  }

  /// Whether the statement may have had an effect.
  var isInDoubt: Bool {
    switch self {
    case .unreachable, .late: true
    case .refused, .former, .unexpected: false
    }
  }
}
