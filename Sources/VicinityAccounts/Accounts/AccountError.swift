import CodedErrors
import Streams

/// Why something cannot be done with an account. Nothing was changed then.
package enum AccountError: CodedError, Hashable {
  /// No account has this name.
  case unknownMember(String)
  /// An account has the name, or had it.
  case nameTaken(String)
  /// The code of an email has been used, has expired, or never existed.
  case unknownCode
  /// The only admin cannot get another role.
  case lastAdmin(String)

  package var code: String {
    switch self {
    case .unknownMember: "unknown-member"
    case .nameTaken: "name-taken"
    case .unknownCode: "unknown-code"
    case .lastAdmin: "last-admin"
    }
  }

  package var description: String {
    switch self {
    case .unknownMember(let name): "No member is called \(name.shortened)."
    case .nameTaken(let name): "The name \(name) is taken; choose another one."
    case .unknownCode: "The code is unknown, used or expired. Request another email."
    case .lastAdmin(let name): "\(name) is the only admin; give another member this role first."
    }
  }
}
