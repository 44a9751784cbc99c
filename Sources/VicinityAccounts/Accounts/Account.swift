import CivilTime
import GRDB
import Streams

/// An account: a member's profile, settings and permissions.
package struct Account: Sendable {
  /// The member in the catalog; never changes.
  package var name: String
  /// The public name; its member can change it.
  var displayName: String
  /// Confirmed; nil for an account that an operator has made.
  var mail: String?
  var password: Password
  var role: Role
  var about: String?
  var telephone: String?
  /// An IANA name, for quiet hours and reminders.
  var zone: String?
  /// Whether reminders are also sent by email.
  var mailsReminders = true
  /// The daily time without emails.
  var quietHours: QuietHours?
  /// The language of emails, such as `de`.
  var language: String?
  var created: Instant
  /// The version of the terms that the member has accepted.
  package var terms: String?
  /// Why the account cannot be used; nil when it can.
  package var suspension: String?
  /// The picture as bytes of a file in the folder of media.
  package var picture: (hash: String, type: PictureType)?

  init(
    name: String, displayName: String, mail: String?, password: Password, role: Role, created: Instant, terms: String?,
    language: String? = nil
  ) {
    (self.name, self.displayName, self.mail, self.password) = (name, displayName, mail, password)
    (self.role, self.created, self.terms, self.language) = (role, created, terms, language)
  }

  package init(row: Row) {
    let picture: String? = row["picture"]
    self.init(
      name: row["name"], displayName: row["display"], mail: row["mail"], password: Password(text: row["password"]),
      role: Role(rawValue: row["role"]) ?? .member, created: Instant(secondsSince1970: row["created"]),
      terms: row["terms"], language: row["language"])
    (about, telephone, zone, suspension) = (row["about"], row["telephone"], row["zone"], row["suspended"])
    if let from: Int = row["quiet_from"], let to: Int = row["quiet_to"] {
      quietHours = QuietHours(from: from, to: to, zoneName: zone)
    }
    mailsReminders = row["mails_reminders"]
    self.picture = picture.flatMap { hash in PictureType(rawValue: row["picture_type"] ?? "").map { (hash, $0) } }
  }

  /// The public profile. It never contains an email address.
  package func publicJSON(pictureURL: String?) -> JSONValue {
    var object = JSONObject([
      ("name", .string(name)), ("displayName", .string(displayName)), ("role", .string(role.rawValue)),
      ("since", .string(created.description)),
    ])
    object["about"] = about.map { .string($0) }
    object["picture"] = pictureURL.map { .string($0) }
    return .object(object)
  }

  /// The member's own view.
  package func ownJSON(pictureURL: String?) -> JSONValue {
    var object = publicJSON(pictureURL: pictureURL).object ?? JSONObject()
    object["mail"] = mail.map { .string($0) }
    object["telephone"] = telephone.map { .string($0) }
    object["zone"] = zone.map { .string($0) }
    object["language"] = language.map { .string($0) }
    object["quietHours"] = quietHours?.json
    object["reminderMails"] = .bool(mailsReminders)
    object["terms"] = terms.map { .string($0) }
    return .object(object)
  }
}
