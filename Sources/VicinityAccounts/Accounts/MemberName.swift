import Streams
import Vicinity

/// The name that identifies a member in the catalog: permanent, public, and part of page addresses.
enum MemberName {
  /// Names that addresses need for something else, that speak for the service, or that programs take for no name.
  private static let reserved: Set = [
    "abuse", "account", "accounts", "admin", "administrator", "admins", "all", "anonymous", "anybody", "anyone", "api",
    "former-member",
    "current", "daemon", "default", "deleted", "editor", "everybody", "everyone", "false", "guest", "help", "host",
    "info", "login", "logout", "mailer-daemon", "me", "member", "members", "moderator", "moderators", "myself", "nan",
    "new", "nil", "no-reply", "nobody", "none", "noreply", "null", "official", "operator", "other", "others", "owner",
    "postmaster", "root", "security", "self", "staff", "support", "sysadmin", "system", "true", "undefined", "unknown",
    "user", "users", "vicinity", "webmaster", "you",
  ]

  /// Whether a name is reserved.
  static func isReserved(_ name: String) -> Bool { reserved.contains(name) }

  /// Reads a name: letters a to z in any case, digits, and `-` between them.
  ///
  /// - Throws: `QueryError`.
  static func read(_ text: String, at path: String) throws(QueryError) -> String {
    let name = text.lowercased()
    let isWhole = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isWhole, (2...40).contains(name.utf8.count), !name.hasPrefix("-"), !name.hasSuffix("-"),
      !isReserved(name)
    else {
      throw .outOfRange(
        path: path, found: text.shortened,
        allowed: "2 to 40 characters: letters from a to z, digits, and - between them, and no name such as admin")
    }
    return name
  }
}

/// An email address.
package struct MailAddress: Hashable, Sendable {
  /// The address as written.
  let text: String
  /// The common form of an address's spellings: domains ignore case, and in practice local parts do too.
  var key: String { text.lowercased() }

  /// Reads an address as browsers check it (HTML, "valid e-mail address"), of at most 254 bytes (RFC 5321), that begins
  /// with a letter, a digit, `_` or `+`: programs could take others for an option, a file or a command.
  ///
  /// - Throws: `QueryError`.
  package init(_ text: String, at path: String) throws(QueryError) {
    let form =
      /[A-Za-z0-9_+][A-Za-z0-9.!#$%&'*+\/=?^_`{|}~-]{0,63}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]{2,63}/
    guard text.utf8.count <= 254, (try? form.wholeMatch(in: text)) != nil else {
      throw .outOfRange(path: path, found: text.shortened, allowed: "an address such as ana@example.org")
    }
    self.text = text
  }
}
